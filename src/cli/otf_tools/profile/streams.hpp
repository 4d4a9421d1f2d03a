// SPDX-License-Identifier: BSD-3-Clause
// Reads the events of all streams, several at a time, each from its beginning to its end by one thread: the events of
// a process come in their order, and no two threads see the same process.
#pragma once

#include <vector>

#include "cli/otf_tools/profile/reading.hpp"
#include "formats/otf/reader.hpp"

namespace weft::cli::otf_tools::profile {

inline std::uint64_t bytes_of_events(otf::TraceReader& trace) {
  std::uint64_t bytes = 0;
  for (const auto& [stream, processes] : trace.master().streams()) {
    const auto file = trace.open_file<otf::EventFile>(stream);
    if (file && *file) bytes += (*file)->file_bytes();
  }
  return bytes;
}

// visitor_of(worker) is the visitor of a thread, which sees one stream after the other: finish_stream() says that the
// processes of one will not come again.
template <class VisitorOf>
Result<> read_streams(otf::TraceReader& trace, const Progress& progress, VisitorOf&& visitor_of) {
  std::vector<otf::StreamId> streams;
  for (const auto& [stream, processes] : trace.master().streams()) streams.push_back(stream);
  SharedProgress shared(progress, progress ? bytes_of_events(trace) : 0);
  std::vector<Result<>> results(streams.size());
  constexpr std::size_t all_threads = 0;
  parallel_for(streams.size(), all_threads, [&](std::size_t i, std::size_t worker) {
    results[i] = [&]() -> Result<> {
      auto file = WEFT_TRY(trace.open_file<otf::EventFile>(streams[i], nullptr, thread_count(all_threads)));
      if (!file)
        return Error{
            Errc::not_found, "expected a file of events, found none", trace.paths().file(streams[i], "events")};
      if (!file->begin()) return {};
      auto& visitor = visitor_of(worker);
      constexpr std::uint64_t records_between_signs = 1 << 18;
      std::uint64_t shown = 0;
      while (file->read(visitor, otf::unknown_time, records_between_signs) == records_between_signs) {
        shared.add(file->position() - shown);
        shown = file->position();
      }
      visitor.finish_stream();
      return {};
    }();
  });
  for (auto& result : results)
    if (!result) return std::move(result);
  return {};
}

}  // namespace weft::cli::otf_tools::profile
