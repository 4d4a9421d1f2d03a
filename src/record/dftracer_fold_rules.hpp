// SPDX-License-Identifier: BSD-3-Clause
// FoldRules: which events are folded together, as users of DFTracer say it: `cat == 'POSIX' AND dur < 100`. Section 7.2
// of docs/formats/dftracer.md has the language.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace weft::recording {

class FoldRules {
 public:
  // What an event has in a field, if it has it: cat, name, ts, dur, app, rank, or tags. and the key of an argument.
  using Lookup = std::function<std::optional<std::string>(std::string_view field)>;

  static Result<FoldRules> parse(std::span<const std::string> inclusion, std::span<const std::string> exclusion);

  // Whether an inclusion fits, if there are any, and no exclusion does.
  bool wants(const Lookup& lookup) const;

 private:
  enum class Kind : std::uint8_t { both, either, no, equal, unequal, less, greater, at_most, at_least, in, like };
  struct Rule {
    Kind kind = Kind::equal;
    std::vector<Rule> parts;  // of the first three
    std::string field;
    std::vector<std::string> values;
  };

  static Result<Rule> parse(std::string_view text);
  static Result<Rule> parse_comparison(std::string_view text);
  static bool fits(const Rule& rule, const Lookup& lookup);

  std::vector<Rule> inclusion_;
  std::vector<Rule> exclusion_;
};

}  // namespace weft::recording
