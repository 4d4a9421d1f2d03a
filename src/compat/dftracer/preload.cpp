// SPDX-License-Identifier: BSD-3-Clause
// What the library that is loaded before a program has more than the other one: it begins before main.
#include "compat/dftracer/recording.hpp"

namespace {

[[gnu::constructor]] void begin() { weft::dftracer::begin_by_preload(); }

}  // namespace
