// SPDX-License-Identifier: BSD-3-Clause
// TextSink: text and JSON built piece by piece in one buffer, written out in large blocks. For printing many records.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace weft {

class TextSink {
 public:
  // Writes to a file descriptor that stays the caller's.
  explicit TextSink(int fd) : fd_(fd) {}
  // Keeps everything, to be taken with `text()`.
  TextSink() = default;

  void put(char c) { *room(1) = c, ++used_; }
  void put(std::string_view text) {
    if (text.empty()) return;
    std::memcpy(room(text.size()), text.data(), text.size());
    used_ += text.size();
  }
  template <std::integral T>
  void number(T value) {
    if constexpr (std::is_signed_v<T>) {
      if (value < 0) put('-');
      digits(value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value));
    } else {
      digits(value);
    }
  }
  // Right-aligned in `width` columns.
  void number_right(std::uint64_t value, std::size_t width) {
    const std::size_t size = std::max(width, digits_of(value));
    char* const place = room(size);
    std::memset(place, ' ', size);
    put_digits(place + size, value);
    used_ += size;
  }
  void pad(std::size_t blanks) {
    if (blanks == 0) return;
    std::memset(room(blanks), ' ', blanks);
    used_ += blanks;
  }
  // Left-aligned in `width` columns.
  void left(std::string_view text, std::size_t width) {
    put(text);
    if (text.size() < width) pad(width - text.size());
  }
  void real(double value);  // shortest text that reads back as the same number

  // Writes what has gathered once it is worth a system call. An error stays until asked for.
  void flush_if_large() {
    if (fd_ >= 0 && used_ >= flush_bytes) static_cast<void>(flush());
  }
  Result<> flush();
  bool failed() const { return error_.has_value(); }

  std::string_view text() const { return {buffer_.data(), used_}; }
  void clear() { used_ = 0; }

 private:
  static constexpr std::size_t flush_bytes = 1 << 18;

  char* room(std::size_t more) {
    if (buffer_.size() - used_ < more) [[unlikely]]
      grow(more);
    return buffer_.data() + used_;
  }
  void grow(std::size_t more);

  void digits(std::uint64_t value) {
    const std::size_t size = digits_of(value);
    put_digits(room(size) + size, value);
    used_ += size;
  }
  // The length in bits tells the number of digits, or one too many.
  static std::size_t digits_of(std::uint64_t value) {
    const std::size_t most = static_cast<std::size_t>(64 - std::countl_zero(value | 1)) * 1233 >> 12;
    return most + (value >= powers_of_ten[most] ? 1 : 0);
  }
  // Two at a time, from the last one backwards.
  static void put_digits(char* end, std::uint64_t value) {
    for (; value >= 100; value /= 100) std::memcpy(end -= 2, two_digits + 2 * (value % 100), 2);
    if (value >= 10)
      std::memcpy(end - 2, two_digits + 2 * value, 2);
    else
      end[-1] = static_cast<char>('0' + value);
  }
  static constexpr std::array<std::uint64_t, 20> powers_of_ten = [] {
    std::array<std::uint64_t, 20> powers{0};
    for (std::uint64_t i = 1, power = 10; i < powers.size(); ++i, power *= 10) powers[i] = power;
    return powers;
  }();
  static constexpr char two_digits
      [] = "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
           "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

  int fd_ = -1;
  std::optional<Error> error_;  // of the first write that failed
  std::size_t used_ = 0;
  std::vector<char> buffer_;
};

}  // namespace weft
