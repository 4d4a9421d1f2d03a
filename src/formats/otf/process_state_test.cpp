// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/process_state.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::otf {

namespace {

struct Nothing {};
using State = ProcessState<Nothing>;

std::vector<std::uint64_t> open_files(const State& state) {
  std::vector<std::uint64_t> handles;
  state.each_file([&](const State::OpenFile& open) {
    handles.push_back(open.handle);
    return true;
  });
  return handles;
}

}  // namespace

TEST(HashOrdered, WalksByBucketAndInABucketFromTheNewest) {
  HashOrdered<std::uint32_t, int, 1> all_in_one;
  for (const std::uint32_t key : {5u, 3u, 9u}) all_in_one.get(key);
  std::vector<std::uint32_t> keys;
  all_in_one.each([&](std::uint32_t key, int) {
    keys.push_back(key);
    return true;
  });
  EXPECT_EQ(keys, (std::vector<std::uint32_t>{9, 3, 5}));
}

TEST(ProcessState, AFileThatIsOpenedAgainComesLast) {
  State state;
  for (const std::uint64_t handle : {1u, 2u, 3u, 1u}) state.open_file({0, 7, handle, 0, {}});
  EXPECT_EQ(open_files(state), (std::vector<std::uint64_t>{2, 3, 1}));
  EXPECT_TRUE(state.close_file(3));
  EXPECT_FALSE(state.close_file(3));
  EXPECT_EQ(open_files(state), (std::vector<std::uint64_t>{2, 1}));
}

TEST(ProcessState, MessagesFindTheOldestReceiveOfTheirRoute) {
  State state;
  state.expect({1, 0, 5}, {10, 1, 0});
  state.expect({1, 0, 5}, {20, 2, 0});
  state.expect({1, 0, 6}, {30, 3, 0});
  EXPECT_EQ(state.match({1, 0, 5})->time, 10u);
  EXPECT_EQ(state.match({1, 0, 5})->time, 20u);
  EXPECT_FALSE(state.match({1, 0, 5}));
  EXPECT_EQ(state.match({1, 0, 6})->time, 30u);
}

TEST(ProcessState, MessagesThatHaveArrivedAreForgotten) {
  State state;
  for (const Ticks arrival : {30u, 10u, 20u}) state.send({1, {1, 0, 0}, 0, 0, {arrival, 0, 0}, {}});
  std::vector<Ticks> left;
  state.each_message(20, [&](const State::Message& message) {
    left.push_back(message.received.time);
    return true;
  });
  EXPECT_EQ(left, (std::vector<Ticks>{30, 20}));
}

TEST(ProcessState, SamplesAreTheInnermostCall) {
  State state;
  state.sample(3);
  state.take_sample(0);
  state.enter({1, 4, 0, {}});
  state.enter({2, 5, 0, {}});
  state.take_sample(1);
  EXPECT_TRUE(state.leave());
  state.take_sample(2);
  EXPECT_EQ(std::vector(state.samples().begin(), state.samples().end()), (std::vector<std::uint32_t>{0, 5, 4}));
}

}  // namespace weft::otf
