// SPDX-License-Identifier: BSD-3-Clause
// Folded stacks, which programs that draw flame graphs read: a line for each stack that occurred, and how many
// nanoseconds what is innermost took for itself. Stacks of the same names are one, whatever their locations.
#pragma once

#include <memory>
#include <string>

#include "model/trace.hpp"

namespace weft::exports {

Result<std::unique_ptr<Sink>> create_folded(const std::string& path, LossReport& loss);

}  // namespace weft::exports
