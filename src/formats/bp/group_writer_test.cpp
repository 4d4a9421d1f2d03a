// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/group_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "formats/bp/process_group.hpp"

namespace weft::bp {
namespace {

struct FewMembers {
  GroupDefinition definition{"g"};
  MemberId n = *definition.define(VariableDefinition{"n", "", DataType::integer});
  MemberId array = *definition.define(VariableDefinition{"a", "/d", DataType::double_, {Size::member(n)}});
};

template <class T>
Bytes value_bytes(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

TEST(BpGroupWriter, AnotherGroupOfTheStepKnowsTheSizes) {
  FewMembers few;
  GroupWriter writer(few.definition, {}, 7, 3);
  const std::int32_t n = 2;
  const std::array<double, 2> values = {1, 2};
  ASSERT_TRUE(writer.write(few.n, value_bytes(n)));
  const auto first = writer.begin_another();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->blocks.size(), 1u);
  ASSERT_TRUE(writer.write(few.array, std::as_bytes(std::span(values))));
  const auto second = std::move(writer).finish();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->time_index, 7u);
  EXPECT_EQ(second->process, 3u);
  for (const auto* group : {&*first, &*second}) {
    const auto parsed = parse_process_group(group->bytes, 0, {}, "");
    ASSERT_TRUE(parsed) << parsed.error().text();
    EXPECT_EQ(parsed->variables.size(), 1u);
    EXPECT_EQ(parsed->header.time_index, 7u);
  }
}

TEST(BpGroupWriter, WhatGoesElsewhereIsRememberedAsSize) {
  FewMembers few;
  GroupWriter writer(few.definition, {}, 1);
  EXPECT_FALSE(writer.block_bytes(few.array));
  const std::int32_t n = 5;
  writer.remember(few.n, value_bytes(n));
  EXPECT_EQ(*writer.block_bytes(few.array), 40u);
  EXPECT_EQ(writer.dimensions(few.array)->front().local, 5u);
}

TEST(BpGroupWriter, TheBytesOfAGroupAreKnownBefore) {
  for (const StatisticsLevel level : {StatisticsLevel::none, StatisticsLevel::min_max, StatisticsLevel::full}) {
    FewMembers few;
    few.definition.statistics = level;
    ASSERT_TRUE(few.definition.define(AttributeDefinition{"unit", "/d/a", std::string("m")}));
    GroupWriter writer(few.definition, {}, 1);
    const std::int32_t n = 3;
    const std::array<double, 3> values = {1, 2, 3};
    ASSERT_TRUE(writer.write(few.n, value_bytes(n)));
    ASSERT_TRUE(writer.write(few.array, std::as_bytes(std::span(values))));
    EXPECT_EQ(std::move(writer).finish()->bytes.size(), *overhead_bytes(few.definition, {}) + sizeof n + sizeof values);
  }
}

TEST(BpGroupWriter, TransformedBlocksAreBytesThatKnowWhatTheyWere) {
  FewMembers few;
  few.definition.set_transform(few.array, *parse_transform("zlib"));
  GroupWriter writer(few.definition, {}, 1);
  const std::int32_t n = 1000;
  const std::vector<double> values(1000, 1.5);
  ASSERT_TRUE(writer.write(few.n, value_bytes(n)));
  ASSERT_TRUE(writer.write(few.array, std::as_bytes(std::span(values))));
  const auto group = std::move(writer).finish();
  ASSERT_TRUE(group);
  const auto parsed = parse_process_group(group->bytes, 0, {}, "");
  ASSERT_TRUE(parsed) << parsed.error().text();
  const StoredVariable& stored = parsed->variables.at(1);
  EXPECT_EQ(stored.type, DataType::byte);
  EXPECT_LT(stored.payload.size(), 8000u);
  std::vector<Dimension> pool;
  Cursor in(stored.characteristics, ByteOrder::little);
  const auto what = decode_characteristics(
      in, stored.characteristic_count, {}, stored.type, Place::process_group, pool);
  ASSERT_TRUE(!in.failed() && what.transform);
  EXPECT_EQ(what.transform->type, DataType::double_);
  EXPECT_EQ(what.transform->dimensions.in(pool).front().local, 1000u);
  const auto back = undo_transform(*what.transform, stored.payload, 8000, ByteOrder::little);
  ASSERT_TRUE(back);
  EXPECT_TRUE(std::ranges::equal(*back, std::as_bytes(std::span(values))));
}

// As much as a group is: what somebody took in its places, the rest around it.
std::vector<std::byte> put_together(const FinishedGroup& group, std::vector<std::byte> whole) {
  whole.resize(static_cast<std::size_t>(group.size()));
  std::size_t at = 0;
  auto rest = group.bytes.begin();
  for (const FinishedGroup::Gap& gap : group.gaps) {
    const auto before = static_cast<std::ptrdiff_t>(gap.offset - at);
    std::copy_n(rest, before, whole.begin() + static_cast<std::ptrdiff_t>(at));
    rest += before;
    at = static_cast<std::size_t>(gap.offset + gap.bytes);
  }
  std::copy(rest, group.bytes.end(), whole.begin() + static_cast<std::ptrdiff_t>(at));
  return whole;
}

TEST(BpGroupWriter, LargeBlocksNeedNotBeCopied) {
  FewMembers few;
  ASSERT_TRUE(few.definition.define(AttributeDefinition{"unit", "/d/a", std::string("m")}));
  const std::int32_t n = 200'000;
  std::vector<double> values(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 977);
  std::vector<std::byte> taken(16 << 20);
  auto made = [&](bool is_offered) {
    GroupWriter writer(few.definition, {}, 1);
    if (is_offered)
      writer.offer_large_blocks([&, count = 0](std::uint64_t place, Bytes elements) mutable {
        if (++count == 2) return false;
        std::ranges::copy(elements, taken.begin() + static_cast<std::ptrdiff_t>(place));
        return true;
      });
    EXPECT_TRUE(writer.write(few.n, value_bytes(n)));
    for (int block = 0; block < 3; ++block) EXPECT_TRUE(writer.write(few.array, std::as_bytes(std::span(values))));
    return std::move(writer).finish().value();
  };
  const FinishedGroup copied = made(false);
  const FinishedGroup offered = made(true);
  EXPECT_EQ(offered.gaps.size(), 2u);
  EXPECT_LT(offered.bytes.size(), copied.bytes.size() / 2);
  EXPECT_EQ(offered.size(), copied.bytes.size());
  EXPECT_TRUE(put_together(offered, taken) == copied.bytes);
  for (std::size_t i = 0; i < copied.blocks.size(); ++i) {
    EXPECT_EQ(offered.blocks[i].offset, copied.blocks[i].offset);
    EXPECT_EQ(offered.blocks[i].payload_offset, copied.blocks[i].payload_offset);
  }
}

}  // namespace
}  // namespace weft::bp
