// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/index.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::bp {

namespace {

constexpr std::uint64_t least_group_bytes = 23;  // with its length

}  // namespace

std::string full_name(std::string_view path, std::string_view name) {
  std::string full(path);
  if (!full.empty() && full.back() != '/') full += '/';
  return full.append(name);
}

std::optional<IndexDamage> parse_group_index(
    Bytes index, std::uint64_t at, const Layout& layout, std::vector<GroupEntry>& groups) {
  Cursor in(index, layout.order);
  const std::uint64_t count = in.get<std::uint64_t>();
  in.skip(sizeof(std::uint64_t));  // the length: it leaves out lengths, and is of no use
  groups.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(count, index.size() / least_group_bytes)));
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t here = at + in.offset();
    Cursor entry = in.part(in.get<std::uint16_t>());
    GroupEntry group;
    group.group = get_text(entry);
    group.is_fortran = get_flag(entry);
    group.process = entry.get<std::uint32_t>();
    group.time_name = get_text(entry);
    group.time_index = entry.get<std::uint32_t>();
    group.offset = entry.get<std::uint64_t>();
    if (in.failed() || entry.failed())
      return IndexDamage{fmt::format("expected process group {} of {} in the index", i, count), here};
    groups.push_back(group);
  }
  if (!in.at_end())
    return IndexDamage{fmt::format("expected the end of an index of {} process groups", count), at + in.offset()};
  return std::nullopt;
}

std::optional<IndexDamage> parse_entries(
    Bytes index, std::uint64_t at, const Layout& layout, std::vector<Entry>& entries) {
  Cursor in(index, layout.order);
  const std::uint64_t count = layout.get_id(in);
  in.skip(sizeof(std::uint64_t));
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t here = at + in.offset();
    const std::uint32_t length = in.get<std::uint32_t>();
    Cursor bytes = in.part(length);
    Entry entry;
    entry.id = layout.get_id(bytes);
    entry.group = get_text(bytes);
    entry.name = get_text(bytes);
    entry.path = get_text(bytes);
    entry.type = static_cast<DataType>(bytes.get<std::uint8_t>());
    entry.set_count = bytes.get<std::uint64_t>();
    entry.sets_offset = here + sizeof length + bytes.offset();
    if (in.failed() || bytes.failed())
      return IndexDamage{fmt::format("expected entry {} of {} in an index", i, count), here};
    entry.sets = bytes.take(bytes.left());
    entries.push_back(entry);
  }
  if (!in.at_end())
    return IndexDamage{fmt::format("expected the end of an index of {} entries", count), at + in.offset()};
  return std::nullopt;
}

}  // namespace weft::bp
