// SPDX-License-Identifier: BSD-3-Clause
// Transforms: blocks that were compressed on their way to the file (docs/formats/bp.md, section 17).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "formats/bp/characteristics.hpp"

namespace weft::bp {

// The elements before the transform, `bytes` of them in the byte order of the writer. `stored` is the payload.
Result<std::vector<std::byte>> undo_transform(
    const Transform& transform, Bytes stored, std::uint64_t bytes, ByteOrder order);

}  // namespace weft::bp
