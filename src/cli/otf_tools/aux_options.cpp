// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/aux_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <limits>

namespace weft::cli::otf_tools {

namespace {

constexpr std::string_view aux_help =
    R"(usage: otfaux [OPTION]... TRACE

Adds snapshots, statistics and a thumbnail to a trace: what is going on in each process at some times, what it has done
until then, and a small picture of it all. Without any option it adds snapshots at 200 times and a thumbnail.

what to write (the last one counts):
  --snapshots              snapshots and a thumbnail
  --thumbnail              only a thumbnail
  --statistics             only statistics
  --all                    all three
  -s STREAM,...            statistics of these streams only; streams are hexadecimal numbers
  --funcgroups             statistics of groups of functions instead of functions
  --filegroups             statistics of groups of files instead of files
  --thumbnail-procs N      at most so many processes in the thumbnail (512)
  --thumbnail-samples N    at most so many times in the thumbnail (4096)

when:
  -n N                     at N times, evenly spread
  -p TICKS                 every TICKS ticks; with -n, whatever gives more
  -t TIME                  at this time, too; may be repeated

where:
  -o NAME                  leave the trace alone and write a copy with what is new
  --inline-snapshots       put snapshots between the events (with -o)
  --match-messages         tell with every send when it is received (with -o)
  -z                       compress what is written
  -F                       replace statistics of the streams of -s
  -R                       only remove snapshots and statistics
  -b BYTES                 size of buffers (1024)
  -f N                     open at most N files at once (100)

  -i TRACE                 the trace
  -l                       list the streams and their processes
  -v                       show the times
  -a                       show how far it is
  -V                       the version of OTF this tool stands in for
  -h, --help               this text

examples:
  otfaux -n 100 trace.otf
  otfaux --all -o with_statistics trace.otf
)";

int say(std::string_view text) {
  print_text(text);
  return failure;
}

// The digits that a word begins with; words without are 0. Nothing if it is negative, or has too many.
template <class T>
std::optional<T> leading_number(std::string_view word, int base = 10) {
  T value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
  if (error == std::errc::result_out_of_range || word.starts_with('-')) return std::nullopt;
  return value;
}

// All of the word: decimal, octal after 0, hexadecimal after 0x; at least 1.
std::optional<std::uint32_t> whole_number(std::string_view word) {
  int base = 10;
  if (word.starts_with("0x") || word.starts_with("0X"))
    base = 16, word.remove_prefix(2);
  else if (word.starts_with('0'))
    base = 8;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
  if (error != std::errc{} || end != word.data() + word.size() || value == 0) return std::nullopt;
  return value;
}

class Parser {
 public:
  Parser(Words words, AuxOptions& options) : words_(words), options_(options) {}

  std::optional<int> parse() {
    while (!words_.empty()) {
      word_ = words_.front();
      words_ = words_.subspan(1);
      if (const auto done = take_word()) return done;
    }
    return check();
  }

 private:
  std::optional<int> take_word() {
    if (word_ == "-h" || word_ == "--help") return print_text(aux_help);
    if (word_ == "-V") return print_version();
    if (take_flag()) return std::nullopt;
    if (word_.starts_with("--thumbnail-")) return take_limit();
    if (word_.starts_with("--")) return take_mode();
    if (word_.starts_with('-')) return words_.empty() ? unknown() : take_value();
    options_.input = word_;
    return std::nullopt;
  }

  bool take_flag() {
    const std::pair<std::string_view, bool*> flags[] = {{"-F", &options_.overwrite}, {"-R", &options_.remove},
        {"-z", &options_.compress}, {"-l", &options_.list}, {"-v", &options_.verbose}, {"-a", &options_.progress},
        {"--funcgroups", &options_.function_groups}, {"--filegroups", &options_.file_groups},
        {"--inline-snapshots", &options_.inline_snapshots}, {"--match-messages", &options_.match_messages}};
    for (const auto& [name, flag] : flags)
      if (word_ == name) return *flag = true;
    return false;
  }

  // The number stands behind '=' or in the next word.
  std::optional<int> take_limit() {
    const std::pair<std::string_view, std::uint32_t*> limits[] = {
        {"--thumbnail-procs", &options_.thumbnail_processes}, {"--thumbnail-samples", &options_.thumbnail_samples}};
    for (const auto& [name, limit] : limits) {
      if (!word_.starts_with(name)) continue;
      std::string_view value = word_.substr(name.size());
      if (value.empty()) {
        if (words_.empty())
          return say(fmt::format("ERROR: Missing argument for {}.\nERROR: Try 'otfaux --help'.\n", name));
        value = words_.front();
        words_ = words_.subspan(1);
      } else if (value.front() == '=') {
        value.remove_prefix(1);
      } else {
        return unknown();
      }
      const auto number = whole_number(value);
      if (!number)
        return say(fmt::format("ERROR: Invalid argument for {}: '{}'.\nERROR: Try 'otfaux --help'.\n", name, value));
      *limit = *number;
      return std::nullopt;
    }
    return unknown();
  }

  std::optional<int> take_mode() {
    struct Mode {
      std::string_view name;
      bool snapshots, thumbnail, statistics;
    };
    constexpr Mode modes[] = {{"--snapshots", true, true, false}, {"--thumbnail", false, true, false},
        {"--statistics", false, false, true}, {"--all", true, true, true}};
    for (const Mode& mode : modes) {
      if (word_ != mode.name) continue;
      if (options_.has_streams && mode.thumbnail)
        return say("ERROR: contradicting options '--snapshots' and '-s', abort\n");
      set_mode(mode.snapshots, mode.thumbnail, mode.statistics);
      return std::nullopt;
    }
    return unknown();
  }

  void set_mode(bool snapshots, bool thumbnail, bool statistics) {
    options_.snapshots = snapshots;
    options_.thumbnail = thumbnail;
    options_.statistics = statistics;
  }

  std::optional<int> take_value() {
    const std::string_view value = words_.front();
    words_ = words_.subspan(1);
    if (word_ == "-i") {
      options_.input = value;
    } else if (word_ == "-o") {
      options_.copy = value;
    } else if (word_ == "-s") {
      take_streams(value);
    } else if (word_ == "-b") {
      return take_number(value, options_.buffer_bytes);
    } else if (word_ == "-f") {
      if (const auto done = take_number(value, options_.file_handles)) return done;
      if (options_.file_handles < 1) return say(" there must be at least 1 available filehandle\n");
    } else if (word_ == "-n") {
      return take_number(value, options_.break_number.emplace());
    } else if (word_ == "-p") {
      return take_number(value, options_.break_distance.emplace());
    } else if (word_ == "-t") {
      return take_number(value, options_.breaks.emplace_back());
    } else {
      return unknown();
    }
    return std::nullopt;
  }

  template <class T>
  std::optional<int> take_number(std::string_view value, T& number) {
    const auto found = leading_number<T>(value);
    if (!found) {
      fmt::print(
          stderr, "otfaux: {} needs a number from 0 to {}, not '{}'\n", word_, std::numeric_limits<T>::max(), value);
      return failure;
    }
    number = *found;
    return std::nullopt;
  }

  void take_streams(std::string_view list) {
    options_.has_streams = true;
    set_mode(false, false, true);
    constexpr int hexadecimal = 16;
    do {
      options_.streams.push_back(leading_number<std::uint32_t>(list, hexadecimal).value_or(0));
      const std::size_t comma = list.find(',');
      list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    } while (!list.empty());
  }

  static int unknown() {
    fmt::print(stderr, "ERROR: Unknown argument.\n");
    return failure;
  }

  std::optional<int> check() const {
    const AuxOptions& o = options_;
    if (o.input.empty()) return say(" no input file specified, abort\n");
    if (!o.break_distance && o.breaks.empty() && o.break_number.value_or(2) < 2)
      return say(" you must at least have 2 breaks\n");
    if (o.copy.empty() && o.inline_snapshots) return say("ERROR: option '--inline-snapshots' requires the -o option\n");
    if (o.copy.empty() && o.match_messages) return say("ERROR: option '--match-messages' requires the -o option\n");
    if (!o.copy.empty() && (o.remove || o.overwrite))
      return say("ERROR: option '-o' does not work with the -R or -F option\n");
    if (o.inline_snapshots && !o.snapshots)
      return say("ERROR: option '--inline-snapshots' works only if producing snapshots\n");
    return std::nullopt;
  }

  Words words_;
  std::string_view word_;
  AuxOptions& options_;
};

}  // namespace

std::optional<int> parse_aux(Words words, AuxOptions& options) {
  if (words.empty()) return print_text(aux_help);
  return Parser(words, options).parse();
}

}  // namespace weft::cli::otf_tools
