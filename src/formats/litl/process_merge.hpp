// SPDX-License-Identifier: BSD-3-Clause
// ProcessMerge: the events of all threads of a process as the reference orders them: the smallest time first, ties by
// the lowest thread; within a thread the order of recording, even where time goes backwards.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/litl/reader.hpp"
#include "formats/litl/turns.hpp"

namespace weft::litl {

class ProcessMerge {
 public:
  ProcessMerge(const TraceReader& reader, const Process& process);

  // Moves to the next event; false at the end.
  bool next();

  // The current event and its thread, a place in Process::threads.
  const NativeEvent& event() const { return lanes_[current_].event; }
  std::size_t thread() const { return current_; }
  // Why a thread has no more events.
  const Damage& damage(std::size_t thread) const { return lanes_[thread].cursor.damage(); }

 private:
  struct Lane {
    EventCursor cursor;
    NativeEvent event;
  };
  std::vector<Lane> lanes_;
  Turns turns_;
  std::size_t current_ = 0;
  bool started_ = false;
};

}  // namespace weft::litl
