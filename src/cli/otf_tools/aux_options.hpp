// SPDX-License-Identifier: BSD-3-Clause
// The command line of otfaux.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/otf_tools/tool.hpp"

namespace weft::cli::otf_tools {

struct AuxOptions {
  std::string input;
  std::string copy;  // empty: the trace itself gets new files
  std::uint32_t buffer_bytes = 1024;
  std::uint32_t file_handles = 100;

  std::optional<std::uint64_t> break_number;
  std::optional<std::uint64_t> break_distance;
  std::vector<std::uint64_t> breaks;

  bool snapshots = true;
  bool thumbnail = true;
  bool statistics = false;
  std::vector<std::uint32_t> streams;  // of statistics
  bool has_streams = false;            // or else: all
  bool function_groups = false;
  bool file_groups = false;
  std::uint32_t thumbnail_processes = 512;
  std::uint32_t thumbnail_samples = 4096;
  bool inline_snapshots = false;
  bool match_messages = false;

  bool overwrite = false;
  bool remove = false;
  bool compress = false;
  bool list = false;
  bool verbose = false;
  bool progress = false;
};

// The exit code if there is nothing left to do.
std::optional<int> parse_aux(Words words, AuxOptions& options);

}  // namespace weft::cli::otf_tools
