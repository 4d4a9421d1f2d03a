// SPDX-License-Identifier: BSD-3-Clause
#include "cli/adios_tools/slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace weft::cli::adios_tools {

Result<Slice> slice_of(std::span<const std::uint64_t> sizes, std::span<const std::int64_t> start,
    std::span<const std::int64_t> count, const std::string& name) {
  Slice slice;
  slice.box.rank = sizes.size();
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const std::uint64_t size = sizes[d];
    const std::int64_t from = d < start.size() ? start[d] : 0;
    const std::int64_t many = d < count.size() ? count[d] : -1;
    const std::uint64_t first = static_cast<std::uint64_t>(from) + (from < 0 ? size : 0);
    if (first > size || many < -1 || (many >= 0 && static_cast<std::uint64_t>(many) > size - first))
      return Error{
          Errc::invalid_argument, fmt::format("'{}' has no {} elements from {} on in dimension {}, whose size is {}",
                                      name, many == -1 ? "more" : std::to_string(many), from, d, size)};
    slice.box.start[d] = first;
    slice.box.count[d] = many == -1 ? size - first : static_cast<std::uint64_t>(many);
    slice.is_whole = slice.is_whole && slice.box.count[d] == size;
  }
  return slice;
}

std::optional<Slice> clipped_slice_of(
    std::span<const std::uint64_t> sizes, std::span<const std::int64_t> start, std::span<const std::int64_t> count) {
  std::vector<std::int64_t> clipped(
      count.begin(), count.begin() + static_cast<std::ptrdiff_t>(std::min(count.size(), sizes.size())));
  for (std::size_t d = 0; d < clipped.size(); ++d) {
    const std::int64_t from = d < start.size() ? start[d] : 0;
    const std::uint64_t first = static_cast<std::uint64_t>(from) + (from < 0 ? sizes[d] : 0);
    const std::uint64_t left = first < sizes[d] ? sizes[d] - first : 0;
    if (clipped[d] >= 0 && static_cast<std::uint64_t>(clipped[d]) > left) clipped[d] = static_cast<std::int64_t>(left);
  }
  auto slice = slice_of(sizes, start, clipped, {});
  if (!slice || (!slice->is_whole && slice->box.elements() == 0)) return std::nullopt;
  return *std::move(slice);
}

void put_slice(TextSink& out, char comment, const Slice& slice) {
  out.put(comment), out.put("   slice (");
  for (std::size_t d = 0; d < slice.box.rank; ++d) {
    if (d) out.put(", ");
    out.number(slice.box.start[d]), out.put(':'), out.number(slice.box.start[d] + slice.box.count[d] - 1);
  }
  out.put(")\n");
}

std::size_t digits_of(std::uint64_t number) {
  std::size_t digits = 1;
  while (number >= 10) number /= 10, ++digits;
  return digits;
}

}  // namespace weft::cli::adios_tools
