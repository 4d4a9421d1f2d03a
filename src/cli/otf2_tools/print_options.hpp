// SPDX-License-Identifier: BSD-3-Clause
// The command line of otf2-print.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/otf2_tools/tool.hpp"
#include "model/refs.hpp"

namespace weft::cli::otf2_tools {

struct PrintOptions {
  std::string anchor;
  bool all = false;
  bool global_definitions = false;
  bool info = false;
  bool thumbnails = false;
  bool thumbnail_samples = false;
  bool mappings = false;
  bool clock_offsets = false;
  bool local_definitions = true;
  bool snapshots = true;
  bool times_from_offset = false;
  bool system_tree = false;
  bool silent = false;
  bool unwind = false;
  bool warnings_are_errors = false;
  bool debug = false;
  std::optional<LocationRef> location;
  std::optional<std::uint64_t> step;
  Ticks first_time = 0;
  Ticks last_time = ~Ticks{0};

  bool shows_time(Ticks time) const { return first_time <= time && time <= last_time; }
};

// An exit code instead if there is nothing left to do.
std::optional<int> parse(Words words, PrintOptions& options);

}  // namespace weft::cli::otf2_tools
