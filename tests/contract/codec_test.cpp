// SPDX-License-Identifier: BSD-3-Clause
// Every record of OTF2 with edge values, encoded into memory and decoded again, in both byte orders.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "formats/otf2/records.hpp"
#include "samples.hpp"
#include "schema/compare.hpp"

namespace weft::contract {
namespace {

using namespace otf2;

constexpr auto untouched = std::byte{0xcd};

// What the compiler stamps out for every record is kept small: these answer with what is wrong, and one place says so.
using Fault = std::string_view;
constexpr ByteOrder both_orders[] = {ByteOrder::little, ByteOrder::big};

bool is_untouched(const std::vector<std::byte>& bytes, std::size_t from) {
  return std::all_of(
      bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.end(), [](std::byte b) { return b == untouched; });
}

// Encodes into `bytes`; what stood behind the record must still stand there.
template <class R>
Fault encode(const R& record, ByteOrder order, std::size_t estimate, std::vector<std::byte>& bytes) {
  bytes.assign(estimate + 2 * slack_bytes, untouched);
  Encoder encoder(bytes.data(), order);
  code(encoder, record);
  const auto used = static_cast<std::size_t>(encoder.position() - bytes.data());
  if (used > estimate) return "the estimate is too small";
  if (!is_untouched(bytes, used + slack_bytes)) return "the encoder wrote more than its slack beyond the record";
  bytes.resize(used);
  return {};
}

template <Estimate mode, class R>
Fault survives_coding(const R& record, ByteOrder order) {
  std::vector<std::byte> bytes;
  if (const Fault fault = encode(record, order, estimated_bytes<mode>(record), bytes); !fault.empty()) return fault;
  if (bytes.size() != estimated_bytes<Estimate::exact>(record)) return "the exact size is wrong";
  if (estimated_bytes<Estimate::definition>(record) > estimated_bytes<Estimate::worst_case>(record))
    return "the worst case is not the worst";
  Arena arena;
  R copy{};
  Decoder decoder(bytes.data(), bytes.data() + bytes.size(), order, arena);
  code(decoder, copy);
  if (decoder.failed()) return "decoding failed";
  if (decoder.position() != bytes.data() + bytes.size()) return "not all bytes were decoded";
  return same(copy, record) ? Fault{} : "the record changed";
}

// A record of which bytes are missing is refused or filled, never read beyond.
template <class R>
Fault shrinks_without_harm(const R& record, ByteOrder order) {
  std::vector<std::byte> whole;
  encode(record, order, estimated_bytes<Estimate::worst_case>(record), whole);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::vector<std::byte> bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    Arena arena;
    R copy{};
    Decoder decoder(bytes.data(), bytes.data() + bytes.size(), order, arena);
    code(decoder, copy);
    if (decoder.position() > bytes.data() + bytes.size()) return "the decoder ran past the end of a cut record";
  }
  return {};
}

void expect_none(Fault fault, std::string_view record, std::size_t sample) {
  EXPECT_EQ(fault, "") << record << ", sample " << sample;
}

template <class WireList, Estimate mode>
void check_list() {
  RecordsOf<WireList>::each([](auto type) {
    using R = typename decltype(type)::type;
    Arena arena;
    const auto all = samples<R>(arena);
    for (const ByteOrder order : both_orders) {
      for (std::size_t i = 0; i < all.size(); ++i) expect_none(survives_coding<mode>(all[i], order), R::schema.name, i);
      expect_none(shrinks_without_harm(all.front(), order), R::schema.name, 0);
    }
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
