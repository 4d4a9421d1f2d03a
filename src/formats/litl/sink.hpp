// SPDX-License-Identifier: BSD-3-Clause
// The model becomes a LiTL trace, or an archive where there are several processes, and a mapping file beside it.
#pragma once

#include "model/trace.hpp"

namespace weft::litl {

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss);

}  // namespace weft::litl
