// SPDX-License-Identifier: BSD-3-Clause
#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace weft {
namespace {

TEST(ParallelFor, DoesEveryPieceOnce) {
  for (const std::size_t threads : {0u, 1u, 2u, 8u}) {
    std::vector<std::atomic<int>> done(1000);
    parallel_for(done.size(), threads, [&](std::size_t piece, std::size_t) { ++done[piece]; });
    for (const auto& count : done) ASSERT_EQ(count, 1) << threads << " threads";
  }
}

TEST(ParallelFor, NumbersItsWorkers) {
  std::vector<std::atomic<int>> busy(8);
  std::atomic<bool> clash = false;
  parallel_for(500, 8, [&](std::size_t, std::size_t worker) {
    ASSERT_LT(worker, 8u);
    if (busy[worker]++ != 0) clash = true;
    std::this_thread::yield();
    --busy[worker];
  });
  EXPECT_FALSE(clash) << "two pieces at once with the same worker";
}

TEST(ParallelFor, RunsOnTheCallersThreadWhenThereIsOne) {
  const auto caller = std::this_thread::get_id();
  parallel_for(10, 1, [&](std::size_t, std::size_t worker) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(worker, 0u);
  });
}

TEST(ParallelFor, StartsNoMoreWorkersThanPieces) {
  std::atomic<std::size_t> largest = 0;
  parallel_for(2, 100, [&](std::size_t, std::size_t worker) { largest = std::max(largest.load(), worker); });
  EXPECT_LT(largest, 2u);
}

TEST(ParallelFor, DoesNothingForNoPieces) {
  parallel_for(0, 4, [&](std::size_t, std::size_t) { FAIL(); });
}

TEST(ThreadCount, TakesWhatTheMachineHasWhenNotTold) {
  EXPECT_GE(thread_count(0), 1u);
  EXPECT_EQ(thread_count(5), 5u);
}

}  // namespace
}  // namespace weft
