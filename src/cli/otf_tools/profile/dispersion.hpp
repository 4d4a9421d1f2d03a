// SPDX-License-Identifier: BSD-3-Clause
// Dispersion: how unlike the calls of a function are in the time they take for themselves (docs/formats/otf.md, section
// 11.8). The calls are read twice, first for the range of their times, then to sort them into bins of it: memory is
// bounded by functions, or by call paths, not by calls.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/otf_tools/profile/reading.hpp"

namespace weft::cli::otf_tools::profile {

struct Bin {
  std::uint64_t count = 0;
  std::uint64_t least = 0;
  std::uint64_t most = 0;

  void add(std::uint64_t time) { add(Bin{1, time, time}); }
  void add(const Bin& other) {
    if (other.count == 0) return;
    least = count == 0 || other.least < least ? other.least : least;
    most = other.most > most ? other.most : most;
    count += other.count;
  }
};

// Times in ticks.
struct Distribution {
  std::uint64_t count = 0;
  double average = 0;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
  double percentile_95 = 0;
  std::uint64_t weight = 0;  // how far the longest call is above the upper quartile
  std::vector<Bin> bins;     // those with calls, ascending

  Ticks longest_begin = 0;
  ProcessId longest_process = 0;
};

struct PathDispersion {
  std::vector<std::uint32_t> path;  // functions, the outermost first
  Distribution times;
};

struct FunctionDispersion {
  std::uint32_t function = 0;
  Distribution times;
  std::vector<PathDispersion> paths;  // of its calls, if asked for
};

struct Dispersion {
  std::vector<FunctionDispersion> functions;  // whose calls differ; heaviest first
  std::vector<PathDispersion> paths;          // all call paths, if asked for; lightest first
};

Result<Dispersion> find_dispersion(otf::TraceReader& trace, bool by_call_path, const Progress& progress);

}  // namespace weft::cli::otf_tools::profile
