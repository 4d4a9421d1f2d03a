// SPDX-License-Identifier: BSD-3-Clause
// Tables for scripts: a directory with a file of comma-separated values for each.
#pragma once

#include <memory>
#include <string>

#include "model/trace.hpp"

namespace weft::exports {

Result<std::unique_ptr<Sink>> create_csv(const std::string& path, LossReport& loss);

}  // namespace weft::exports
