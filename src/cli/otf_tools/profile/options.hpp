// SPDX-License-Identifier: BSD-3-Clause
// What otfprofile was asked to do.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "cli/otf_tools/tool.hpp"

namespace weft::cli::otf_tools::profile {

enum class ClusterMethod : std::uint8_t { k_means, complete_linkage };

struct Options {
  std::string trace;
  std::string prefix = "result";
  std::uint32_t handles = 50;
  std::uint32_t buffer_bytes = 1 << 20;
  std::uint32_t most_groups = 16;
  int verbosity = 0;
  bool shows_progress = false;
  bool from_summaries = false;

  bool writes_csv = false;
  bool has_message_matrix = false;
  bool has_message_lengths = false;
  bool writes_latex = true;
  bool has_log_axes = true;
  bool writes_text = false;
  bool writes_json = false;

  bool clusters = false;
  ClusterMethod method = ClusterMethod::k_means;
  bool has_hard_groups = false;
  double quality = 0.1;
  std::string shrunk;  // name of the trace that otfshrink makes; empty: none

  bool has_dispersion = false;
  bool tells_dispersion = false;  // in tables
  bool marks_dispersion = false;  // in the trace
  bool filters_dispersion = false;
  bool by_call_path = false;
  std::uint32_t reduction_percent = 15;
  std::string earlier_filter;

  bool asks_for_help = false;
  bool asks_for_version = false;

  bool has_tables() const { return writes_latex || writes_text || writes_json; }
};

Result<Options> parse_options(Words words);

}  // namespace weft::cli::otf_tools::profile
