// SPDX-License-Identifier: BSD-3-Clause
// A trace written into a BP file: one process group for all definitions, then one for each window of each location.
#pragma once

#include <memory>
#include <string>

#include "model/loss_report.hpp"
#include "model/source.hpp"

namespace weft::bptrace {

// `path` must not exist.
Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss);
Result<std::unique_ptr<Sink>> create_sink(const std::string& path, std::size_t window_bytes);

}  // namespace weft::bptrace
