// SPDX-License-Identifier: BSD-3-Clause
// Cursor: numbers and bytes taken from the front of a buffer, in either byte order. One that runs dry fails, stays
// failed and gives zeros and nothing: ask once per record.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.hpp"

namespace weft {

class Cursor {
 public:
  Cursor(Bytes bytes, ByteOrder order) : bytes_(bytes), order_(order) {}

  template <std::unsigned_integral T>
  T get() {
    if (left() < sizeof(T)) return fail(), T{0};
    const T value = load<T>(bytes_.data() + at_, order_);
    at_ += sizeof(T);
    return value;
  }
  Bytes take(std::uint64_t count) {
    if (left() < count) return fail(), Bytes{};
    const Bytes taken = bytes_.subspan(at_, static_cast<std::size_t>(count));
    at_ += taken.size();
    return taken;
  }
  std::string_view text(std::uint64_t count) {
    const Bytes taken = take(count);
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }
  void skip(std::uint64_t count) { take(count); }
  // The next `count` bytes, to be read on their own.
  Cursor part(std::uint64_t count) { return {take(count), order_}; }

  ByteOrder order() const { return order_; }
  std::size_t offset() const { return at_; }  // from the front of the buffer
  std::size_t left() const { return failed_ ? 0 : bytes_.size() - at_; }
  bool at_end() const { return left() == 0; }
  bool failed() const { return failed_; }
  void fail() { failed_ = true; }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
  ByteOrder order_;
  bool failed_ = false;
};

}  // namespace weft
