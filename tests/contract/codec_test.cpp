// SPDX-License-Identifier: BSD-3-Clause
// Every record of OTF2 with edge values, encoded into memory and decoded again, in both byte orders.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "formats/otf2/records.hpp"
#include "samples.hpp"
#include "schema/compare.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

constexpr auto untouched = std::byte{0xcd};

// The encoded record; what stood behind it must still stand there.
template <class R>
std::vector<std::byte> encoded(const R& record, ByteOrder order, std::size_t estimate) {
  std::vector<std::byte> bytes(estimate + 2 * slack_bytes, untouched);
  Encoder encoder(bytes.data(), order);
  code(encoder, record);
  const auto used = static_cast<std::size_t>(encoder.position() - bytes.data());
  EXPECT_LE(used, estimate) << "the estimate is too small";
  EXPECT_TRUE(std::all_of(bytes.begin() + static_cast<std::ptrdiff_t>(used + slack_bytes), bytes.end(),
      [](std::byte b) { return b == untouched; }))
      << "the encoder wrote more than its slack beyond the record";
  bytes.resize(used);
  return bytes;
}

template <Estimate mode, class R>
void survives_coding(const R& record, ByteOrder order) {
  const auto bytes = encoded(record, order, estimated_bytes<mode>(record));
  EXPECT_EQ(bytes.size(), estimated_bytes<Estimate::exact>(record));
  Arena arena;
  R copy{};
  Decoder decoder(bytes.data(), bytes.data() + bytes.size(), order, arena);
  code(decoder, copy);
  EXPECT_FALSE(decoder.failed());
  EXPECT_EQ(decoder.position(), bytes.data() + bytes.size());
  EXPECT_TRUE(same(copy, record));
}

// A record of which bytes are missing is refused or filled, never read beyond.
template <class R>
void shrinks_without_harm(const R& record, ByteOrder order) {
  const auto whole = encoded(record, order, estimated_bytes<Estimate::worst_case>(record));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::vector<std::byte> bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    Arena arena;
    R copy{};
    Decoder decoder(bytes.data(), bytes.data() + bytes.size(), order, arena);
    code(decoder, copy);
    EXPECT_LE(decoder.position(), bytes.data() + bytes.size());
  }
}

template <class WireList, Estimate mode>
void check_list() {
  RecordsOf<WireList>::each([](auto type) {
    using R = typename decltype(type)::type;
    SCOPED_TRACE(std::string(R::schema.name));
    Arena arena;
    const auto all = samples<R>(arena);
    for (std::size_t i = 0; i < all.size(); ++i) {
      SCOPED_TRACE(i);
      for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) survives_coding<mode>(all[i], order);
      EXPECT_LE(estimated_bytes<Estimate::definition>(all[i]), estimated_bytes<Estimate::worst_case>(all[i]));
    }
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) shrinks_without_harm(all.front(), order);
  });
}

TEST(Codec, GlobalDefinitionsSurviveCoding) { check_list<GlobalDefinitionRecords, Estimate::definition>(); }
TEST(Codec, LocalDefinitionsSurviveCoding) { check_list<LocalDefinitionRecords, Estimate::definition>(); }
TEST(Codec, EventsSurviveCoding) { check_list<EventRecords, Estimate::worst_case>(); }
TEST(Codec, SnapshotsSurviveCoding) { check_list<SnapshotRecords, Estimate::worst_case>(); }
TEST(Codec, MarkersSurviveCoding) { check_list<MarkerRecords, Estimate::worst_case>(); }
TEST(Codec, ThumbnailsSurviveCoding) { check_list<ThumbnailRecords, Estimate::worst_case>(); }

// The generator itself: if it went lazy, everything else here would be worth little.
TEST(Samples, CoverTheEdgesOfEveryKindOfField) {
  Arena arena;
  bool longest_list = false, no_list = false, undefined_ref = false, unknown_enumerator = false;
  for (const auto& group : samples<def::Group>(arena)) {
    longest_list |= group.members.size() == 300;
    no_list |= group.members.empty();
    undefined_ref |= !group.self.defined();
    unknown_enumerator |= group.group_type == static_cast<GroupType>(200);
  }
  EXPECT_TRUE(longest_list && no_list && undefined_ref && unknown_enumerator);
  bool full_count = false;
  for (const auto& metric : samples<evt::Metric>(arena)) full_count |= metric.metric_values.size() == 255;
  EXPECT_TRUE(full_count) << "a list whose count is one byte must be tried at 255";
  std::set<Type> types;
  for (const auto& property : samples<def::LocationProperty>(arena)) types.insert(property.value.type);
  EXPECT_EQ(types.size(), enumerators<Type>().size() + 3);
}

}  // namespace
}  // namespace weft::contract
