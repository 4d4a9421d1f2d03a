// SPDX-License-Identifier: BSD-3-Clause
// Many trace files as one, line by line: merged, or compacted.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.hpp"
#include "base/zlib_stream.hpp"
#include "model/report.hpp"

namespace weft::dftracer {

struct CopySettings {
  bool drop_definitions = false;  // that say again what one before has said
  bool drop_identical = false;    // lines of which there was one before
  int level = usual_level;        // of compression
  std::size_t threads = 0;
};

struct CopyCounts {
  std::uint64_t lines = 0;        // written
  std::uint64_t definitions = 0;  // dropped
  std::uint64_t identical = 0;    // dropped
};

// Lines stay as they are, in the order of the files; those that are no JSON are mended, or left out, and reported.
Result<CopyCounts> copy_lines(
    std::span<const std::string> files, const std::string& out, const CopySettings& settings, Report& report);

// Whether a trace is of the dialect that has numbers for phases, and no brackets, judged by its first record.
bool has_numbered_phases(std::span<const std::string> files);

}  // namespace weft::dftracer
