// SPDX-License-Identifier: BSD-3-Clause
// Speedscope's file format: one profile of calls for each location, which share their frames.
#pragma once

#include <memory>
#include <string>

#include "model/trace.hpp"

namespace weft::exports {

Result<std::unique_ptr<Sink>> create_speedscope(const std::string& path, LossReport& loss);

}  // namespace weft::exports
