// SPDX-License-Identifier: BSD-3-Clause
// ThreadMemory: the chunks one thread has filled and what becomes of them, as the policy says. The thread comes here
// when a chunk is full and when it ends; others come to bring what is there to the disk.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "record/chunk_cursor.hpp"
#include "record/chunk_pool.hpp"
#include "record/settings.hpp"
#include "record/thread_file.hpp"

namespace weft::recording {

class ThreadMemory {
 public:
  // What all threads share. `complain` is told the errno of writes that failed.
  struct Shared {
    ChunkPool* pool;
    Policy policy;
    std::uint64_t thread_bytes;
    Ticks (*now)();
    std::function<void(const std::string& path, int error)> complain;
    bool (*reclaim)();              // of a thread that is gone; whether there was one
    std::uint64_t write_bytes = 0;  // a chunk is handed over when it has so many; all of it if 0
  };

  ThreadMemory(const Shared& shared, std::unique_ptr<ThreadFile> file);
  ThreadMemory(const ThreadMemory&) = delete;
  ThreadMemory& operator=(const ThreadMemory&) = delete;

  const std::string& path() const { return file_->path(); }

  // By the thread itself: another chunk to fill, or false when there is none; the event is lost then.
  bool next(ChunkCursor& cursor);
  std::optional<Ticks> take_end_of_flush() {
    if (end_of_flush_) flush_events_.store(1, std::memory_order_relaxed);
    return std::exchange(end_of_flush_, std::nullopt);
  }
  void count_lost() { lost_.store(lost_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

  // Room that is kept for a mark behind the last event, where events are dropped when memory is used up.
  static constexpr std::size_t reserve_bytes = 64;
  void open_reserve(ChunkCursor& cursor);

  // By anybody. Whether everything reached the disk.
  bool write_so_far(const ChunkCursor& cursor);
  // Ends the file and gives the memory back.
  bool finish(const ChunkCursor& cursor);
  // What a flight recorder keeps, into another file.
  int copy_to(ThreadFile& file, const ChunkCursor& cursor);
  // In a signal handler, without waiting for a lock: all there is, or nothing where somebody has the lock.
  void write_at_crash(const ChunkCursor& cursor) noexcept;
  void write_unless_locked(const ChunkCursor& cursor) noexcept;
  // Gives the memory of a thread that is gone back although it was not written.
  void forget(const ChunkCursor& cursor);

  bool is_finished() const {
    const std::lock_guard lock(mutex_);
    return is_finished_;
  }
  std::uint64_t written() const { return written_.load(std::memory_order_relaxed); }
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }
  std::uint64_t overwritten() const { return overwritten_.load(std::memory_order_relaxed); }

 private:
  using Content = ChunkCursor::Content;

  void begin(ChunkCursor& cursor, std::byte* chunk);
  bool next_locked(ChunkCursor& cursor);
  std::byte* another_chunk();
  std::byte* oldest_chunk(const ChunkCursor& cursor);
  bool write(const Content& chunk, ThreadFile::Ending ending);
  void write_in_handler(const ChunkCursor& cursor) noexcept;
  void overwrite(const Content& oldest);
  void release(const ChunkCursor& cursor);

  const Shared& shared_;
  std::unique_ptr<ThreadFile> file_;
  mutable std::mutex mutex_;
  std::vector<Content> kept_;     // full ones, oldest first
  std::size_t kept_on_disk_ = 0;  // the first of them, where the program has survived a signal
  std::size_t most_kept_;
  bool is_finished_ = false;
  std::optional<Ticks> end_of_flush_;
  std::atomic<std::uint32_t> flush_events_ = 0;  // in the chunk that is being filled: told by us, and no loss
  // Changed under the lock, except by who loses an event, and asked for at any time.
  std::atomic<std::uint64_t> written_ = 0;
  std::atomic<std::uint64_t> overwritten_ = 0;
  std::atomic<std::uint64_t> lost_ = 0;
};

}  // namespace weft::recording
