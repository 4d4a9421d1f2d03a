// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/shrink_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/file.hpp"

namespace weft::cli::otf_tools {

namespace {

constexpr std::string_view shrink_help =
    R"(usage: otfshrink -i TRACE [OPTION]...

Makes a trace of some processes of another one. Events are not copied but linked to, so it takes no time and no room.

  -i TRACE       the trace
  -o NAME        the new trace; without it, 'out' beside the old one
  -l LIST        processes to keep; may be repeated
  -v             drop the processes of -l instead
  -m LIST        keep the first of these processes, which stands for all; may be repeated
  -f FILE        a list like that of -m on every line
  -s [l|r|t]     only show the choice: as list, ranges or table
  -p TRACE       show the processes of a trace
  -V             the version of OTF this tool stands in for
  -h, --help     this text

A LIST has numbers and ranges, such as "1,2 4-8", where -8 is 1-8. Lists for keeping do not go together with those for
standing in.

examples:
  otfshrink -i trace.otf -o small -l 1-4
  otfshrink -i trace.otf -o representatives -m 1-16 -m 17-32
)";

int wrong(std::string_view message) {
  fmt::print(stderr, "otfshrink: {}\n", message);
  return bad_arguments;
}

class Parser {
 public:
  Parser(Words words, ShrinkOptions& options) : words_(words), options_(options) {}

  std::optional<int> parse() {
    while (!words_.empty()) {
      const std::string_view word = words_.front();
      words_ = words_.subspan(1);
      if (word == "-h" || word == "--help") return print_text(shrink_help);
      if (word == "-V") return print_version();
      if (const auto done = take(word)) return done;
    }
    if (options_.maps && !options_.listed.empty()) return wrong("lists of -l do not go together with -m and -f");
    if (options_.maps && options_.inverts) return wrong("-v does not go together with -m and -f");
    return std::nullopt;
  }

 private:
  std::optional<std::string_view> value() {
    if (words_.empty() || words_.front().starts_with('-')) return std::nullopt;
    const std::string_view found = words_.front();
    words_ = words_.subspan(1);
    return found;
  }

  std::optional<int> take(std::string_view option) {
    if (option == "-v") {
      options_.inverts = true;
      return std::nullopt;
    }
    if (option == "-s") return take_mode();
    constexpr std::string_view with_value[] = {"-i", "-o", "-l", "-m", "-f", "-p"};
    if (std::ranges::find(with_value, option) == std::end(with_value))
      return wrong(fmt::format("there is no option '{}'", option));
    const auto found = value();
    if (!found) return wrong(fmt::format("{} needs a value", option));
    Result<> taken;
    if (option == "-i") options_.input = *found;
    if (option == "-o") options_.output = *found;
    if (option == "-p") options_.describe = *found;
    if (option == "-l") taken = keep(*found);
    if (option == "-m") taken = substitute(*found);
    if (option == "-f") taken = substitute_by_file(std::string(*found));
    if (!taken) return wrong(taken.error().text());
    return std::nullopt;
  }

  std::optional<int> take_mode() {
    options_.simulate = 'r';
    const auto mode = value();
    if (!mode) return std::nullopt;
    if (mode->size() != 1 || std::string_view("lrt").find(mode->front()) == std::string_view::npos)
      return wrong(fmt::format("-s takes l, r or t, not '{}'", *mode));
    options_.simulate = mode->front();
    return std::nullopt;
  }

  Result<> keep(std::string_view list) {
    WEFT_TRY(options_.listed.parse(list));
    return {};
  }

  Result<> substitute(std::string_view list) {
    options_.maps = true;
    ProcessRanges members;
    const auto first = WEFT_TRY(members.parse(list));
    if (!first) return {};
    constexpr std::uint64_t most = std::uint64_t{1} << 24;
    if (members.size() > most)
      return Error{
          Errc::too_large, fmt::format("expected at most {} processes that one stands for, found '{}'", most, list)};
    for (const auto& [begin, end] : members.ranges()) {
      options_.substitutes[*first].add(begin, end);
      const bool is_inside = begin <= *first && *first <= end;
      if (!is_inside) options_.substituted.add(begin, end);
      if (is_inside && begin < *first) options_.substituted.add(begin, *first - 1);
      if (is_inside && *first < end) options_.substituted.add(*first + 1, end);
    }
    return {};
  }

  Result<> substitute_by_file(const std::string& path) {
    const auto bytes = WEFT_TRY(read_file(path));
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    options_.maps = true;
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      WEFT_TRY(substitute(line));
    }
    return {};
  }

  Words words_;
  ShrinkOptions& options_;
};

}  // namespace

std::optional<int> parse_shrink(Words words, ShrinkOptions& options) {
  if (words.empty()) return print_text(shrink_help);
  return Parser(words, options).parse();
}

}  // namespace weft::cli::otf_tools
