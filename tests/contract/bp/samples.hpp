// SPDX-License-Identifier: BSD-3-Clause
// Sample BP files: every type in every shape, written by several processes in several steps, and what must be read from
// them again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/bp/reader.hpp"
#include "formats/bp/writer.hpp"

namespace weft::bp_samples {

// In which order groups lie in the file: those of a step together, or those of a process, from the first step or the
// last.
enum class Order : std::uint8_t { by_step, by_process, by_process_backwards };

struct SampleOptions {
  bp::Layout layout = {};
  bool is_fortran = false;
  bp::StatisticsLevel statistics = bp::StatisticsLevel::min_max;
  std::uint32_t processes = 2;
  std::uint32_t steps = 2;
  bool has_sub_files = false;
  bool is_small = false;               // only a few of the types
  bool is_written_by_threads = false;  // groups then lie in any order
  Order order = Order::by_step;
};

// Steps are numbered from 1; those of an appended file go on.
void write_sample(const std::string& path, const SampleOptions& options);
void append_to_sample(const std::string& path, const SampleOptions& options);

// Everything that `write_sample` put there, and nothing else. Fails the test where something differs.
void expect_sample(const std::string& path, const SampleOptions& options);

// Elements of a type: a function of `seed` and their number.
std::vector<std::byte> numbers(bp::DataType type, std::uint64_t seed, std::uint64_t count);

// Values of the whole array in a step, as the reader gives them.
std::vector<std::byte> global_array(bp::DataType type, const SampleOptions& options, std::uint32_t step);

inline constexpr std::uint64_t rows = 2;  // of each process
inline constexpr std::uint64_t columns = 3;

}  // namespace weft::bp_samples
