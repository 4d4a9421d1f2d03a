// SPDX-License-Identifier: BSD-3-Clause
// What calls to a file system do, by name. The names are those of symbols, so many are spellings of one call.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/io_span.hpp"

namespace weft::dftracer {

// Which arguments tell how many bytes a call moved.
enum class BytesIn : std::uint8_t { nothing, ret, ret_times_size, ret_len, str_len, one, word };

struct IoCall {
  IoClass io_class = IoClass::other;
  BytesIn bytes = BytesIn::nothing;
  IoPlacing placing = IoPlacing::unknown;
  // Of one that reads from a file and writes to another: the argument that names the other one.
  std::string_view other_file = {};
};

// pread64, __pread_chk and pread are the same.
IoCall io_call(std::string_view symbol);

// By the flags of open, as Linux has them on most machines, which is what recorders write. A file that has no name yet
// is told by the directory that it would be in.
constexpr bool opens_directory(std::uint64_t flags) {
  constexpr std::uint64_t directory = 0200000, temporary_file = 020000000;
  return (flags & directory) != 0 && (flags & temporary_file) == 0;
}

// How many bytes a call moved: none if it failed, nothing if it does not say. `argument(name)` answers an optional
// number.
template <class Arguments>
std::optional<std::uint64_t> bytes_moved(BytesIn told_in, const Arguments& argument) {
  using Bytes = std::optional<std::uint64_t>;
  const auto natural = [&](std::string_view name) -> Bytes {
    const std::optional<std::int64_t> number = argument(name);
    return number ? Bytes(*number > 0 ? static_cast<std::uint64_t>(*number) : 0) : std::nullopt;
  };
  const auto unless_failed = [&](Bytes bytes) { return argument("ret").value_or(0) < 0 ? Bytes(0) : bytes; };
  switch (told_in) {
    case BytesIn::nothing:
      return std::nullopt;
    case BytesIn::ret:
      return natural("ret");
    case BytesIn::ret_times_size: {
      const Bytes items = natural("ret"), size = natural("size");
      std::uint64_t bytes = 0;
      if (!items || !size || __builtin_mul_overflow(*items, *size, &bytes)) return std::nullopt;
      return bytes;
    }
    case BytesIn::ret_len:
      return natural("ret_len");
    case BytesIn::str_len:
      return unless_failed(natural("str_len"));
    case BytesIn::one:
      return argument("ret") ? unless_failed(1) : std::nullopt;
    case BytesIn::word: {
      constexpr std::int64_t failed = -1;  // words may be negative as well
      const auto answer = argument("ret");
      return answer ? Bytes(*answer == failed ? 0 : sizeof(int)) : std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace weft::dftracer
