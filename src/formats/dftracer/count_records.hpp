// SPDX-License-Identifier: BSD-3-Clause
// How many records of which kind a trace has.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "formats/dftracer/read_blocks.hpp"

namespace weft::dftracer {

struct RecordCounts {
  LineCounts lines;
  std::array<std::uint64_t, std::size(phase_names)> phases{};
  std::map<std::string, std::array<std::uint64_t, std::size(phase_names)>, std::less<>> categories;

  std::uint64_t bytes_read = 0;  // of the files

  std::uint64_t records() const;
  void merge(const RecordCounts& other);
};

RecordCounts count_records(
    std::span<const std::string> files, const Asking& asking, std::size_t threads, Report& report);

}  // namespace weft::dftracer
