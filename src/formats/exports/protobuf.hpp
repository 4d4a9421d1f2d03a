// SPDX-License-Identifier: BSD-3-Clause
// The wire format of protocol buffers, as far as writing needs it: fields are a tag, which is the number of the field
// and how it is stored, and a value. A message within a message is its length and its fields. Whoever writes many small
// messages takes room for one, writes through a pointer, and says how far that went.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace weft::protobuf {

enum class Wire : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2 };

constexpr std::uint32_t tag(std::uint32_t field, Wire wire) { return field << 3 | static_cast<std::uint32_t>(wire); }

inline constexpr std::size_t longest_varint = 10;
inline constexpr std::size_t longest_tag = 5;

// Seven bits a byte, the lowest first; all but the last have the high bit.
inline char* put_varint(char* to, std::uint64_t value) {
  while (value >= 0x80) {
    *to++ = static_cast<char>(value | 0x80);
    value >>= 7;
  }
  *to++ = static_cast<char>(value);
  return to;
}

inline char* put_number(char* to, std::uint32_t field, std::uint64_t value) {
  return put_varint(put_varint(to, tag(field, Wire::varint)), value);
}
inline char* put_fixed64(char* to, std::uint32_t field, std::uint64_t value) {
  to = put_varint(to, tag(field, Wire::fixed64));
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}

class Buffer {
 public:
  char* room(std::size_t most) {
    if (bytes_.size() - used_ < most) [[unlikely]]
      bytes_.resize((bytes_.size() + most) * 2);
    return bytes_.data() + used_;
  }
  void wrote_to(const char* end) { used_ = static_cast<std::size_t>(end - bytes_.data()); }

  void number(std::uint32_t field, std::uint64_t value) {
    wrote_to(put_number(room(longest_tag + longest_varint), field, value));
  }
  // As protocol buffers have it, negative numbers are the 64 bits of their two's complement.
  void number(std::uint32_t field, std::int64_t value) { number(field, static_cast<std::uint64_t>(value)); }
  void fixed64(std::uint32_t field, std::uint64_t value) {
    wrote_to(put_fixed64(room(longest_tag + sizeof value), field, value));
  }
  void real(std::uint32_t field, double value) { fixed64(field, std::bit_cast<std::uint64_t>(value)); }
  void bytes(std::uint32_t field, std::string_view value) {
    char* to = room(longest_tag + longest_varint + value.size());
    to = put_varint(put_varint(to, tag(field, Wire::bytes)), value.size());
    if (!value.empty()) std::memcpy(to, value.data(), value.size());
    wrote_to(to + value.size());
  }

  // A message within the message. Its length gets as many bytes as it may need, which readers accept.
  [[nodiscard]] std::size_t begin(std::uint32_t field) {
    char* const to = put_varint(room(longest_tag + length_bytes), tag(field, Wire::bytes));
    wrote_to(to + length_bytes);
    return used_;
  }
  void end(std::size_t begin) {
    std::size_t length = used_ - begin;
    for (std::size_t i = 0; i < length_bytes; ++i, length >>= 7)
      bytes_[begin - length_bytes + i] = static_cast<char>((length & 0x7f) | (i + 1 < length_bytes ? 0x80 : 0));
  }

  std::string_view text() const { return {bytes_.data(), used_}; }
  void clear() { used_ = 0; }

 private:
  static constexpr std::size_t length_bytes = 5;  // up to 32 GiB

  std::vector<char> bytes_;
  std::size_t used_ = 0;
};

}  // namespace weft::protobuf
