// SPDX-License-Identifier: BSD-3-Clause
// How many records of which kind a trace has.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "formats/dftracer/block_reader.hpp"

namespace weft::dftracer {

inline constexpr std::string_view phase_names[] = {
    "unknown", "complete", "counter", "aggregate", "metadata", "begin", "end", "instant", "other"};

struct RecordCounts {
  LineCounts lines;
  std::array<std::uint64_t, std::size(phase_names)> phases{};
  std::map<std::string, std::array<std::uint64_t, std::size(phase_names)>, std::less<>> categories;

  void merge(const RecordCounts& other);
};

RecordCounts count_records(std::span<const std::string> files, std::size_t threads, Report& report);

}  // namespace weft::dftracer
