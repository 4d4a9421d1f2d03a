// SPDX-License-Identifier: BSD-3-Clause
// Timings: what the output of each group took in this process, and the log that rank 0 makes of those of all processes.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"

namespace weft::adios {

// Nanoseconds since 1970.
using Time = std::int64_t;

// From the first call to the last one, and what was spent in calls.
struct Stretch {
  Time start = 0;
  Time end = 0;
  Time spent = 0;

  void add(Time from, Time to);
};

// What happens between opening and closing a file once.
struct Output {
  std::int32_t cycle = 0;  // as the program counts
  Stretch open;
  Stretch write;
  Stretch close;

  Time total() const { return open.spent + write.spent + close.spent; }
};

struct GroupTimings {
  std::string name;
  std::deque<Output> outputs;  // which stay where they are
};

class Timings {
 public:
  // The same name gives the same group, which stays where it is.
  GroupTimings& group(std::string_view name);
  bool empty() const { return groups_.empty(); }

  // For those who gather, and of one of them.
  std::vector<std::byte> packed() const;
  static Timings unpacked(Bytes packed);

  // The log of all processes. `date` is its first line.
  static std::string log(const std::vector<Timings>& processes, std::string_view date);

 private:
  std::deque<GroupTimings> groups_;
};

Time now();
// As `date` prints it: "Fri Aug 22 15:42:04 EDT 2008".
std::string date_of(Time time);

}  // namespace weft::adios
