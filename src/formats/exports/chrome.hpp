// SPDX-License-Identifier: BSD-3-Clause
// Chrome's trace events: JSON that chrome://tracing, Perfetto and others show.
#pragma once

#include <memory>
#include <string>

#include "model/trace.hpp"

namespace weft::exports {

Result<std::unique_ptr<Sink>> create_chrome(const std::string& path, LossReport& loss);

}  // namespace weft::exports
