// SPDX-License-Identifier: BSD-3-Clause
// The few words of OTF that all parts of a profile share. Only what reads files includes the reader, which is large.
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.hpp"
#include "formats/otf/line_schema.hpp"

namespace weft::otf {
class TraceReader;
}

namespace weft::cli::otf_tools::profile {

using otf::ProcessId;
using otf::Ticks;

// Called from time to time with how many bytes have been read, by one thread at a time. May be empty.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace weft::cli::otf_tools::profile
