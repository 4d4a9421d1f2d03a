// SPDX-License-Identifier: BSD-3-Clause
// How large arrays are, and whether somebody wrote them: a damaged size must not make anybody write zeros for days.
#pragma once

#include <cstddef>

#include "base/result.hpp"
#include "formats/bp/reader.hpp"

namespace weft::bp {

// The array in the largest of its steps, and its largest block where blocks stand alone.
Box largest_step(const Variable& variable);
Box largest_block(const Variable& variable);

// An error if a part of an array is large and nearly nothing of it was written in this step.
Result<> check_filled(const Reader& reader, const Variable& variable, const Box& part, std::size_t step);

}  // namespace weft::bp
