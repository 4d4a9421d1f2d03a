// SPDX-License-Identifier: BSD-3-Clause
// Runs: rows sorted by thread and time, in memory as long as they fit, in a temporary file when there are too many.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "formats/dftracer/row.hpp"

namespace weft::dftracer {

// What one worker has gathered since its last run.
struct RowBuffer {
  std::vector<Row> rows;
  std::vector<std::byte> payload;

  // Room that is not used takes no memory; vectors that grow would take twice what they hold.
  void reserve(std::size_t bytes) {
    rows.reserve(bytes / sizeof(Row));
    payload.reserve(bytes);
  }
  std::size_t bytes() const { return rows.size() * sizeof(Row) + payload.size(); }
  void sort();
};

class RunStore {
 public:
  struct Run {
    std::size_t worker;
    std::span<const Row> rows;
    const std::byte* payload;
    Bytes mapped = {};  // all of it, if it is in the file: pages that can be forgotten
  };

  // Takes the rows, sorted, and leaves the buffer empty. To the file: from any thread.
  Result<> spill(std::size_t worker, RowBuffer& buffer);
  // The last rows of a worker, when nobody spills any more: they stay in memory, unless there are others in the file.
  Result<> keep(std::size_t worker, RowBuffer&& buffer);
  // No more of them.
  Result<> finish();

  std::span<const Run> runs() const { return runs_; }

 private:
  struct Spilled {
    std::size_t worker;
    std::uint64_t offset;
    std::size_t bytes;
    std::size_t rows;
  };

  std::mutex mutex_;
  std::vector<File> file_;  // none or one
  std::uint64_t end_ = 0;
  std::vector<Spilled> spilled_;
  std::vector<std::unique_ptr<RowBuffer>> kept_;
  MappedFile mapped_;
  std::vector<Run> runs_;
};

}  // namespace weft::dftracer
