// SPDX-License-Identifier: BSD-3-Clause
// TextSink: text and JSON built piece by piece in one buffer, written out in large blocks. For printing many records.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/decimal.hpp"
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
    char digits[decimal_room];
    const auto size = static_cast<std::size_t>(put_decimal(digits, value) - digits);
    if (size < width) pad(width - size);
    put(std::string_view(digits, size));
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

  // Room for text that is put there by hand, and how far that went.
  char* room(std::size_t most) {
    if (buffer_.size() - used_ < most) [[unlikely]]
      grow(most);
    return buffer_.data() + used_;
  }
  void wrote_to(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }

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

  void grow(std::size_t more);

  void digits(std::uint64_t value) { wrote_to(put_decimal(room(decimal_room), value)); }

  int fd_ = -1;
  std::optional<Error> error_;  // of the first write that failed
  std::size_t used_ = 0;
  std::vector<char> buffer_;
};

}  // namespace weft
