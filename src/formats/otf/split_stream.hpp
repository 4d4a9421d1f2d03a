// SPDX-License-Identifier: BSD-3-Clause
// SplitStream: the events of a stream that has many processes, taken apart once, so that each process can then be read
// for itself without reading all the others again. The text of every process waits in a temporary file.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "base/spool.hpp"
#include "formats/otf/reader.hpp"

namespace weft::otf {

class SplitStream {
 public:
  // Whether that costs less than reading the file once for each of its processes.
  static bool is_worth_it(std::size_t processes, std::uint64_t file_bytes) {
    constexpr std::uint64_t much = std::uint64_t{64} << 20;
    return processes > 2 && processes * file_bytes > much;
  }

  static Result<std::unique_ptr<SplitStream>> make(TraceReader& reader, StreamId stream);

  // The lines of a process, with a time and a process line before those of every new time. Must not outlive this.
  std::unique_ptr<TextSource> text_of(ProcessId process) const;

 private:
  explicit SplitStream(std::unique_ptr<Spool> spool) : spool_(std::move(spool)) {}

  std::unique_ptr<Spool> spool_;
  std::unordered_map<ProcessId, std::vector<Spool::Piece>> pieces_;
};

}  // namespace weft::otf
