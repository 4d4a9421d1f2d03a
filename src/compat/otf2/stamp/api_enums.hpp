// SPDX-License-Identifier: BSD-3-Clause
// Enumerations of the C interface that no record has a field of, so that the schema does not know them.
#pragma once

#include <cstdint>

#include "schema/enumeration.hpp"

namespace weft::otf2::stamp {

WEFT_ENUM(Boolean, std::uint8_t, false_ = 0, true_ = 1)

WEFT_ENUM(FileMode, std::uint8_t, write = 0, read = 1, modify = 2)

WEFT_ENUM(FileType, std::uint8_t, anchor = 0, global_defs = 1, local_defs = 2, events = 3, snapshots = 4, thumbnail = 5,
    marker = 6, sionrankmap = 7)

WEFT_ENUM(FlushType, std::uint8_t, no_flush = 0, flush = 1)

WEFT_ENUM(Hint, std::uint8_t, global_reader = 0)

// The two halves of MetricMode: the low four bits and the high four.
WEFT_ENUM(MetricValueProperty, std::uint8_t, accumulated = 0, absolute = 1, relative = 2, mask = 0x0f)
WEFT_ENUM(MetricTiming, std::uint8_t, start = 0, point = 0x10, last = 0x20, next = 0x30, mask = 0xf0)

// What stands in the place of a rank when a collective operation has no root of its own.
WEFT_ENUM(CollectiveRoot, std::uint32_t, none = 0xffffffff, self = 0xfffffffe, this_group = 0xfffffffd)

}  // namespace weft::otf2::stamp
