// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/print_options.hpp"

#include <fmt/format.h>

#include "cli/otf2_tools/usage.hpp"

namespace weft::cli::otf2_tools {

namespace {

constexpr std::string_view otf2_print_help =
    R"(Usage: otf2-print [OPTION]... [--] ANCHORFILE
Shows what the OTF2 archive of ANCHORFILE holds, by default its events and snapshots in order of time.

What to show:
  -A, --show-all            the anchor, thumbnails, global definitions, events and snapshots
  -G, --show-global-defs    the global definitions only
  -I, --show-info           the anchor only
  -T, --show-thumbnails     the headers of thumbnails only
      --show-thumbnail-samples  headers and samples of thumbnails
  -M, --show-mappings       how ids of locations translate to those of the trace
  -C, --show-clock-offsets  how far the clocks of locations were off
      --silent              read everything, show no events
      --no-snapshots        leave out snapshots
      --no-local-defs       leave ids and times of events as they are stored
      --system-tree         also write the system tree as a graph, to be drawn by dot

Which events, and how:
  -L, --location LID        of one location only
      --time MIN MAX        from time MIN to time MAX only
      --timestamps=FORMAT   plain: as they are; offset: from the beginning of the trace
  -s, --step N              stop after every N events until ENTER is pressed
      --unwind-calling-context  each calling context with its callers: '?' distance not known, '+' newly entered,
                            '*' not left, ' ' unchanged

  -Werror, --warnings-as-errors  stop at the first warning
  -d, --debug               say what is being done
  -V, --version             the version of OTF2 this tool stands in for
  -h, --help                this text
)";

struct Flag {
  std::string_view short_name;
  std::string_view long_name;
  bool PrintOptions::*member;
  bool value = true;
};
constexpr Flag flags[] = {{"-A", "--show-all", &PrintOptions::all},
    {"-G", "--show-global-defs", &PrintOptions::global_definitions}, {"-I", "--show-info", &PrintOptions::info},
    {"-T", "--show-thumbnails", &PrintOptions::thumbnails}, {"-M", "--show-mappings", &PrintOptions::mappings},
    {"", "--show-thumbnail-samples", &PrintOptions::thumbnail_samples},
    {"-C", "--show-clock-offsets", &PrintOptions::clock_offsets}, {"", "--silent", &PrintOptions::silent},
    {"", "--no-snapshots", &PrintOptions::snapshots, false},
    {"", "--no-local-defs", &PrintOptions::local_definitions, false}, {"", "--system-tree", &PrintOptions::system_tree},
    {"", "--unwind-calling-context", &PrintOptions::unwind},
    {"-Werror", "--warnings-as-errors", &PrintOptions::warnings_are_errors}, {"-d", "--debug", &PrintOptions::debug}};

bool take_flag(const OptionReader& reader, PrintOptions& options) {
  for (const Flag& flag : flags) {
    if (!reader.is(flag.short_name, flag.long_name)) continue;
    options.*flag.member = flag.value;
    return true;
  }
  return false;
}

// "--time=MIN,MAX" or "--time MIN MAX".
void take_times(OptionReader& reader, std::string_view first, PrintOptions& options) {
  std::string_view last;
  if (reader.word() == "--time") {
    if (const auto word = reader.following()) last = *word;
  } else if (const auto comma = first.find(','); comma != first.npos) {
    last = first.substr(comma + 1);
    first = first.substr(0, comma);
  } else {
    reader.missing_argument();
  }
  if (!reader.message().empty()) return;
  const auto from = parse_number(reader.option(), first, reader.message());
  if (!from) return;
  const auto to = parse_number(reader.option(), last, reader.message());
  if (!to) return;
  options.first_time = *from;
  options.last_time = *to;
}

bool take_value(OptionReader& reader, PrintOptions& options) {
  std::string_view value;
  auto number = [&]() -> std::optional<std::uint64_t> {
    if (!reader.message().empty()) return std::nullopt;
    return parse_number(reader.option(), value, reader.message());
  };
  if (reader.takes("-L", "--location", value)) {
    if (const auto id = number()) options.location = LocationRef{*id};
  } else if (reader.takes("-s", "--step", value)) {
    options.step = number();
  } else if (reader.takes("", "--time", value)) {
    if (reader.message().empty()) take_times(reader, value, options);
  } else if (reader.takes("", "--timestamps", value)) {
    if (reader.message().empty() && value != "plain" && value != "offset")
      reader.message() = fmt::format("invalid argument for option '--timestamps': {}", value);
    options.times_from_offset = value == "offset";
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::optional<int> parse(Words words, PrintOptions& options) {
  constexpr std::string_view tool = "otf2-print";
  OptionReader reader(words);
  while (reader.next()) {
    if (reader.is("-V", "--version")) return print_version(tool);
    if (reader.is("-h", "--help")) return print_help(otf2_print_help);
    if (take_flag(reader, options)) continue;
    if (!take_value(reader, options)) reader.message() = fmt::format("unrecognized option '{}'", reader.word());
    if (!reader.message().empty()) return usage_error(tool, reader.message());
  }
  if (!options.local_definitions && (options.mappings || options.clock_offsets))
    return usage_error(tool, "--no-local-defs is mutual exclusive to --show-mappings and --show-clock-offsets");
  if (reader.rest().size() != 1) return usage_error(tool, "missing or too many anchorfile argument(s)");
  options.anchor = reader.rest().front();
  // The undefined id selects nothing, which is to say everything.
  if (options.location && !options.location->defined()) options.location.reset();
  return std::nullopt;
}

}  // namespace weft::cli::otf2_tools
