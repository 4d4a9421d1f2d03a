// SPDX-License-Identifier: BSD-3-Clause
// The command line of otfshrink.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "cli/otf_tools/process_ranges.hpp"
#include "cli/otf_tools/tool.hpp"

namespace weft::cli::otf_tools {

struct ShrinkOptions {
  std::string input;
  std::string output;
  ProcessRanges listed;  // to keep, or with `inverts` to drop
  bool inverts = false;
  std::map<std::uint32_t, ProcessRanges> substitutes;  // by the process that stays
  ProcessRanges substituted;                           // those that do not
  bool maps = false;
  char simulate = 0;     // 'l', 'r' or 't': how to show the choice
  std::string describe;  // a trace whose processes are shown

  bool keeps(std::uint32_t process) const {
    return maps ? !substituted.contains(process) : listed.contains(process) != inverts;
  }
};

// Exit codes of the reference.
enum ShrinkStatus : int {
  link_failed = 2,
  bad_arguments = 100,
  no_input = 101,
  no_output_folder = 103,
  same_output = 104,
  unreadable_input = 110,
  bad_definitions = 111,
  write_failed = 112,
};

// The exit code if there is nothing left to do.
std::optional<int> parse_shrink(Words words, ShrinkOptions& options);

}  // namespace weft::cli::otf_tools
