// SPDX-License-Identifier: BSD-3-Clause
// What the last event of a process tells: how it was recorded, where events came from, and what the application has to
// say about itself.
#pragma once

#include <string_view>

#include "record/dftracer_style.hpp"

namespace weft::dftracer {

void tell_at_end(LinePen& pen, const recording::DftracerFacts& facts);

// The last value of a key counts.
void set_app_metadata(std::string_view key, std::int64_t value);
void set_app_metadata(std::string_view key, std::string_view value);
void mark_used(std::string_view name);

}  // namespace weft::dftracer
