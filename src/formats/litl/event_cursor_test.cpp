// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/event_cursor.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "formats/litl/rules.hpp"

namespace weft::litl {
namespace {

// A body of 64 bytes that stand for tables, then what is put there.
class Body {
 public:
  std::uint64_t end() const { return used_; }
  template <class... Parameters>
  void regular(std::uint64_t time, std::uint32_t code, Parameters... parameters) {
    at(put_regular(here(), time, code, parameters...));
  }
  void mark(std::uint64_t next) { at(put_mark(here(), next)); }
  Bytes bytes() const { return {bytes_.data(), used_}; }

 private:
  std::byte* here() { return bytes_.data() + used_; }
  void at(const std::byte* end) { used_ = static_cast<std::size_t>(end - bytes_.data()); }
  std::vector<std::byte> bytes_ = std::vector<std::byte>(4096);
  std::size_t used_ = 64;
};

std::vector<std::uint64_t> times(EventCursor& cursor) {
  std::vector<std::uint64_t> all;
  for (NativeEvent event; cursor.next(event);) all.push_back(event.time);
  return all;
}

TEST(LitlEventCursor, FollowsMarksFromChunkToChunk) {
  Body body;
  body.regular(1, 20, 7);
  body.mark(body.end() + 22 + 14);
  body.regular(99, 99);  // of another thread
  body.regular(2, 21);
  body.mark(0);
  EventCursor cursor(standard_layout, body.bytes(), 64);
  EXPECT_EQ(times(cursor), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(cursor.damage().rule, nullptr);
  NativeEvent event;
  EXPECT_FALSE(cursor.next(event));
}

TEST(LitlEventCursor, AMarkIsKnownByItsCodeWhateverItsType) {
  Body body;
  body.regular(1, 20);
  body.mark(0);
  std::vector<std::byte> bytes(body.bytes().begin(), body.bytes().end());
  bytes[64 + 14 + 12] = std::byte{2};
  EventCursor cursor(standard_layout, bytes, 64);
  EXPECT_EQ(times(cursor).size(), 1u);
  EXPECT_EQ(cursor.damage().rule, nullptr);
}

TEST(LitlEventCursor, AThreadWithoutAChunkIsAtItsEnd) {
  EventCursor cursor(standard_layout, Body().bytes(), 0);
  EXPECT_TRUE(times(cursor).empty());
  EXPECT_EQ(cursor.damage().rule, nullptr);
  EventCursor none;
  EXPECT_TRUE(times(none).empty());
}

TEST(LitlEventCursor, DeliversEventsThatAreWholeBeforeACut) {
  Body body;
  for (std::uint64_t i = 0; i < 5; ++i) body.regular(i, 20);
  for (std::size_t cut = 65; cut <= body.bytes().size(); ++cut) {
    EventCursor cursor(standard_layout, body.bytes().first(cut), 64);
    EXPECT_EQ(times(cursor).size(), (cut - 64) / 14);
    EXPECT_EQ(cursor.damage().rule, &chunk_unterminated);
  }
}

TEST(LitlEventCursor, LinksBackwardsEndTheThread) {
  Body body;
  body.regular(1, 20);
  body.mark(64);
  EventCursor cursor(standard_layout, body.bytes(), 64);
  EXPECT_EQ(times(cursor).size(), 1u);
  EXPECT_EQ(cursor.damage().rule, &chunk_link);
  EXPECT_EQ(cursor.damage().offset, 64u + 14);
}

TEST(LitlEventCursor, EventsKeepTheirParameters) {
  Body body;
  body.regular(~std::uint64_t{0}, ~0u, 1, 2, ~std::uint64_t{0});
  body.mark(0);
  EventCursor cursor(standard_layout, body.bytes(), 64);
  NativeEvent event;
  ASSERT_TRUE(cursor.next(event));
  EXPECT_EQ(event.count, 3u);
  EXPECT_EQ(event.parameter(0), 1u);
  EXPECT_EQ(event.parameter(2), ~std::uint64_t{0});
  EXPECT_EQ(event.bytes().size(), encoded_bytes(EventType::regular, 3));
}

}  // namespace
}  // namespace weft::litl
