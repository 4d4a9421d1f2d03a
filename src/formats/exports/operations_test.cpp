// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/operations.hpp"

#include <gtest/gtest.h>

namespace weft::exports {
namespace {

Operations::Taken begin(Operations& operations, std::uint64_t id, IoOperationMode mode = IoOperationMode::read) {
  return operations.take(evt::IoOperationBegin{{0}, mode, IoOperationFlag::none, 1, id});
}
Operations::Taken end(Operations& operations, std::uint64_t id) {
  return operations.take(evt::IoOperationComplete{{0}, 1, id});
}

TEST(ExportOperations, GiveOverlappingOnesDifferentLanes) {
  Operations operations;
  EXPECT_EQ(begin(operations, 1).lane->number, 0u);
  EXPECT_EQ(begin(operations, 2, IoOperationMode::write).lane->number, 1u);
  const Operations::Taken ended = end(operations, 1);
  EXPECT_EQ(ended.step, Operations::Step::end);
  EXPECT_EQ(ended.lane->number, 0u);
  EXPECT_EQ(ended.lane->name(), "read");
  EXPECT_EQ(begin(operations, 3).lane->number, 0u);
  EXPECT_EQ(end(operations, 2).lane->name(), "write");
}

TEST(ExportOperations, KeepFamiliesApart) {
  Operations operations;
  begin(operations, 1);
  const Operations::Taken request = operations.take(evt::MpiIrecvRequest{1});
  EXPECT_EQ(request.lane->number, 0u);
  EXPECT_EQ(request.lane->family_name(), "requests");
  EXPECT_EQ(operations.take(evt::MpiIrecv{0, {0}, 0, 0, 1}).lane->name(), "receive");
  EXPECT_EQ(operations.take(evt::MpiRecv{0, {0}, 0, 0}).step, Operations::Step::none);
}

TEST(ExportOperations, HaveNoLaneForAnEndWithoutABeginning) {
  Operations operations;
  EXPECT_EQ(end(operations, 1).step, Operations::Step::end);
  EXPECT_FALSE(end(operations, 1).lane);
  begin(operations, 1);
  EXPECT_FALSE(begin(operations, 1).lane);  // has begun before
}

TEST(ExportOperations, GiveBackWhatHasNotEnded) {
  Operations operations;
  begin(operations, 1), begin(operations, 2);
  EXPECT_EQ(operations.take_open()->number, 0u);
  EXPECT_EQ(operations.take_open()->number, 1u);
  EXPECT_FALSE(operations.take_open());
}

TEST(ExportOperations, StayFewWhateverTheTrace) {
  Operations operations;
  std::uint64_t lanes = 0;
  for (std::uint64_t id = 0; id < 70'000; ++id) lanes += begin(operations, id).lane.has_value();
  EXPECT_EQ(lanes, 65'536u);
}

}  // namespace
}  // namespace weft::exports
