// SPDX-License-Identifier: BSD-3-Clause
// Perfetto's trace format: a sequence of protocol buffers that ui.perfetto.dev and its trace processor read.
#pragma once

#include <memory>
#include <string>

#include "model/trace.hpp"

namespace weft::exports {

Result<std::unique_ptr<Sink>> create_perfetto(const std::string& path, LossReport& loss);

}  // namespace weft::exports
