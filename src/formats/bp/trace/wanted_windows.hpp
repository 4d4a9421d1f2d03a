// SPDX-License-Identifier: BSD-3-Clause
// Which windows can hold the events that somebody asks for: the index says of every column in which windows it is, and
// between which bounds its numbers lie.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "formats/bp/reader.hpp"
#include "model/trace.hpp"

namespace weft::bptrace {

// Offsets of the process groups of such windows; nothing if any window may be one. Of the filter, kinds and regions
// count: who asks for times and locations is served before.
std::optional<std::set<std::uint64_t>> windows_with(const bp::Reader& file, const EventFilter& filter);

}  // namespace weft::bptrace
