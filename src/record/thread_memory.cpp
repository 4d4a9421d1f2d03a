// SPDX-License-Identifier: BSD-3-Clause
#include "record/thread_memory.hpp"

#include <algorithm>

namespace weft::recording {

using Ending = ThreadFile::Ending;

const std::string& ChunkCursor::path() const { return memory_->path(); }

Result<> ChunkCursor::next_chunk() {
  if (memory_->next(*this)) return {};
  return Error{Errc::no_memory, "the memory of the recording is used up", memory_->path()};
}

std::optional<Ticks> ChunkCursor::take_end_of_flush() { return memory_->take_end_of_flush(); }

ThreadMemory::ThreadMemory(const Shared& shared, std::unique_ptr<ThreadFile> file)
    : shared_(shared),
      file_(std::move(file)),
      most_kept_(shared.policy == Policy::write
                     ? 0
                     : std::max<std::size_t>(1, shared.thread_bytes / shared.pool->chunk_bytes()) - 1) {
  kept_.reserve(most_kept_);  // a signal handler may look at them: they never move
}

void ThreadMemory::begin(ChunkCursor& cursor, std::byte* chunk) {
  std::byte* end = chunk + shared_.pool->chunk_bytes();
  if (shared_.write_bytes != 0) end = chunk + std::min<std::size_t>(shared_.write_bytes, shared_.pool->chunk_bytes());
  flush_events_.store(0, std::memory_order_relaxed);
  cursor.go_to(chunk, file_->begin_chunk(chunk), shared_.policy == Policy::drop ? end - reserve_bytes : end);
}

void ThreadMemory::open_reserve(ChunkCursor& cursor) {
  if (cursor.has_chunk()) cursor.set_limit(cursor.content().begin + shared_.pool->chunk_bytes());
}

bool ThreadMemory::next(ChunkCursor& cursor) {
  const std::lock_guard lock(mutex_);
  return !is_finished_ && next_locked(cursor);
}

bool ThreadMemory::next_locked(ChunkCursor& cursor) {
  if (!cursor.has_chunk()) {
    std::byte* const first = another_chunk();
    if (first) begin(cursor, first);
    return first != nullptr;
  }
  if (shared_.policy == Policy::write) {
    const Content full = cursor.content();
    write(full, Ending::full);
    begin(cursor, full.begin);
    end_of_flush_ = shared_.now();
    return true;
  }
  std::byte* chunk = kept_.size() < most_kept_ ? another_chunk() : nullptr;
  if (!chunk && shared_.policy == Policy::flight) chunk = oldest_chunk(cursor);
  if (!chunk) return false;
  if (chunk != cursor.content().begin) kept_.push_back(cursor.content());
  begin(cursor, chunk);
  return true;
}

std::byte* ThreadMemory::another_chunk() {
  std::byte* chunk = shared_.pool->take();
  // What was given back may be another's by now.
  while (!chunk && shared_.reclaim()) chunk = shared_.pool->take();
  return chunk;
}

// The events in it are what a flight recorder forgets.
std::byte* ThreadMemory::oldest_chunk(const ChunkCursor& cursor) {
  const Content oldest = kept_.empty() ? cursor.content() : kept_.front();
  overwrite(oldest);
  if (!kept_.empty()) kept_.erase(kept_.begin());
  return oldest.begin;
}

// But for what is on the disk already.
void ThreadMemory::overwrite(const Content& oldest) {
  if (kept_on_disk_ != 0) {
    --kept_on_disk_;
    return;
  }
  const std::uint32_t on_disk = file_->leave_rest().events;
  written_ += on_disk;
  overwritten_ += oldest.events - on_disk;
}

// What cannot be written is lost, and the thread goes on: it has another program's work to do.
bool ThreadMemory::write(const Content& chunk, Ending ending) {
  const std::uint32_t kept = file_->kept().events;
  const int error = file_->write(chunk.begin, chunk.bytes, chunk.events, ending);
  if (ending != Ending::so_far) written_ += error == 0 ? chunk.events : kept;
  if (error == 0) return true;
  const std::uint32_t not_lost = std::max(kept, flush_events_.load(std::memory_order_relaxed));
  if (ending != Ending::so_far) lost_.fetch_add(chunk.events - not_lost, std::memory_order_relaxed);
  shared_.complain(path(), error);
  return false;
}

bool ThreadMemory::write_so_far(const ChunkCursor& cursor) {
  const std::lock_guard lock(mutex_);
  // Chunks that are kept will be written in their time: only a policy that writes has brought all others to the disk.
  if (is_finished_ || !cursor.has_chunk() || shared_.policy != Policy::write) return true;
  return write(cursor.content(), Ending::so_far);
}

bool ThreadMemory::finish(const ChunkCursor& cursor) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(is_finished_, true) || !cursor.has_chunk()) return true;
  bool is_good = true;
  for (; kept_on_disk_ < kept_.size(); ++kept_on_disk_) is_good = write(kept_[kept_on_disk_], Ending::full) && is_good;
  is_good = write(cursor.content(), Ending::last) && is_good;
  release(cursor);
  return is_good;
}

void ThreadMemory::forget(const ChunkCursor& cursor) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(is_finished_, true) || !cursor.has_chunk()) return;
  for (const Content& chunk : kept_) overwrite(chunk);
  overwrite(cursor.content());
  release(cursor);
}

void ThreadMemory::release(const ChunkCursor& cursor) {
  for (const Content& chunk : kept_) shared_.pool->give_back(chunk.begin);
  kept_.clear();
  shared_.pool->give_back(cursor.content().begin);
}

int ThreadMemory::copy_to(ThreadFile& file, const ChunkCursor& cursor) {
  const std::lock_guard lock(mutex_);
  if (is_finished_ || !cursor.has_chunk()) return 0;
  for (const Content& chunk : kept_)
    if (const int error = file.write(chunk.begin, chunk.bytes, chunk.events, Ending::full)) return error;
  const Content current = cursor.content();
  return file.write(current.begin, current.bytes, current.events, Ending::last);
}

// The thread that holds the lock may be the one that crashed. What it was about to change is at most one chunk.
void ThreadMemory::write_at_crash(const ChunkCursor& cursor) noexcept {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  write_in_handler(cursor);
}

void ThreadMemory::write_unless_locked(const ChunkCursor& cursor) noexcept {
  if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) write_in_handler(cursor);
}

// The program may survive: what is written once is not written again.
void ThreadMemory::write_in_handler(const ChunkCursor& cursor) noexcept {
  if (is_finished_ || !cursor.has_chunk()) return;
  for (; kept_on_disk_ < kept_.size(); ++kept_on_disk_) {
    const Content& chunk = kept_[kept_on_disk_];
    if (file_->write(chunk.begin, chunk.bytes, chunk.events, Ending::full) != 0) return;
    written_ += chunk.events;
  }
  const Content current = cursor.content();
  (void)file_->write(current.begin, current.bytes, current.events, Ending::so_far);
}

}  // namespace weft::recording
