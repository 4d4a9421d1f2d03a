// SPDX-License-Identifier: BSD-3-Clause
// Vocabulary: what a profile needs from the definitions of a trace. Ids that are not defined get a name that shows
// them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/otf_tools/profile/reading.hpp"
#include "formats/otf/vocabulary.hpp"

namespace weft::cli::otf_tools::profile {

struct Vocabulary {
  struct Process {
    std::string name;
    ProcessId parent = 0;
  };

  std::uint64_t ticks_per_second = otf::default_resolution;
  std::string version;
  std::string creator;
  std::vector<std::string> comments;
  std::map<ProcessId, Process> processes;
  std::map<std::uint32_t, std::string> functions;
  std::map<std::uint32_t, std::string> counters;  // the accumulating ones
  std::unordered_map<std::uint32_t, std::uint32_t> collective_classes;
  std::optional<std::uint32_t> received_time;  // key of what otfaux knows about messages

  double seconds(double ticks) const { return ticks / static_cast<double>(ticks_per_second); }
  std::string process_name(ProcessId process) const;
  std::string function_name(std::uint32_t function) const;
};

Result<Vocabulary> read_vocabulary(otf::TraceReader& trace);

}  // namespace weft::cli::otf_tools::profile
