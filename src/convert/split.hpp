// SPDX-License-Identifier: BSD-3-Clause
// Splitting: which pieces a trace is cut into.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "convert/cut_options.hpp"
#include "model/trace.hpp"

namespace weft {

enum class SplitBy : std::uint8_t { location, process, time, size };

struct Piece {
  std::string name;  // what tells it from the others: "location-5", "3"
  CutOptions cut;
};

// `amount` is ticks or bytes. Pieces of locations and processes keep messages and operations that others share, so that
// they can be put together again; pieces of time are valid by themselves.
Result<std::vector<Piece>> pieces_of(Trace& trace, SplitBy by, std::uint64_t amount, std::size_t threads);

}  // namespace weft
