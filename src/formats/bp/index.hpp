// SPDX-License-Identifier: BSD-3-Clause
// The three indices of a footer (docs/formats/bp.md, sections 5 to 7), taken apart into views of their bytes. The sets
// of characteristics stay undecoded: a file can have millions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bp/characteristics.hpp"
#include "formats/bp/layout.hpp"

namespace weft::bp {

// A process group.
struct GroupEntry {
  std::string_view group;
  bool is_fortran = false;
  std::uint32_t process = 0;  // the rank that wrote it
  std::string_view time_name;
  std::uint32_t time_index = 0;
  std::uint64_t offset = 0;
};

// A variable or an attribute, with a set for each of its blocks or values.
struct Entry {
  std::uint32_t id = 0;
  std::string_view group;
  std::string_view name;
  std::string_view path;
  DataType type{};
  std::uint64_t set_count = 0;
  Bytes sets;
  std::uint64_t sets_offset = 0;  // in the file
};

// path/name, without the slash where the path is empty or has one.
std::string full_name(std::string_view path, std::string_view name);

// As far as they can be read; what was wrong then, if anything was. `at` is where `index` begins in the file.
struct IndexDamage {
  std::string what;
  std::uint64_t offset = 0;
};
std::optional<IndexDamage> parse_group_index(
    Bytes index, std::uint64_t at, const Layout& layout, std::vector<GroupEntry>& groups);
std::optional<IndexDamage> parse_entries(
    Bytes index, std::uint64_t at, const Layout& layout, std::vector<Entry>& entries);

// Walks over the sets of an entry: `visit(Cursor set, unsigned count, std::uint64_t offset)` is called for each. False
// if they do not fill the entry.
template <class Visit>
bool each_set(const Entry& entry, ByteOrder order, Visit&& visit) {
  Cursor in(entry.sets, order);
  for (std::uint64_t i = 0; i < entry.set_count; ++i) {
    const unsigned count = in.get<std::uint8_t>();
    const std::uint32_t length = in.get<std::uint32_t>();
    const std::uint64_t offset = entry.sets_offset + in.offset();
    Cursor set = in.part(length);
    if (in.failed()) return false;
    visit(set, count, offset);
  }
  return in.at_end();
}

}  // namespace weft::bp
