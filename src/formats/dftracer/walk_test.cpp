// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/walk.hpp"

#include <gtest/gtest.h>

#include <random>

namespace weft::dftracer {
namespace {

void add(RowBuffer& buffer, std::uint32_t thread, std::uint64_t begin, std::uint64_t end, std::int64_t id) {
  const std::uint64_t payload = buffer.payload.size();
  PayloadPen pen(buffer.payload);
  PayloadHead{Record::has_id, id, 0, 0, 0}.put(pen);
  buffer.rows.push_back(
      {begin, end, static_cast<std::uint64_t>(1000 - id), payload, thread, 0, Row::none, RowKind::span});
}

ThreadPlan plan_of(const RunStore& store, std::uint32_t thread) {
  ThreadPlan plan;
  for (const RunStore::Run& run : store.runs()) {
    const auto of_thread = [&](const Row& row) { return row.thread == thread; };
    const auto first = std::ranges::find_if(run.rows, of_thread);
    const auto last = std::find_if_not(first, run.rows.end(), of_thread);
    plan.slices.push_back({{first, last}, run.payload, nullptr});
  }
  return plan;
}

std::vector<std::pair<std::uint64_t, std::size_t>> walked(const ThreadPlan& plan) {
  std::vector<std::pair<std::uint64_t, std::size_t>> steps;
  Walk walk(plan);
  for (Walk::Step step; walk.next(step);) steps.emplace_back(step.at.row->begin, step.track);
  return steps;
}

TEST(DftracerWalk, RunsInAFileAreOne) {
  RunStore store;
  RowBuffer first, second, last;
  add(first, 1, 30, 40, 5), add(first, 0, 10, 20, 1), add(first, 1, 10, 50, 2);
  add(second, 1, 20, 25, 3);
  add(last, 1, 26, 28, 4), add(last, 0, 5, 6, 0);
  ASSERT_TRUE(store.spill(0, first));
  ASSERT_TRUE(store.spill(1, second));
  ASSERT_TRUE(store.keep(0, std::move(last)));
  ASSERT_TRUE(store.finish());
  EXPECT_TRUE(first.rows.empty());
  using Steps = std::vector<std::pair<std::uint64_t, std::size_t>>;
  EXPECT_EQ(walked(plan_of(store, 0)), (Steps{{5, 0}, {10, 0}}));
  EXPECT_EQ(walked(plan_of(store, 1)), (Steps{{10, 0}, {20, 0}, {26, 0}, {30, 0}}));
}

TEST(DftracerWalk, SpansThatCutEachOtherAreOnTracksOfTheirOwn) {
  RunStore store;
  RowBuffer rows;
  add(rows, 0, 0, 10, 1), add(rows, 0, 5, 15, 2), add(rows, 0, 8, 30, 3), add(rows, 0, 10, 12, 4);
  ASSERT_TRUE(store.keep(0, std::move(rows)));
  using Steps = std::vector<std::pair<std::uint64_t, std::size_t>>;
  EXPECT_EQ(walked(plan_of(store, 0)), (Steps{{0, 0}, {5, 1}, {8, 2}, {10, 0}}));
}

TEST(DftracerWalk, NumbersTellWhatComesBeforeALongerSpan) {
  RunStore store;
  RowBuffer rows;
  add(rows, 0, 10, 20, 2), add(rows, 0, 10, 10, 1), add(rows, 0, 10, 10, 3);
  ASSERT_TRUE(store.keep(0, std::move(rows)));
  const ThreadPlan plan = plan_of(store, 0);
  std::vector<std::uint64_t> places;
  Walk walk(plan);
  for (Walk::Step step; walk.next(step);) places.push_back(1000 - step.at.row->place);
  EXPECT_EQ(places, (std::vector<std::uint64_t>{1, 2, 3}));
}

// Whatever comes, on no track do two spans cut each other, and times ascend.
TEST(DftracerWalk, TracksAreProperStacks) {
  std::mt19937 chance(7);
  RunStore store;
  RowBuffer rows;
  for (std::int64_t id = 0; id < 500; ++id) {
    const std::uint64_t begin = chance() % 300;
    add(rows, 0, begin, begin + chance() % 40, id);
  }
  ASSERT_TRUE(store.keep(0, std::move(rows)));
  const ThreadPlan plan = plan_of(store, 0);
  std::vector<std::vector<std::uint64_t>> open;
  std::uint64_t last = 0;
  std::size_t steps = 0;
  Walk walk(plan);
  for (Walk::Step step; walk.next(step); ++steps) {
    const Row& row = *step.at.row;
    EXPECT_LE(last, row.begin);
    last = row.begin;
    if (step.track >= open.size()) open.resize(step.track + 1);
    std::vector<std::uint64_t>& ends = open[step.track];
    while (!ends.empty() && ends.back() <= row.begin) ends.pop_back();
    EXPECT_TRUE(ends.empty() || row.end <= ends.back());
    ends.push_back(row.end);
  }
  EXPECT_EQ(steps, 500u);
}

}  // namespace
}  // namespace weft::dftracer
