// SPDX-License-Identifier: BSD-3-Clause
// The numbers that the system gave to processes and threads, as formats and recorders tell them: properties of location
// groups whose names end in ".pid", and of locations whose names end in ".tid".
#pragma once

#include <cstdint>
#include <map>

#include "model/definitions.hpp"

namespace weft {

struct SystemNumbers {
  explicit SystemNumbers(const Definitions& definitions);

  std::map<LocationGroupRef, std::uint64_t> processes;
  std::map<LocationRef, std::uint64_t> threads;  // several locations may be of one
};

}  // namespace weft
