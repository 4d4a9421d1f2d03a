// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/key_value_text.hpp"

#include <bit>
#include <utility>

#include "cli/otf_tools/put_text.hpp"

namespace weft::cli::otf_tools {

using namespace otf;

namespace {

// What stands behind the key.
char* put_value(char* to, const KeyValues::Pair& pair) {
  const auto widened = [&](auto value) { return put_signed(to, static_cast<std::uint64_t>(std::int64_t{value})); };
  switch (pair.type) {
    case ValueType::character:
      *to = static_cast<char>(pair.bits);
      return to + 1;
    case ValueType::int8:
      return widened(static_cast<std::int8_t>(pair.bits));
    case ValueType::int16:
      return widened(static_cast<std::int16_t>(pair.bits));
    case ValueType::int32:
      return widened(static_cast<std::int32_t>(pair.bits));
    case ValueType::int64:
      return put_signed(to, pair.bits);
    case ValueType::float32:
      return put_real(to, std::bit_cast<float>(static_cast<std::uint32_t>(pair.bits)), 3);
    case ValueType::float64:
      return put_real(to, std::bit_cast<double>(pair.bits), 3);
    default:
      return put_decimal(to, pair.bits);
  }
}

char* put_bytes(char* to, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : bytes) {
    *to++ = digits[static_cast<unsigned char>(c) >> 4];
    *to++ = digits[static_cast<unsigned char>(c) & 15];
  }
  return to;
}

}  // namespace

void put_key_values(TextSink& out, const KeyValues& values, bool with_bytes) {
  std::string_view before = ", KeyValue: ";
  for (const KeyValues::Pair& pair : values.pairs()) {
    const std::string_view bytes = values.bytes(pair);
    char* to = put_word(out.room(4 * decimal_room + longest_real + 2 * bytes.size()), std::exchange(before, ", "));
    to = put_decimal(to, pair.key);
    *to++ = ':';
    if (pair.type != ValueType::byte_array) {
      to = put_value(to, pair);
    } else if (with_bytes) {
      to = put_bytes(to, bytes);
    } else {
      to = put_decimal(put_word(to, "byte-array("), bytes.size());
      *to++ = ')';
    }
    out.wrote_to(to);
  }
}

}  // namespace weft::cli::otf_tools
