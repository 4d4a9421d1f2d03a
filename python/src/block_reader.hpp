// SPDX-License-Identifier: BSD-3-Clause
// BlockReader: the blocks of a table, in order, made ahead by several threads where the rows of locations, or of parts
// of them, do not depend on one another. Knows nothing of Python: it is called without its lock.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "attribute_columns.hpp"
#include "mended_texts.hpp"
#include "tables/scan.hpp"

namespace weft::python {

// A trace and what its tables share. Everything made of it holds it: it lives as long as the last array.
struct OpenTrace {
  OpenTrace(std::unique_ptr<Trace> opened, std::unique_ptr<TimeIndex> kept)
      : trace(std::move(opened)), index(std::move(kept)), tables(*trace, index.get()) {}

  std::unique_ptr<Trace> trace;
  std::unique_ptr<TimeIndex> index;  // if it has one that can be used
  tables::TraceTables tables;
  MendedNames mended_names;  // of dictionaries of the tables
};

// Blocks that nobody holds any more are used again, so that reading a trace of any size allocates a handful.
class BlockPool : public std::enable_shared_from_this<BlockPool> {
 public:
  explicit BlockPool(std::size_t most) : most_(most) {}
  std::shared_ptr<tables::Block> take();

 private:
  void give_back(std::unique_ptr<tables::Block> block);

  std::size_t most_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<tables::Block>> free_;
};

class BlockReader {
 public:
  // `threads` as in thread_count().
  BlockReader(std::shared_ptr<OpenTrace> of, std::shared_ptr<const AnyTable> table, const tables::ScanOptions& options,
      std::size_t threads);
  ~BlockReader();
  BlockReader(const BlockReader&) = delete;
  BlockReader& operator=(const BlockReader&) = delete;

  // The next block; null at the end, and whenever `is_interrupted`, which is asked now and then while there is none,
  // says so. Threads that ask at the same time get one each.
  Result<std::shared_ptr<const tables::Block>> next(const std::function<bool()>& is_interrupted);

 private:
  // What one scan yields: all, or the rows of a location, or of a part of it.
  struct Piece {
    tables::ScanOptions options;
    std::deque<std::shared_ptr<tables::Block>> ready = {};
    std::optional<Error> error = {};
    std::exception_ptr thrown = {};  // out of memory: the edge is where the block is asked for
    bool is_done = false;
  };

  std::uint64_t bytes_of(const EventFilter& filter) const;
  void split(const tables::ScanOptions& options);
  void split_location(LocationRef location, tables::ScanOptions options);
  void begin_threads(std::size_t wanted);
  void work();
  void read_piece(std::size_t number);
  bool deliver(std::size_t number, std::shared_ptr<tables::Block> block);
  void end_piece(std::size_t number, std::optional<Error> error, std::exception_ptr thrown = {});

  std::shared_ptr<OpenTrace> of_;
  std::shared_ptr<const AnyTable> table_;
  std::shared_ptr<BlockPool> pool_;
  std::vector<Piece> pieces_;
  std::unique_ptr<tables::Scan> own_scan_;  // instead of threads, where it is over soon

  std::mutex mutex_;
  std::condition_variable ready_;
  std::condition_variable wanted_;
  std::size_t next_piece_ = 0;  // that no thread has taken
  std::size_t reading_ = 0;     // that `next` hands out
  std::size_t waiting_ = 0;     // blocks that are ready
  std::size_t most_waiting_ = 0;
  std::atomic<bool> stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace weft::python
