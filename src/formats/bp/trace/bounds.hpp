// SPDX-License-Identifier: BSD-3-Clause
// Between which numbers a column of a window lies, as the index says: what needs no reading because of that.
#pragma once

#include <concepts>
#include <limits>
#include <optional>

#include "formats/bp/statistics.hpp"

namespace weft::bptrace {

template <std::unsigned_integral T>
struct Bounds {
  T least = 0;
  T most = std::numeric_limits<T>::max();
};

// All numbers where the index says none, or what damage made of them. A bound that T does not have becomes the nearest.
template <std::unsigned_integral T>
Bounds<T> bounds_of(const std::optional<bp::Statistics>& statistics) {
  Bounds<T> bounds;
  if (!statistics || !statistics->all().min || !statistics->all().max) return bounds;
  const long double min = *statistics->all().min, max = *statistics->all().max;
  if (!(min <= max)) return bounds;  // nor where one is no number
  const auto integer = [&](long double bound) {
    if (bound <= 0) return T{0};
    return bound >= static_cast<long double>(bounds.most) ? std::numeric_limits<T>::max() : static_cast<T>(bound);
  };
  return {integer(min), integer(max)};
}

}  // namespace weft::bptrace
