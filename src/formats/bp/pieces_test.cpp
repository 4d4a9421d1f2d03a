// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/pieces.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace weft::bp {

namespace {

Box box_of(const std::vector<std::uint64_t>& start, const std::vector<std::uint64_t>& count) { return {start, count}; }

// Places of all elements of a box within `whole`, one after the other.
void append_places(const Box& whole, const Box& box, std::vector<std::uint64_t>& places) {
  const std::uint64_t elements = *box.elements();
  for (std::uint64_t i = 0; i < elements; ++i) {
    std::array<std::uint64_t, most_dimensions> at{};
    std::uint64_t rest = i;
    for (std::size_t d = box.rank; d > 0; --d) {
      at[d - 1] = box.start[d - 1] + rest % box.count[d - 1];
      rest /= box.count[d - 1];
    }
    places.push_back(place_in(whole, std::span(at).first(box.rank)));
  }
}

TEST(Pieces, AreTheBoxInItsOrder) {
  const Box whole = box_of({3, 1, 0}, {4, 3, 5});
  for (std::uint64_t most = 1; most <= 61; ++most) {
    std::vector<std::uint64_t> places;
    EXPECT_TRUE(each_piece(whole, most, [&](const Box& piece) {
      EXPECT_LE(*piece.elements(), most);
      append_places(whole, piece, places);
      return true;
    }));
    ASSERT_EQ(places.size(), 60u) << most;
    for (std::uint64_t i = 0; i < places.size(); ++i) ASSERT_EQ(places[i], i) << most;
  }
}

TEST(Pieces, AreFewWhereTheBoxIsSmall) {
  int pieces = 0;
  each_piece(box_of({0, 0}, {7, 9}), 63, [&](const Box&) { return ++pieces, true; });
  EXPECT_EQ(pieces, 1);
}

TEST(Pieces, OfAnEmptyBoxAreNone) {
  EXPECT_TRUE(each_piece(box_of({0, 0}, {7, 0}), 63, [](const Box&) { return false; }));
}

TEST(Pieces, StopWhenAskedTo) {
  int pieces = 0;
  EXPECT_FALSE(each_piece(box_of({0, 0}, {7, 9}), 1, [&](const Box&) { return ++pieces < 5; }));
  EXPECT_EQ(pieces, 5);
}

}  // namespace

}  // namespace weft::bp
