// SPDX-License-Identifier: BSD-3-Clause
// bpsplit: some steps of a file become a file of their own.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>

#include "base/file.hpp"
#include "cli/adios_tools/tool.hpp"
#include "cli/adios_tools/value_text.hpp"
#include "formats/bp/copy_steps.hpp"

namespace weft::cli::adios_tools {

namespace {

constexpr std::string_view help =
    R"(usage: bpsplit [OPTION]... FILE OUTPUT

Copies some steps of an ADIOS BP file to another one. Their time indices stay what they were.

  -n, --from N            from this time index on; -1 is the last one, -2 the one before it (-1)
  -m, --to M              up to this one (-1)
  -s, --skiplast          up to the one before the last
  -r, --recordfile FILE   all steps that are newer than the number in FILE, which then has that of the last one
  -v, --verbose           say what was copied
  -h, --help              this text

-n and -r exclude each other.

examples:
  bpsplit -n 1 -m 10 run.bp first.bp
  bpsplit -s -r seen run.bp new.bp
)";

constexpr Flag flags[] = {{'n', "from", true}, {'m', "to", true}, {'s', "skiplast"}, {'r', "recordfile", true},
    {'v', "verbose"}, {'h', "help"}};

enum SplitStatus : int { wrong_use = 1, cannot_read = 2, outside = 4, nothing_new = 5 };

struct SplitOptions {
  std::optional<std::int64_t> from;
  std::int64_t to = -1;
  std::string record;
  bool is_verbose = false;
  bool wants_help = false;
  bool is_wrong = false;
};

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

void take(SplitOptions& options, int letter, std::string_view value) {
  if (letter == 'v') options.is_verbose = true;
  if (letter == 'h') options.wants_help = true;
  if (letter == 's') options.to = -2;
  if (letter == 'r') options.record = value;
  if (letter != 'n' && letter != 'm') return;
  const auto number = number_in(value);
  options.is_wrong = options.is_wrong || !number;
  (letter == 'n' ? options.from.emplace() : options.to) = number.value_or(0);
}

// What an option means for a file with these time indices.
std::optional<std::uint32_t> time_index_of(std::int64_t said, std::uint32_t first, std::uint32_t last) {
  const std::int64_t index = said < 0 ? std::int64_t{last} + 1 + said : said;
  if (index < first || index > last) return std::nullopt;
  return static_cast<std::uint32_t>(index);
}

// The number in the file; 0 if there is no file yet.
Result<std::uint32_t> recorded(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::uint32_t{0};
  const auto bytes = WEFT_TRY(read_file(path));
  std::string_view text = text_of(bytes);
  text = text.substr(0, text.find('\n'));
  const auto number = number_in(text);
  if (!number || *number < 0 || *number > UINT32_MAX)
    return Error{Errc::corrupt, fmt::format("expected a time index in the first line, found '{}'", text), path, 0};
  return static_cast<std::uint32_t>(*number);
}

int split(const bp::Reader& reader, const SplitOptions& options, const std::string& output) {
  const auto& groups = reader.groups();
  if (groups.empty()) return fail("bpsplit", "there are no steps", nothing_new);
  const auto [least, most] = std::ranges::minmax(groups, {}, &bp::GroupEntry::time_index);
  const std::uint32_t first = least.time_index;
  const std::uint32_t last = most.time_index;
  const auto to = time_index_of(options.to, first, last);
  std::optional<std::uint32_t> from;
  if (options.record.empty()) {
    from = time_index_of(options.from.value_or(-1), first, last);
  } else {
    const auto seen = recorded(options.record);
    if (!seen) return fail("bpsplit", seen.error(), wrong_use);
    if (*seen >= to.value_or(0))
      return fail("bpsplit", fmt::format("there is nothing newer than time index {}", *seen), nothing_new);
    from = std::max(first, *seen + 1);
  }
  if (!from || !to || *from > *to)
    return fail("bpsplit",
        fmt::format("expected a range within time indices {} to {}, or -{} to -1", first, last, last - first + 1),
        outside);
  if (const auto copied = copy_steps(reader, *from, *to, output); !copied)
    return fail("bpsplit", copied.error(), wrong_use);
  if (!options.record.empty()) {
    const std::string text = fmt::format("{}\n", *to);
    if (const auto written = replace_file(options.record, std::as_bytes(std::span(text))); !written)
      return fail("bpsplit", written.error(), wrong_use);
  }
  if (options.is_verbose) fmt::print("time indices {} to {}: {}\n", *from, *to, output);
  return success;
}

}  // namespace

int run_bpsplit(Words words) {
  SplitOptions options;
  const auto rest = take_flags(words, flags, [&](int letter, std::string_view value) { take(options, letter, value); });
  if (!rest) return wrong_use;
  if (options.wants_help) return print_help(help);
  if (options.is_wrong) return fail("bpsplit", "-n and -m take whole numbers", wrong_use);
  if (rest->size() != 2) return fail("bpsplit", "expected two files; --help says more", wrong_use);
  if (options.from && !options.record.empty()) return fail("bpsplit", "-n and -r exclude each other", cannot_read);
  Report report;
  const auto reader = bp::Reader::open((*rest)[0], report);
  if (!reader) return fail("bpsplit", reader.error(), cannot_read);
  const int status = split(**reader, options, (*rest)[1]);
  tell("bpsplit", report);
  return status == success && !report.empty() ? cannot_read : status;
}

}  // namespace weft::cli::adios_tools
