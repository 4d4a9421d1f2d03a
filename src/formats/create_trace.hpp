// SPDX-License-Identifier: BSD-3-Clause
// A new trace of any format, as options of copies ask for it.
#pragma once

#include <memory>
#include <string>

#include "model/trace.hpp"

namespace weft {

// An error if the format has no place for what is asked for. `loss` must outlive the sink.
Result<std::unique_ptr<Sink>> create_trace(
    const Format& format, const std::string& path, const CopyOptions& options, LossReport& loss);

}  // namespace weft
