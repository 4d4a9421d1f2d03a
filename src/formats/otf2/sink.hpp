// SPDX-License-Identifier: BSD-3-Clause
// The bridge into OTF2: definitions and batches from any source become an archive.
#pragma once

#include "base/staging.hpp"
#include "model/trace.hpp"

namespace weft::otf2 {

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss);

// Where to write an archive that is to appear when it is whole.
Result<Staging> stage_archive(const std::string& anchor_path);

}  // namespace weft::otf2
