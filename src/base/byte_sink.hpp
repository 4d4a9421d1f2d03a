// SPDX-License-Identifier: BSD-3-Clause
// ByteSink: a growing buffer of numbers and bytes in one byte order. The counterpart of Cursor.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace weft {

class ByteSink {
 public:
  explicit ByteSink(ByteOrder order) : order_(order) {}

  // Both say where it went.
  template <std::unsigned_integral T>
  std::size_t put(T value) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    store(bytes_.data() + at, value, order_);
    return at;
  }
  std::size_t put(Bytes bytes) {
    const std::size_t at = bytes_.size();
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return at;
  }
  std::size_t put(std::string_view text) { return put(std::as_bytes(std::span(text))); }

  // Puts a number where another one was.
  template <std::unsigned_integral T>
  void replace(std::size_t at, T value) {
    store(bytes_.data() + at, value, order_);
  }
  // The bytes from `at` on, to be changed in place.
  std::span<std::byte> from(std::size_t at) { return std::span(bytes_).subspan(at); }

  ByteOrder order() const { return order_; }
  std::size_t size() const { return bytes_.size(); }
  Bytes bytes() const { return bytes_; }
  std::vector<std::byte> take() && { return std::move(bytes_); }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }

 private:
  std::vector<std::byte> bytes_;
  ByteOrder order_;
};

}  // namespace weft
