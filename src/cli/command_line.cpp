// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>

#include "cli/manual.hpp"
#include "cli/verb.hpp"
#include "weft_version.hpp"

namespace weft::cli {

namespace {

constexpr int could_not_run = 2;

int fail(std::string_view message) {
  fmt::print(stderr, "weft: {}\n", message);
  return could_not_run;
}

template <class T>
constexpr bool is_list = std::is_same_v<T, std::vector<std::string>> || std::is_same_v<T, std::vector<std::uint64_t>>;
template <class T>
constexpr bool takes_numbers = std::is_same_v<T, std::uint64_t> || std::is_same_v<T, std::optional<std::uint64_t>> ||
                               std::is_same_v<T, std::vector<std::uint64_t>>;

std::string not_negative(const std::string& text) {
  return text.starts_with('-') ? text + " is negative" : std::string{};
}

CLI::Option* bind(CLI::App& app, const Option& option) {
  const std::string names(option.names);
  const std::string help(option.help);
  return std::visit(
      [&](auto* target) -> CLI::Option* {
        using T = std::remove_pointer_t<decltype(target)>;
        if constexpr (std::is_same_v<T, bool>) return app.add_flag(names, *target, help);
        CLI::Option* added = app.add_option(names, *target, help);
        if constexpr (takes_numbers<T>) added->check(not_negative)->delimiter(',');
        // A list takes one value each time the option is given: the words behind it are arguments.
        if constexpr (is_list<T>) {
          if (names.starts_with('-')) added->expected(1)->allow_extra_args(false)->take_all();
        }
        return added;
      },
      option.target);
}

void add_verb(CLI::App& app, const Verb& verb) {
  CLI::App* sub = app.add_subcommand(std::string(verb.name), std::string(verb.summary));
  sub->set_help_flag();
  sub->add_flag("-h,--help");
  for (const Option& option : verb.options) {
    CLI::Option* added = bind(*sub, option);
    if (option.required) added->required();
  }
}

int show_version() {
  fmt::print("weft {} ({}), {}, {}\nformats: OTF2, OTF, LiTL, DFTracer, ADIOS BP\nfeatures: {}\n", build::version,
      build::commit, build::compiler, build::build_type, build::features);
  return 0;
}

// `weft help VERB`, `weft VERB --help`, `weft --help`, `weft --version`, and what the build calls to make documents.
std::optional<int> answer_about_itself(const std::vector<Verb>& verbs, const std::vector<std::string>& words) {
  const auto is = [&](std::size_t i, std::string_view word) { return i < words.size() && words[i] == word; };
  if (words.empty()) return fmt::print(stderr, "{}", overview(verbs)), could_not_run;
  if (is(0, "--version") || is(0, "-V")) return show_version();
  if (is(0, "--generate")) {
    if (words.size() != 3) return fail("--generate takes man|completions|markdown and a place to write to");
    const auto made = generate(verbs, words[1], words[2]);
    return made ? 0 : fail(made.error().text());
  }
  const auto own = std::ranges::find(words, "--");  // what follows belongs to another program
  const bool asks = std::find_if(words.begin(), own, [](const auto& w) { return w == "--help" || w == "-h"; }) != own;
  if (!asks && !is(0, "help")) return std::nullopt;
  std::string_view name = is(0, "help") ? (words.size() > 1 ? std::string_view(words[1]) : std::string_view{})
                                        : std::string_view(words[0]);
  if (name.starts_with("-")) name = {};
  if (name.empty()) return fmt::print("{}", overview(verbs)), 0;
  const auto verb = std::ranges::find(verbs, name, &Verb::name);
  if (verb == verbs.end()) return fail(fmt::format("there is no verb '{}'; 'weft help' lists them", name));
  return fmt::print("{}", help(*verb)), 0;
}

std::string one_line(std::string text) {
  if (const auto end = text.find('\n'); end != std::string::npos) text.resize(end);
  return text;
}

int run_checked(int argc, char** argv) {
  const std::vector<Verb> verbs = all_verbs();
  if (const auto answered = answer_about_itself(verbs, {argv + 1, argv + argc})) return *answered;
  CLI::App app;
  app.set_help_flag();
  app.require_subcommand(1);
  for (const Verb& verb : verbs) add_verb(app, verb);
  const std::string_view first = argv[1];
  const auto verb = std::ranges::find(verbs, first, &Verb::name);
  if (verb == verbs.end()) return fail(fmt::format("there is no verb '{}'; 'weft help' lists them", first));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Error& error) {
    return fail(fmt::format("{}: {}; see 'weft help {}'", verb->name, one_line(error.what()), verb->name));
  }
  const auto outcome = verb->run();
  return outcome ? static_cast<int>(*outcome) : fail(outcome.error().text());
}

}  // namespace

int run(int argc, char** argv) {
  try {
    return run_checked(argc, argv);
  } catch (const std::bad_alloc&) {
    return fail("out of memory; fewer threads or a smaller selection need less");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

}  // namespace weft::cli
