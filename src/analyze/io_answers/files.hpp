// SPDX-License-Identifier: BSD-3-Clause
// IoFiles: what is known of each file. There may be more of them than memory has room for: then those that took the
// least time are told together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analyze/io_answers/stretches.hpp"
#include "analyze/io_answers/tally.hpp"
#include "base/arena.hpp"

namespace weft {

// How a file was accessed.
struct IoPattern {
  std::uint64_t sequential = 0;  // began where the one before ended; the first of a process is neither
  std::uint64_t random = 0;
  std::uint64_t unaligned = 0;          // of a page or more, whose size or offset is no multiple of one
  std::uint64_t placed_bytes_read = 0;  // whose offset is known
  Stretches read;                       // and what they were

  void merge(IoPattern&& other);
  std::uint64_t bytes_read_again() const { return placed_bytes_read - std::min(placed_bytes_read, read.covered()); }
};

struct IoFileFacts {
  IoFile file = {};  // without a text as long as only its accesses are known
  IoTally tally = {};
  IoPattern pattern = {};

  std::uint64_t opened_again() const { return tally.opens - std::min<std::uint64_t>(tally.opens, 1); }
  void merge(IoFileFacts&& other);
};

// Files of which only sums are known.
struct IoFurtherFiles {
  std::uint64_t files = 0;  // one that came again counts again
  IoTally tally = {};
  std::uint64_t sequential = 0;
  std::uint64_t random = 0;
  std::uint64_t unaligned = 0;
  std::uint64_t bytes_read_again = 0;
  std::uint64_t opened_again = 0;

  void add(const IoFileFacts& file);
};

class IoFiles {
 public:
  // Files are told apart by 64 bits of a hash over all that names them.
  IoFileFacts& operator[](std::uint64_t number) { return facts_[number]; }
  // The text is copied when the file is new.
  IoFileFacts& add(std::uint64_t number, const IoFile& file);
  void merge(IoFiles&& other);

  // Keeps the `most` files that took the most time.
  void keep(std::size_t most);
  // What was read of them.
  std::vector<Stretches*> stretches();

  std::size_t size() const { return facts_.size(); }
  auto begin() { return facts_.begin(); }
  auto end() { return facts_.end(); }
  auto begin() const { return facts_.begin(); }
  auto end() const { return facts_.end(); }
  const IoFurtherFiles& further() const { return further_; }

 private:
  std::unordered_map<std::uint64_t, IoFileFacts> facts_;
  Arena texts_;
  IoFurtherFiles further_;
};

}  // namespace weft
