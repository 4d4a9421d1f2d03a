// SPDX-License-Identifier: BSD-3-Clause
// Writing to files that are open only while they are written: all or nothing, and nothing that allocates.
#pragma once

#include <sys/uio.h>

#include <cstdint>
#include <span>
#include <string>

namespace weft::recording {

// Writes `parts`, one behind the other, at `offset`; creates the file if it is not there. 0, or errno, and then the
// file ends at `offset`: half of something is worse than nothing.
int write_whole(const std::string& path, std::span<iovec> parts, std::uint64_t offset) noexcept;

}  // namespace weft::recording
