// SPDX-License-Identifier: BSD-3-Clause
// Verb: one command of weft as data. The parser, --help, the man pages, docs/cli.md and the shell completions are all
// made from these tables, and the examples are run by a test.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace weft::cli {

// Where the value of an option goes. Pairs take two values: --time A B.
using Target = std::variant<bool*, std::string*, std::vector<std::string>*, std::uint64_t*,
    std::optional<std::uint64_t>*, std::vector<std::uint64_t>*, std::optional<std::pair<std::string, std::string>>*>;

struct Option {
  std::string_view names;  // "--json", "-n,--top"; without dashes: an argument that stands for itself
  std::string_view value;  // what --help calls the value; empty for a flag
  Target target;
  std::string_view help;
  bool required = false;
};

struct Example {
  std::string_view command;
  std::string_view says;
};

// How a command ends when it could run: 0 good, 1 the trace has problems. That it could not run is an Error, which
// becomes 2. A verb that runs another program ends as that does.
enum class Outcome : int { good = 0, problems = 1 };

struct Verb {
  std::string_view name;
  std::string_view summary;      // a line for the list of verbs
  std::string_view description;  // some lines for its own help
  std::vector<Option> options;
  std::vector<Example> examples;
  std::function<Result<Outcome>()> run;
};

// Makes a verb whose options live as long as it does: `fill` gets the options to build the table from.
template <class Options>
Verb make_verb(std::string_view name, std::string_view summary, std::string_view description,
    std::vector<Option> (*table)(Options&), std::vector<Example> examples, Result<Outcome> (*run)(const Options&)) {
  auto options = std::make_shared<Options>();
  return {name, summary, description, table(*options), std::move(examples), [options, run] { return run(*options); }};
}

Verb info_verb();
Verb print_verb();
Verb stats_verb();
Verb io_verb();
Verb query_verb();
Verb count_verb();
Verb index_verb();
Verb check_verb();
Verb repair_verb();
Verb convert_verb();
Verb cut_verb();
Verb merge_verb();
Verb split_verb();
Verb compact_verb();
Verb anonymise_verb();
Verb record_verb();

// All of them, in the order of the help.
std::vector<Verb> all_verbs();

}  // namespace weft::cli
