// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/alike_sets.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace weft::bp {
namespace {

// Sets of a global array in two dimensions, three in each step, as an index has them.
struct Sets {
  explicit Sets(ByteOrder byte_order) : layout{3, byte_order}, order(byte_order) {}

  void add(std::uint32_t time_index, std::int32_t least, std::int32_t most, bool has_number = true) {
    ByteSink set(order);
    put_id(set, Characteristic::offset), set.put(std::uint64_t{100} + count);
    put_id(set, Characteristic::payload_offset), set.put(std::uint64_t{200} + count);
    put_id(set, Characteristic::file_index), set.put(std::uint32_t{7});
    put_id(set, Characteristic::time_index), set.put(time_index);
    const Dimension dimensions[] = {{2, 10, count}, {3, 20, 2 * count}};
    put_id(set, Characteristic::dimensions), put_dimensions(set, dimensions);
    put_id(set, Characteristic::bitmap), set.put(static_cast<std::uint32_t>(StatisticsLevel::min_max));
    put_id(set, Characteristic::stat);
    set.put(static_cast<std::uint32_t>(least)), set.put(static_cast<std::uint32_t>(most));
    set.put(static_cast<std::uint8_t>(has_number));
    ByteSink all(order);
    all.put(std::uint8_t{7}), all.put(static_cast<std::uint32_t>(set.bytes().size()));
    bytes.insert(bytes.end(), all.bytes().begin(), all.bytes().end());
    bytes.insert(bytes.end(), set.bytes().begin(), set.bytes().end());
    ++count;
  }

  Entry entry() const {
    Entry entry;
    entry.type = DataType::integer;
    entry.set_count = count;
    entry.sets = bytes;
    return entry;
  }

  std::optional<AlikeSets> found() const { return AlikeSets::find(entry(), layout); }

  Layout layout;
  ByteOrder order;
  std::vector<std::byte> bytes;
  std::uint64_t count = 0;
};

Sets six(ByteOrder order = ByteOrder::little) {
  Sets sets(order);
  for (int i = 0; i < 6; ++i) sets.add(i < 3 ? 4 : 9, -i, 10 * i, i != 5);
  return sets;
}

TEST(BpAlikeSets, SayWhatDecodingThemSays) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    const Sets sets = six(order);
    const auto alike = sets.found();
    ASSERT_TRUE(alike);
    std::vector<Characteristics> blocks;
    std::vector<Dimension> pool, expected_pool;
    alike->decode(blocks, pool);
    std::size_t place = 0;
    EXPECT_TRUE(each_set(sets.entry(), order, [&](Cursor set, unsigned count, std::uint64_t) {
      const auto expected = decode_characteristics(
          set, count, sets.layout, DataType::integer, Place::index, expected_pool);
      const Characteristics& block = blocks.at(place++);
      EXPECT_EQ(block.offset, expected.offset);
      EXPECT_EQ(block.payload_offset, expected.payload_offset);
      EXPECT_EQ(block.file_index, expected.file_index);
      EXPECT_EQ(block.time_index, expected.time_index);
      EXPECT_EQ(block.bitmap, expected.bitmap);
      EXPECT_EQ(block.statistics.data(), expected.statistics.data());
      EXPECT_EQ(block.statistics.size(), expected.statistics.size());
      EXPECT_EQ(block.dimensions.first, expected.dimensions.first);
      EXPECT_EQ(block.dimensions.count, expected.dimensions.count);
    }));
    EXPECT_EQ(place, 6u);
    EXPECT_EQ(pool, expected_pool);
  }
}

TEST(BpAlikeSets, HaveStepsAndBounds) {
  const Sets sets = six(ByteOrder::big);
  const auto alike = sets.found();
  ASSERT_TRUE(alike && alike->have_bounds_alone());
  ASSERT_EQ(alike->steps().size(), 2u);
  EXPECT_EQ(alike->steps()[1].time_index, 9u);
  EXPECT_EQ(alike->steps()[1].first_block, 3u);
  EXPECT_EQ(alike->steps()[1].blocks, 3u);
  const auto bounds = alike->bounds(3, 3);  // the last block has no number
  ASSERT_TRUE(bounds);
  EXPECT_EQ(bounds->min, -4);
  EXPECT_EQ(bounds->max, 40);
  EXPECT_FALSE(alike->bounds(5, 1));
}

TEST(BpAlikeSets, AreNotFoundWhereOneIsDifferent) {
  Sets unordered = six();
  unordered.add(4, 0, 0);
  EXPECT_FALSE(unordered.found());
  Sets longer = six();
  longer.bytes.push_back(std::byte{0});
  EXPECT_FALSE(longer.found());
  // Whatever says what stands where: the head of a set, ids, the number of dimensions, the bitmap.
  const Sets sets = six();
  const std::size_t stride = sets.bytes.size() / 6;
  std::size_t noticed = 0;
  for (std::size_t place = 0; place < stride; ++place) {
    Sets wrong = six();
    wrong.bytes[2 * stride + place] ^= std::byte{0x40};
    noticed += wrong.found() ? 0u : 1u;
  }
  EXPECT_EQ(noticed, 5u + 7u + 3u + 4u + 4u);  // and the time index, which becomes a later one than the next has
}

}  // namespace
}  // namespace weft::bp
