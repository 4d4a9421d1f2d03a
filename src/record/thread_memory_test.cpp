// SPDX-License-Identifier: BSD-3-Clause
#include "record/thread_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "record/test_file_internal.hpp"

namespace weft::recording {
namespace {

constexpr std::size_t chunk_bytes = 4096;

// The memory of threads that are gone; some of it is taken by others before we come to it.
ChunkPool* pool;
std::vector<std::byte*> of_the_gone;
int taken_by_others;
bool reclaim() {
  if (of_the_gone.empty()) return false;
  if (taken_by_others-- <= 0) pool->give_back(of_the_gone.back());
  of_the_gone.pop_back();
  return true;
}

TEST(ThreadMemory, AsksAgainWhereOthersTookWhatWasReclaimed) {
  ChunkPool chunks({chunk_bytes, 4 * chunk_bytes, 0});
  pool = &chunks;
  for (const int others : {0, 1, 3, 4}) {
    of_the_gone.clear();
    for (int i = 0; i < 4; ++i) of_the_gone.push_back(chunks.take());
    const std::vector<std::byte*> all = of_the_gone;
    taken_by_others = others;
    const ThreadMemory::Shared shared{
        &chunks, Policy::flight, chunk_bytes, [] { return Ticks{0}; }, [](const std::string&, int) {}, reclaim};
    ThreadMemory memory(shared, std::make_unique<Nowhere>());
    ChunkCursor cursor(memory);
    EXPECT_EQ(memory.next(cursor), others < 4) << others;
    if (others < 4) {
      EXPECT_EQ(cursor.content().begin, all[static_cast<std::size_t>(3 - others)]);
    }
    chunks.take_all_back();
  }
}

// Keeps what was written before it was full.
class Full final : public ThreadFile {
 public:
  const std::string& path() const override { return path_; }
  std::byte* begin_chunk(std::byte* chunk) const noexcept override { return chunk; }
  int write(std::byte*, std::size_t bytes, std::uint32_t events, Ending ending) noexcept override {
    const int error = ending == Ending::so_far ? 0 : ENOSPC;
    kept_.note({bytes, events}, ending, error);
    return error;
  }
  Part kept() const noexcept override { return kept_; }

 private:
  std::string path_ = "full";
  Part kept_;
};

TEST(ThreadMemory, WhatWasFlushedIsNotLostWhenTheRestOfTheChunkIs) {
  ChunkPool chunks({chunk_bytes, chunk_bytes, 0});
  const ThreadMemory::Shared shared{
      &chunks, Policy::write, 0, [] { return Ticks{0}; }, [](const std::string&, int) {}, [] { return false; }};
  ThreadMemory memory(shared, std::make_unique<Full>());
  ChunkCursor cursor(memory);
  ASSERT_TRUE(memory.next(cursor));
  const auto record = [&](int events) {
    for (int i = 0; i < events; ++i) cursor.count_event(), cursor.advance_to(cursor.position() + 8);
  };
  record(3);
  EXPECT_TRUE(memory.write_so_far(cursor));
  record(2);
  EXPECT_TRUE(memory.next(cursor));
  EXPECT_EQ(memory.written(), 3u);
  EXPECT_EQ(memory.lost(), 2u);
  record(4);
  EXPECT_FALSE(memory.finish(cursor));
  EXPECT_EQ(memory.written(), 3u);
  EXPECT_EQ(memory.lost(), 6u);
}

// Tells what would be read from it: events are numbers of eight bytes.
class Numbers final : public ThreadFile {
 public:
  Numbers(std::vector<std::uint64_t>& found, bool keeps_parts) : found_(found), keeps_parts_(keeps_parts) {}

  const std::string& path() const override { return path_; }
  std::byte* begin_chunk(std::byte* chunk) const noexcept override { return chunk; }
  int write(std::byte* chunk, std::size_t bytes, std::uint32_t events, Ending ending) noexcept override {
    found_.resize(complete_);
    for (std::size_t at = kept_.bytes; at < bytes; at += 8) {
      std::memcpy(&found_.emplace_back(), chunk + at, 8);
    }
    if (keeps_parts_) kept_.note({bytes, events}, ending, 0);
    if (keeps_parts_ || ending != Ending::so_far) complete_ = found_.size();
    return 0;
  }
  Part kept() const noexcept override { return kept_; }
  Part leave_rest() noexcept override { return std::exchange(kept_, {}); }

 private:
  std::string path_ = "numbers";
  std::vector<std::uint64_t>& found_;
  bool keeps_parts_;
  std::size_t complete_ = 0;  // of them, what nothing is written over
  Part kept_;
};

// A program that survives a signal goes on: what was written then is not written again, and not counted as forgotten.
TEST(ThreadMemory, WhatASignalWroteIsThereOnce) {
  constexpr std::uint64_t in_chunk = chunk_bytes / 8 - 1;
  for (const bool keeps_parts : {false, true})
    for (const std::uint64_t more : {std::uint64_t{0}, std::uint64_t{5}, in_chunk, 2 * in_chunk, 3 * in_chunk + 7}) {
      ChunkPool chunks({chunk_bytes, 3 * chunk_bytes, 0});
      const ThreadMemory::Shared shared{&chunks, Policy::flight, 3 * chunk_bytes, [] { return Ticks{0}; },
          [](const std::string&, int) {}, [] { return false; }};
      std::vector<std::uint64_t> found;
      ThreadMemory memory(shared, std::make_unique<Numbers>(found, keeps_parts));
      ChunkCursor cursor(memory);
      std::uint64_t recorded = 0;
      const auto record = [&](std::uint64_t events) {
        for (; events > 0; --events, ++recorded) {
          if (!cursor.has_chunk() || !cursor.fits(8)) {
            ASSERT_TRUE(memory.next(cursor));
          }
          std::memcpy(cursor.position(), &recorded, 8);
          cursor.count_event();
          cursor.advance_to(cursor.position() + 8);
        }
      };
      record(2 * in_chunk + 10);
      memory.write_at_crash(cursor);
      EXPECT_EQ(found.size(), recorded);
      record(more);
      memory.write_unless_locked(cursor);
      record(1);
      EXPECT_TRUE(memory.finish(cursor));
      EXPECT_TRUE(std::ranges::is_sorted(found, std::ranges::less_equal{})) << more;
      EXPECT_EQ(found.back(), recorded - 1);
      EXPECT_EQ(memory.written(), found.size());
      EXPECT_EQ(memory.written() + memory.overwritten(), recorded);
    }
}

}  // namespace
}  // namespace weft::recording
