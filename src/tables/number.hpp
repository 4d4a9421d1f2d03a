// SPDX-License-Identifier: BSD-3-Clause
// Number: a typed value as tables hold it, once for reckoning and once exactly.
#pragma once

#include <cstdint>
#include <optional>

#include "model/values.hpp"

namespace weft::tables {

struct Number {
  double real = 0;
  std::optional<std::int64_t> integer;  // nothing if it is not whole, or too large
};

inline Number number_of(const TypedValue& value) {
  if (is_floating(value.type)) return {value.as_double(), {}};
  if (is_signed(value.type)) return {static_cast<double>(value.as_signed()), value.as_signed()};
  if (value.bits > INT64_MAX) return {static_cast<double>(value.bits), {}};
  return {static_cast<double>(value.bits), static_cast<std::int64_t>(value.bits)};
}

}  // namespace weft::tables
