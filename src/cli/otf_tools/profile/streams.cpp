// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf_tools/profile/streams.hpp"

namespace weft::cli::otf_tools::profile {

std::uint64_t bytes_of_events(otf::TraceReader& trace) {
  std::uint64_t bytes = 0;
  for (const auto& [stream, processes] : trace.master().streams()) {
    const auto file = trace.open_file<otf::EventFile>(stream);
    if (file && *file) bytes += (*file)->file_bytes();
  }
  return bytes;
}

}  // namespace weft::cli::otf_tools::profile
