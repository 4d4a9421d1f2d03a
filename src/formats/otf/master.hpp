// SPDX-License-Identifier: BSD-3-Clause
// Master: which stream has the records of which processes (docs/formats/otf.md, section 1.1), and the rule by which
// writers put processes into streams (section 9.6).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otf/paths.hpp"
#include "model/report.hpp"

namespace weft::otf {

class Master {
 public:
  using Streams = std::map<StreamId, std::set<ProcessId>>;

  // What is wrong in the text becomes findings about `path`.
  static Master parse(std::string_view text, const std::string& path, Report& report);
  static Result<Master> read(const TracePaths& paths, Report& report);

  std::string text() const;
  Result<> write(const TracePaths& paths) const;

  // False if the process is mapped already, or the stream is one that cannot have processes.
  bool map(StreamId stream, ProcessId process);
  std::optional<StreamId> stream_of(ProcessId process) const;

  // The stream of a process; one that has none gets a new one while there are fewer than `most_streams` (0: always),
  // and then the one with the fewest processes.
  StreamId assign(ProcessId process, std::uint32_t most_streams);

  // One above the highest, or the next that can have processes.
  StreamId new_stream() const;

  const Streams& streams() const { return streams_; }
  const std::map<ProcessId, StreamId>& processes() const { return processes_; }

  std::optional<Forwarding> forwarding;

 private:
  Streams streams_;
  std::map<ProcessId, StreamId> processes_;
  std::set<std::pair<std::size_t, StreamId>> by_load_;  // processes of each stream, and the stream
};

}  // namespace weft::otf
