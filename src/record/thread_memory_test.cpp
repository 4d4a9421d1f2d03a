// SPDX-License-Identifier: BSD-3-Clause
#include "record/thread_memory.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace weft::recording
