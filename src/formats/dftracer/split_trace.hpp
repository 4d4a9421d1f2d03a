// SPDX-License-Identifier: BSD-3-Clause
// A trace in pieces of a size, or of a length of time. Every piece can be read alone: the definitions that its events
// need are put into it, before them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/report.hpp"

namespace weft::dftracer {

struct SplitSettings {
  std::optional<std::uint64_t> bytes;        // of text in a piece, or
  std::optional<std::uint64_t> nanoseconds;  // between the beginnings of its first and last event, at most
  std::string name = "trace";                // pieces are NAME-1.pfw.gz, NAME-2.pfw.gz ...
  bool is_compressed = true;
  std::size_t threads = 0;
};

struct SplitCounts {
  std::uint64_t pieces = 0;
  std::uint64_t lines = 0;        // of the trace
  std::uint64_t definitions = 0;  // that were added to pieces
};

// `directory` is there. When something fails, some pieces may be in it.
Result<SplitCounts> split_trace(
    std::span<const std::string> files, const std::string& directory, const SplitSettings& settings, Report& report);

}  // namespace weft::dftracer
