// SPDX-License-Identifier: BSD-3-Clause
// Records with the values of otf_samples.h, made from their declarations.
#pragma once

#include <array>

#include "formats/otf/key_values.hpp"
#include "formats/otf/records.hpp"
// A header of C: its casts are C's.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#include "otf_samples.h"
#pragma GCC diagnostic pop

namespace weft::otf {

// Lists borrow their elements from `elements`.
template <class R>
R sample_record(unsigned round, std::array<std::uint32_t, 4>& elements) {
  R record;
  unsigned field = 0;
  R::schema.each([&](const auto& f) {
    auto& value = record.*f.member;
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::string_view>) {
      const char* const text = ::sample_text(R::schema.id, round, field);
      value = text ? std::string_view(text) : std::string_view();
    } else if constexpr (is_sequence<Value>) {
      const std::uint32_t size = ::sample_list(R::schema.id, round, field, elements.data());
      value = std::span<const std::uint32_t>(elements.data(), size);
    } else {
      value = static_cast<Value>(::sample_number(R::schema.id, round, field, sizeof(Value) == 8));
    }
    ++field;
  });
  return record;
}

inline void sample_values(unsigned place, KeyValues& values) {
  values.clear();
  if (!::sample_has_values(place)) return;
  for (unsigned pair = 0; pair < 3; ++pair) {
    const auto type = static_cast<ValueType>(::sample_value_type(place, pair));
    std::uint8_t bytes[1000];
    if (type == ValueType::byte_array)
      values.add_bytes(place + pair, {reinterpret_cast<const char*>(bytes), ::sample_bytes(place, bytes)});
    else
      values.add(place + pair, type, ::sample_value(place, pair));
  }
}

}  // namespace weft::otf
