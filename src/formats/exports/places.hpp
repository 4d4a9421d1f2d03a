// SPDX-License-Identifier: BSD-3-Clause
// Places: processes and threads as viewers know them. Their numbers are small ones of 32 bits, which ids of locations
// are not, and no two of them share one; the first thread of a process has the number of the process.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "model/definitions.hpp"

namespace weft::exports {

struct Process {
  std::uint32_t number = 0;
  std::string name;
};
struct Thread {
  std::uint32_t number = 0;
  std::uint32_t process = 0;
  std::string name;
};

class Places {
 public:
  explicit Places(const Definitions& definitions);

  // Those that are defined.
  const std::vector<Process>& processes() const { return processes_; }
  const std::vector<Thread>& threads() const { return threads_; }

  // From any thread. A location that is not defined is made up, as the thread of a process without a name.
  struct Found {
    Thread thread;
    Process process;
    bool is_defined;
  };
  Found of(LocationRef location);

 private:
  std::vector<Process> processes_;
  std::vector<Thread> threads_;
  std::map<LocationRef, std::size_t> by_location_;
  std::map<std::uint32_t, std::size_t> by_number_;  // processes
  std::uint32_t next_ = 1;

  std::mutex mutex_;
  std::map<LocationRef, std::uint32_t> made_up_;
};

}  // namespace weft::exports
