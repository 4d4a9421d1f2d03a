// SPDX-License-Identifier: BSD-3-Clause
// The bridge into OTF2: definitions and batches from any source become an archive.
#pragma once

#include <optional>

#include "base/staging.hpp"
#include "model/trace.hpp"

namespace weft::otf2 {

Result<std::unique_ptr<Sink>> create_sink(const std::string& path, LossReport& loss);
// With chunks of events of this size; of the usual one without.
Result<std::unique_ptr<Sink>> create_sink(
    const std::string& path, LossReport& loss, std::optional<std::uint64_t> chunk_bytes);

// Where to write an archive that is to appear when it is whole.
Result<Staging> stage_archive(const std::string& anchor_path);

}  // namespace weft::otf2
