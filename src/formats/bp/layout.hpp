// SPDX-License-Identifier: BSD-3-Clause
// The frame of a BP file: what depends on version and byte order, and the footer's last bytes (docs/formats/bp.md,
// sections 2, 4, 15).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_sink.hpp"
#include "base/cursor.hpp"
#include "base/result.hpp"

namespace weft::bp {

inline constexpr unsigned newest_version = 3;

struct Layout {
  unsigned version = newest_version;
  ByteOrder order = ByteOrder::little;

  bool operator==(const Layout&) const = default;

  // Ids of members and counts of sections were half as wide at first.
  std::size_t id_bytes() const { return version == 1 ? 2 : 4; }
  std::size_t section_head_bytes() const { return id_bytes() + 8; }
  bool has_array_attributes() const { return version >= 3; }

  std::uint32_t get_id(Cursor& in) const { return version == 1 ? in.get<std::uint16_t>() : in.get<std::uint32_t>(); }
  void put_id(ByteSink& out, std::uint32_t id) const {
    if (version == 1)
      out.put(static_cast<std::uint16_t>(id));
    else
      out.put(id);
  }
  void replace_id(ByteSink& out, std::size_t at, std::uint32_t id) const {
    if (version == 1)
      out.replace(at, static_cast<std::uint16_t>(id));
    else
      out.replace(at, id);
  }
  std::uint32_t largest_id() const { return version == 1 ? 0xffff : 0xffffffff; }
};

// A count of 16 bits and that many bytes.
inline std::string_view get_text(Cursor& in) { return in.text(in.get<std::uint16_t>()); }
inline constexpr std::size_t longest_text = 0xffff;
inline void put_text(ByteSink& out, std::string_view text) {
  out.put(static_cast<std::uint16_t>(text.size()));
  out.put(text);
}

inline constexpr std::uint8_t flag_yes = 'y';
inline constexpr std::uint8_t flag_no = 'n';
inline bool get_flag(Cursor& in) { return in.get<std::uint8_t>() == flag_yes; }
inline void put_flag(ByteSink& out, bool flag) { out.put(flag ? flag_yes : flag_no); }

inline constexpr std::size_t mini_footer_bytes = 28;
inline constexpr std::size_t release_tag_bytes = 28;

// Where the indices are, and what kind of file this is.
struct Footer {
  Layout layout;
  bool has_sub_files = false;   // only the footer is here
  bool has_time_index = false;  // blocks say their step themselves
  bool has_tag = false;
  std::string_view release;  // of the library that wrote the file, where it says so
  std::uint64_t group_index = 0;
  std::uint64_t variable_index = 0;
  std::uint64_t attribute_index = 0;
  std::uint64_t index_end = 0;
};

// From all bytes of a file, of which only the last ones are touched.
Result<Footer> parse_footer(Bytes file, const std::string& path);

// What stands behind the indices: the tag of a release such as "1.13.1", and the offsets.
void put_footer(ByteSink& out, const Footer& footer, std::string_view release);

}  // namespace weft::bp
