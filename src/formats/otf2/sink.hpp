// SPDX-License-Identifier: BSD-3-Clause
// The bridge into OTF2: definitions and batches from any source become an archive.
#pragma once

#include "model/trace.hpp"

namespace weft::otf2 {

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss);

}  // namespace weft::otf2
