// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace weft::bp {

namespace {

constexpr std::uint32_t version_mask = 0x000000ff;
constexpr std::uint32_t sub_files_flag = 0x00000100;
constexpr std::uint32_t time_index_flag = 0x00000200;
constexpr std::uint32_t big_endian_flag = 0x80000000;
constexpr std::uint32_t big_endian_mask = 0xff000000;

constexpr std::string_view tag_begin = "ADIOS-BP";
constexpr std::string_view tag_release_begin = "ADIOS-BP v";
constexpr std::size_t tag_text_bytes = 24;

// "1.13.1": its numbers, as many as there are.
void put_release_numbers(ByteSink& out, std::string_view release) {
  const char* at = release.data();
  const char* const end = at + release.size();
  for (int part = 0; part < 3; ++part) {
    std::uint8_t number = 0;
    at = std::from_chars(at, end, number).ptr;
    if (at != end) ++at;
    out.put(number);
  }
  out.put(std::uint8_t{0});
}

}  // namespace

Result<Footer> parse_footer(Bytes file, const std::string& path) {
  if (file.size() < mini_footer_bytes)
    return Error{Errc::corrupt,
        fmt::format("expected the {} last bytes of a BP file, found {}", mini_footer_bytes, file.size()), path, 0};
  const std::uint64_t at = file.size() - mini_footer_bytes;
  const Bytes last = file.subspan(static_cast<std::size_t>(at));
  const auto word = load<std::uint32_t>(last.data() + 24, ByteOrder::big);
  Footer footer;
  footer.layout.version = word & version_mask;
  footer.layout.order = word & big_endian_mask ? ByteOrder::big : ByteOrder::little;
  footer.has_sub_files = word & sub_files_flag;
  footer.has_time_index = word & time_index_flag;
  if (footer.layout.version < 1 || footer.layout.version > newest_version)
    return Error{Errc::corrupt,
        fmt::format(
            "expected version 1 to {} in the last byte of a BP file, found {}", newest_version, footer.layout.version),
        path, at + 24};
  Cursor in(last, footer.layout.order);
  footer.group_index = in.get<std::uint64_t>();
  footer.variable_index = in.get<std::uint64_t>();
  footer.attribute_index = in.get<std::uint64_t>();
  footer.index_end = at;
  if (at >= release_tag_bytes) {
    Cursor tag(file.subspan(static_cast<std::size_t>(at - release_tag_bytes), release_tag_bytes), ByteOrder::little);
    const std::string_view text = tag.text(tag_text_bytes);
    if (text.starts_with(tag_begin)) {
      footer.has_tag = true;
      footer.index_end = at - release_tag_bytes;
      footer.release = text.substr(std::min(tag_release_begin.size(), text.size()));
      footer.release = footer.release.substr(0, footer.release.find_last_not_of(' ') + 1);
    }
  }
  if (footer.group_index >= footer.variable_index || footer.variable_index >= footer.attribute_index ||
      footer.attribute_index > footer.index_end)
    return Error{Errc::corrupt,
        fmt::format("expected three indices one after the other before byte {}, found offsets {}, {}, {}",
            footer.index_end, footer.group_index, footer.variable_index, footer.attribute_index),
        path, at};
  return footer;
}

void put_footer(ByteSink& out, const Footer& footer, std::string_view release) {
  std::string text(tag_release_begin);
  text.append(release.substr(0, tag_text_bytes - tag_release_begin.size()));
  text.resize(tag_text_bytes, ' ');
  out.put(text);
  put_release_numbers(out, release);
  out.put(footer.group_index);
  out.put(footer.variable_index);
  out.put(footer.attribute_index);
  std::uint32_t word = footer.layout.version;
  if (footer.has_sub_files) word |= sub_files_flag;
  if (footer.has_time_index) word |= time_index_flag;
  if (footer.layout.order == ByteOrder::big) word |= big_endian_flag;
  std::byte bytes[sizeof word];
  store(bytes, word, ByteOrder::big);
  out.put(Bytes(bytes));
}

}  // namespace weft::bp
