// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/survey.hpp"

#include <fmt/format.h>

namespace weft::litl {

void ProcessSurvey::finish(std::size_t number, const EventCursor& cursor, SurveyedThread& thread) {
  const Process& process = process_;
  if (process.threads[number].pair.offset == 0) {
    reader_.report(thread_without_chunk, process, process.threads[number].pair_at - process.header.base,
        fmt::format("thread {} of process '{}'", number, process.header.name));
  } else if (const Damage& damage = cursor.damage(); damage.rule) {
    reader_.report(*damage.rule, process, damage.offset,
        fmt::format("thread {} of process '{}', after {} events: {}", number, process.header.name, thread.events,
            damage.message));
    thread.is_damaged = true;
  }
  budget_ -= std::min(budget_, cursor.empty_chunks() * reader_.layout().mark_bytes());
  if (cursor.empty_chunks())
    reader_.report(chunk_empty, process, process.threads[number].pair.offset,
        fmt::format("thread {} of process '{}' has {}", number, process.header.name, cursor.empty_chunks()));
  const std::uint64_t most = std::uint64_t{process.header.buffer_bytes} + chunk_slack_bytes;
  for (const Chunk& chunk : thread.chunks)
    if (chunk.bytes.size() + reader_.layout().mark_bytes() > most)
      reader_.report(chunk_too_large, process, offset_of(chunk.bytes.data()),
          fmt::format("{} bytes and a mark, from a buffer of {}", chunk.bytes.size(), process.header.buffer_bytes));
}

void ProcessSurvey::stop_sharing(std::size_t number, const NativeEvent& event, SurveyedThread& thread) {
  thread.is_damaged = true;
  reader_.report(chunk_shared, process_, offset_of(event.begin),
      fmt::format("thread {} of process '{}' goes on where other threads have been", number, process_.header.name));
}

void ProcessSurvey::report_event(const NativeEvent& event) {
  reader_.report(event_too_large, process_, offset_of(event.begin), fmt::format("{} bytes", event.bytes().size()));
}

}  // namespace weft::litl
