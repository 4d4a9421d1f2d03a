// SPDX-License-Identifier: BSD-3-Clause
// Survey: one walk over all events of a trace, which a LiTL file needs before anything can be said about it: it stores
// neither how many events there are nor when they begin and end. The survey finds every whole chunk, reports all
// damage, once, and shows each event to a visitor. What it found can then be read again without a check.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/litl/reader.hpp"
#include "formats/litl/rules.hpp"

namespace weft::litl {

// A run of whole events of one thread.
struct Chunk {
  Bytes bytes;  // without the mark
  std::uint64_t events = 0;
  std::uint64_t latest_before = 0;  // the latest time of all events of the thread before this chunk
};

struct SurveyedThread {
  std::vector<Chunk> chunks;  // none is empty
  std::uint64_t events = 0;
  std::uint64_t first_time = ~std::uint64_t{0};
  std::uint64_t last_time = 0;
  bool is_damaged = false;

  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const Chunk& chunk : chunks) sum += chunk.bytes.size();
    return sum;
  }
};

using SurveyedProcess = std::vector<SurveyedThread>;

// Walks the threads of one process; calls visit(thread, event) for every event. Chunks of different threads do not
// overlap in a sound file, so all threads together have no more bytes than the body: that bounds the work on any other.
class ProcessSurvey {
 public:
  ProcessSurvey(const TraceReader& reader, const Process& process)
      : reader_(reader), process_(process), budget_(process.body.size()) {}

  template <class Visit>
  SurveyedProcess run(Visit&& visit) {
    SurveyedProcess threads(process_.threads.size());
    for (std::size_t i = 0; i < threads.size(); ++i) walk(i, threads[i], visit);
    return threads;
  }

 private:
  template <class Visit>
  void walk(std::size_t number, SurveyedThread& thread, Visit&& visit) {
    EventCursor cursor = reader_.events(process_, process_.threads[number]);
    cursor.limit_empty_chunks(budget_ / reader_.layout().mark_bytes());
    NativeEvent event;
    std::uint64_t chunk_at = 0;
    while (cursor.next(event)) {
      const std::uint64_t size = event.bytes().size();
      if (size > budget_) [[unlikely]]
        return stop_sharing(number, event, thread);
      budget_ -= size;
      if (cursor.chunk() != chunk_at) {
        chunk_at = cursor.chunk();
        thread.chunks.push_back({{event.begin, 0}, 0, thread.last_time});
      }
      Chunk& chunk = thread.chunks.back();
      chunk.bytes = {chunk.bytes.data(), chunk.bytes.size() + size};
      ++chunk.events;
      ++thread.events;
      thread.first_time = std::min(thread.first_time, event.time);
      thread.last_time = std::max(thread.last_time, event.time);
      if (size > most_event_bytes) [[unlikely]]
        report_event(event);
      visit(number, event);
    }
    finish(number, cursor, thread);
  }

  void finish(std::size_t number, const EventCursor& cursor, SurveyedThread& thread);
  void stop_sharing(std::size_t number, const NativeEvent& event, SurveyedThread& thread);
  void report_event(const NativeEvent& event);
  std::uint64_t offset_of(const std::byte* place) const {
    return static_cast<std::uint64_t>(place - process_.body.data());
  }

  const TraceReader& reader_;
  const Process& process_;
  std::uint64_t budget_;
};

}  // namespace weft::litl
