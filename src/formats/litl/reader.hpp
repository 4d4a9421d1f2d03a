// SPDX-License-Identifier: BSD-3-Clause
// TraceReader: a LiTL trace or archive, mapped into memory: its headers, processes and threads, and a cursor over the
// events of each thread. The native face: nothing is copied or translated. Damage is reported; what is left is there.
//
//   auto reader = WEFT_TRY(TraceReader::open(path, report));
//   for (const Process& process : reader->processes())
//     for (const Thread& thread : process.threads)
//       for (auto cursor = reader->events(process, thread); cursor.next(event);) ...
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "formats/litl/event_cursor.hpp"
#include "formats/litl/records.hpp"
#include "model/report.hpp"

namespace weft::litl {

// Known by its place in Process::threads; thread ids are not unique.
struct Thread {
  ThreadPair pair;
  std::uint64_t pair_at = 0;  // in the file
};

struct Process {
  ProcessHeader header;
  std::uint64_t header_at = 0;  // in the file
  Bytes body;                   // from the base on, up to the next process or the end of the file
  std::vector<Thread> threads;
};

class TraceReader {
 public:
  // Reads headers and tables, no events. The report must live as long as the reader.
  static Result<std::unique_ptr<TraceReader>> open(const std::string& path, Report& report);

  const std::string& path() const { return path_; }
  const Layout& layout() const { return layout_; }
  const GeneralHeader& header() const { return header_; }
  const std::vector<Process>& processes() const { return processes_; }
  Bytes bytes() const { return file_.bytes(); }

  EventCursor events(const Process& process, const Thread& thread) const {
    return {layout_, process.body, thread.pair.offset};
  }

  // Says what is wrong at an offset within the body of a process.
  void report(const Rule& rule, const Process& process, std::uint64_t offset, std::string message) const;

 private:
  TraceReader(std::string path, MappedFile file, const Layout& layout, Report& report);
  void read_process_headers();
  void find_bodies();
  void read_pairs(Process& process);
  void report_at(const Rule& rule, std::uint64_t offset, std::string message) const;

  std::string path_;
  MappedFile file_;
  Layout layout_;
  Report* report_;
  GeneralHeader header_;
  std::vector<Process> processes_;
};

}  // namespace weft::litl
