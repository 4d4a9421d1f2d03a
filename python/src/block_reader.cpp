// SPDX-License-Identifier: BSD-3-Clause
#include "block_reader.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/parallel.hpp"

namespace weft::python {

std::shared_ptr<tables::Block> BlockPool::take() {
  std::unique_ptr<tables::Block> block;
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) block = std::move(free_.back()), free_.pop_back();
  }
  if (!block) block = std::make_unique<tables::Block>();
  // Whoever holds the last array of a block gives it back, be it after the reader and its pool have gone. In a child of
  // fork the lock may be that of a thread which is not there.
  return {block.release(), [pool = weak_from_this(), process = ::getpid()](tables::Block* given) {
            std::unique_ptr<tables::Block> owned(given);
            if (process != ::getpid()) return;
            if (const auto alive = pool.lock()) alive->give_back(std::move(owned));
          }};
}

void BlockPool::give_back(std::unique_ptr<tables::Block> block) {
  const std::lock_guard lock(mutex_);
  if (free_.size() < most_) free_.push_back(std::move(block));
}

namespace {

using Clock = std::chrono::steady_clock;

// How long whoever waits does not ask whether to go on.
constexpr std::chrono::milliseconds between_questions{50};
// Traces of fewer bytes are read before a thread has begun.
constexpr std::uint64_t worth_threads = std::uint64_t{1} << 20;
// Large enough not to pay for opening a file again and again.
constexpr std::uint64_t parts_per_piece = 8;

// Rows of events depend on nothing before them, unless they are numbered.
bool is_by_part(const AnyTable& table, const tables::ScanOptions& options) {
  return table.name == "events" && !options.wants(table.column("event"));
}

}  // namespace

BlockReader::BlockReader(std::shared_ptr<OpenTrace> of, std::shared_ptr<const AnyTable> table,
    const tables::ScanOptions& options, std::size_t threads)
    : of_(std::move(of)), table_(std::move(table)) {
  threads = thread_count(threads);
  const std::uint64_t bytes = bytes_of(options.filter);
  tables::ScanOptions stoppable = options;
  stoppable.stop = &stop_;
  if (bytes >= worth_threads) {
    if (threads > 1 && table_->is_by_location && bytes >= worth_threads * threads)
      split(stoppable);
    else
      pieces_.push_back({stoppable});
  }
  threads = std::min(threads, pieces_.size());
  pool_ = std::make_shared<BlockPool>(2 * threads + 4);
  most_waiting_ = threads < 2 ? 1 : 2 * threads;
  begin_threads(threads);
  if (threads_.empty()) own_scan_ = table_->scan(of_->tables, options);
}

// As many as the system has to give: fewer do the same work, and without any it is done by who asks. Nothing may be
// thrown here once there is one that would have to be waited for.
void BlockReader::begin_threads(std::size_t wanted) {
  threads_.reserve(wanted);
  try {
    while (threads_.size() < wanted) threads_.emplace_back([this] { work(); });
  } catch (const std::exception&) {
  }
}

BlockReader::~BlockReader() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wanted_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::uint64_t BlockReader::bytes_of(const EventFilter& filter) const {
  std::uint64_t bytes = 0;
  for (const LocationRef location : of_->trace->locations())
    if (filter.wants(location)) bytes += of_->trace->event_bytes(location);
  return bytes;
}

void BlockReader::split(const tables::ScanOptions& options) {
  for (const LocationRef location : of_->trace->locations())
    if (options.filter.wants(location)) split_location(location, options);
}

void BlockReader::split_location(LocationRef location, tables::ScanOptions one) {
  one.filter.locations = {location};
  const std::uint64_t parts = is_by_part(*table_, one) ? of_->trace->parts(location) : 1;
  if (parts <= parts_per_piece) {
    pieces_.push_back({one});
    return;
  }
  for (std::uint64_t first = 0; first < parts; first += parts_per_piece) {
    one.parts = {first, first + parts_per_piece};
    pieces_.push_back({one});
  }
}

void BlockReader::work() {
  while (true) {
    std::size_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      if (stop_ || next_piece_ == pieces_.size()) return;
      number = next_piece_++;
    }
    try {
      read_piece(number);
    } catch (...) {
      end_piece(number, {}, std::current_exception());
    }
  }
}

void BlockReader::read_piece(std::size_t number) {
  const auto scan = table_->scan(of_->tables, pieces_[number].options);
  while (true) {
    auto block = pool_->take();
    const auto more = scan->next(*block);
    if (!more) return end_piece(number, more.error());
    if (!*more || !deliver(number, std::move(block))) return end_piece(number, {});
  }
}

// Waits until there is room, which there always is for the piece that is being handed out: it may be the only one that
// can go on.
bool BlockReader::deliver(std::size_t number, std::shared_ptr<tables::Block> block) {
  std::unique_lock lock(mutex_);
  wanted_.wait(
      lock, [&] { return stop_ || waiting_ < most_waiting_ || (number == reading_ && pieces_[number].ready.empty()); });
  if (stop_) return false;
  pieces_[number].ready.push_back(std::move(block));
  ++waiting_;
  if (number == reading_) ready_.notify_all();
  return true;
}

void BlockReader::end_piece(std::size_t number, std::optional<Error> error, std::exception_ptr thrown) {
  const std::lock_guard lock(mutex_);
  pieces_[number].is_done = true;
  pieces_[number].error = std::move(error);
  pieces_[number].thrown = std::move(thrown);
  if (number == reading_) ready_.notify_all();
}

Result<std::shared_ptr<const tables::Block>> BlockReader::next(const std::function<bool()>& is_interrupted) {
  if (own_scan_) {
    const std::lock_guard lock(mutex_);
    auto block = pool_->take();
    if (WEFT_TRY(own_scan_->next(*block))) return std::shared_ptr<const tables::Block>(std::move(block));
    return std::shared_ptr<const tables::Block>();
  }
  auto asked = Clock::now();
  std::unique_lock lock(mutex_);
  while (reading_ < pieces_.size()) {
    Piece& piece = pieces_[reading_];
    if (!piece.ready.empty()) {
      std::shared_ptr<const tables::Block> block = std::move(piece.ready.front());
      piece.ready.pop_front();
      --waiting_;
      wanted_.notify_all();
      return block;
    }
    if (!piece.is_done) {
      // Afterwards it may be another piece that is handed out. Pieces without rows may end all the time.
      ready_.wait_for(lock, between_questions);
      if (Clock::now() - asked < between_questions) continue;
      lock.unlock();
      if (is_interrupted()) return std::shared_ptr<const tables::Block>();
      asked = Clock::now();
      lock.lock();
      continue;
    }
    if (piece.thrown) std::rethrow_exception(piece.thrown);
    if (piece.error) return *piece.error;
    ++reading_;
    wanted_.notify_all();
    ready_.notify_all();
  }
  return std::shared_ptr<const tables::Block>();
}

}  // namespace weft::python
