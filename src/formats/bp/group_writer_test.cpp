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

}  // namespace
}  // namespace weft::bp
