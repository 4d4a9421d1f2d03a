// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/process_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace weft::cli::otf_tools {

namespace {

Result<std::uint32_t> parse_process(std::string_view text, std::string_view item) {
  std::uint32_t process = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), process);
  if (error != std::errc{} || end != text.data() + text.size() || process == 0)
    return Error{Errc::invalid_argument,
        fmt::format("expected process numbers from 1 to 4294967295 or ranges like 4-8, found '{}'", item)};
  return process;
}

struct Range {
  std::uint32_t first, last;
};

// Without a number before the '-', the range begins with 1. Two of them count as one.
Result<Range> parse_range(std::string_view item) {
  const std::size_t dash = item.find('-');
  if (dash == std::string_view::npos) {
    const std::uint32_t process = WEFT_TRY(parse_process(item, item));
    return Range{process, process};
  }
  const std::size_t behind = std::min(item.find_first_not_of('-', dash), item.size());
  const std::uint32_t first = dash == 0 ? 1 : WEFT_TRY(parse_process(item.substr(0, dash), item));
  const std::uint32_t last = WEFT_TRY(parse_process(item.substr(behind), item));
  if (first > last)
    return Error{Errc::invalid_argument, fmt::format("expected a range from low to high, found '{}'", item)};
  return Range{first, last};
}

}  // namespace

Result<std::optional<std::uint32_t>> ProcessRanges::parse(std::string_view list) {
  constexpr std::string_view between = " \t\n{},:;";
  std::optional<std::uint32_t> came_first;
  for (;;) {
    list.remove_prefix(std::min(list.find_first_not_of(between), list.size()));
    if (list.empty()) return came_first;
    const std::string_view item = list.substr(0, list.find_first_of(between));
    list.remove_prefix(item.size());
    if (item == "-") continue;
    const auto [first, last] = WEFT_TRY(parse_range(item));
    if (!came_first) came_first = first;
    add(first, last);
  }
}

void ProcessRanges::add(std::uint32_t first, std::uint32_t last) {
  const auto touches = [&](std::uint32_t begin) { return std::uint64_t{begin} <= std::uint64_t{last} + 1; };
  auto place = ranges_.upper_bound(first);
  if (place != ranges_.begin() && std::uint64_t{std::prev(place)->second} + 1 >= first) --place;
  while (place != ranges_.end() && touches(place->first)) {
    first = std::min(first, place->first);
    last = std::max(last, place->second);
    place = ranges_.erase(place);
  }
  ranges_[first] = last;
}

bool ProcessRanges::contains(std::uint32_t process) const {
  const auto behind = ranges_.upper_bound(process);
  return behind != ranges_.begin() && std::prev(behind)->second >= process;
}

std::uint64_t ProcessRanges::size() const {
  std::uint64_t sum = 0;
  for (const auto& [first, last] : ranges_) sum += std::uint64_t{last} - first + 1;
  return sum;
}

}  // namespace weft::cli::otf_tools
