// SPDX-License-Identifier: BSD-3-Clause
// Results of Weft become exceptions here: at the edge, and nowhere else.
#pragma once

#include <utility>

#include "base/result.hpp"

namespace weft::python {

// What the module turns into weft.Error.
struct Raised {
  Error error;
};

template <class T>
T value_or_raise(Result<T> result) {
  if (!result) throw Raised{std::move(result).error()};
  return std::move(result).take();
}

}  // namespace weft::python
