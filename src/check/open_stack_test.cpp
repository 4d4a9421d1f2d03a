// SPDX-License-Identifier: BSD-3-Clause
#include "check/open_stack.hpp"

#include <gtest/gtest.h>

#include "model/refs.hpp"

namespace weft::check {
namespace {

using Stack = OpenStack<RegionRef>;

Stack stack_of(std::initializer_list<std::uint32_t> regions) {
  Stack stack;
  for (const std::uint32_t region : regions) stack.open({region}, region);
  return stack;
}

std::vector<std::uint32_t> open_in(const Stack& stack) {
  std::vector<std::uint32_t> regions;
  for (const auto& entry : stack.entries()) regions.push_back(entry.id.value);
  return regions;
}

TEST(OpenStack, ClosesTheInnermost) {
  auto stack = stack_of({1, 2});
  EXPECT_EQ(stack.close({2}), Closing::matched);
  EXPECT_EQ(stack.close({1}), Closing::matched);
  EXPECT_TRUE(stack.empty());
}

TEST(OpenStack, ClosesWhatIsOpenInside) {
  auto stack = stack_of({1, 2, 1, 3});
  EXPECT_EQ(stack.close({2}), Closing::not_inner);
  EXPECT_EQ(open_in(stack), (std::vector<std::uint32_t>{1}));
}

TEST(OpenStack, RemovesOnlyOne) {
  auto stack = stack_of({1, 2, 1, 3});
  EXPECT_EQ(stack.remove({1}), Closing::not_inner);
  EXPECT_EQ(open_in(stack), (std::vector<std::uint32_t>{1, 2, 3}));
}

// Once something was closed out of order, everything open is counted: the counts must follow every change.
TEST(OpenStack, KnowsWhatIsOpenAfterAMismatch) {
  auto stack = stack_of({1, 2, 2});
  EXPECT_EQ(stack.close({7}), Closing::not_open);
  stack.open({7}, 4);
  stack.open({3}, 5);
  EXPECT_EQ(stack.remove({7}), Closing::not_inner);
  EXPECT_EQ(stack.close({7}), Closing::not_open);
  EXPECT_EQ(stack.close({2}), Closing::not_inner);
  EXPECT_EQ(stack.close({3}), Closing::not_open);
  EXPECT_EQ(stack.close({2}), Closing::matched);
  EXPECT_EQ(stack.close({2}), Closing::not_open);
  EXPECT_EQ(open_in(stack), (std::vector<std::uint32_t>{1}));
}

}  // namespace
}  // namespace weft::check
