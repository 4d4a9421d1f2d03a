// SPDX-License-Identifier: BSD-3-Clause
#include "model/event_types.hpp"

#include <gtest/gtest.h>

#include <set>

#include "model/batch.hpp"

namespace weft {
namespace {

TEST(Kind, FindsItsNameAndBack) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < EventTypes::size; ++i) {
    const auto kind = static_cast<Kind>(i);
    EXPECT_EQ(kind_named(name_of(kind)), kind);
    names.insert(name_of(kind));
  }
  EXPECT_EQ(names.size(), EventTypes::size) << "two kinds of one name";
  EXPECT_EQ(name_of(kind_of<evt::MpiSend>), "MpiSend");
  EXPECT_EQ(kind_named("Nonsense"), std::nullopt);
  EXPECT_EQ(kind_named("enter"), std::nullopt);
}

TEST(RecordOfOneField, FillsTheFieldOfEveryKindThatHasOne) {
  EXPECT_EQ(record_of_one_field(kind_of<evt::Enter>, 7).as<evt::Enter>().region, RegionRef{7});
  EXPECT_EQ(record_of_one_field(kind_of<evt::Leave>, 0xffffffff).as<evt::Leave>().region, RegionRef{});
  EXPECT_EQ(
      record_of_one_field(kind_of<evt::MpiIsendComplete>, ~std::uint64_t{0}).as<evt::MpiIsendComplete>().request_id,
      ~std::uint64_t{0});
  EXPECT_EQ(record_of_one_field(kind_of<evt::OmpFork>, 3).as<evt::OmpFork>().number_of_requested_threads, 3u);
  EXPECT_EQ(record_of_one_field(kind_of<evt::BufferFlush>, 9).as<evt::BufferFlush>().stop_time.value, 9u);
}

// Records behind rows, for a batch made by hand.
class OneRecord final : public RecordAccess {
 public:
  bool read(std::uint32_t row, Kind, Event& event) override {
    if (row == 5) return false;
    event.record = evt::MpiSend{row, {}, 0, 0};
    return true;
  }
};

TEST(EventBatch, ReadsRowsFromTheirColumnsOrFromBehind) {
  OneRecord access;
  const Ticks times[] = {10, 20, 30};
  const Kind kinds[] = {kind_of<evt::Enter>, kind_of<evt::MpiSend>, kind_of<evt::MpiSend>};
  const std::uint64_t values[] = {1, 2, 3};
  const std::uint32_t records[] = {0, 4 | EventBatch::has_more, 5 | EventBatch::has_more};
  const EventBatch batch{LocationRef{1}, 0, 0, times, kinds, values, records, &access};
  Event event;
  ASSERT_TRUE(batch.read(0, event));
  EXPECT_EQ(event.time, 10u);
  EXPECT_EQ(event.record.as<evt::Enter>().region, RegionRef{1});
  ASSERT_TRUE(batch.read(1, event));
  EXPECT_EQ(event.time, 20u);
  EXPECT_EQ(event.record.as<evt::MpiSend>().receiver, 4u);
  EXPECT_FALSE(batch.read(2, event)) << "a damaged record";
}

}  // namespace
}  // namespace weft
