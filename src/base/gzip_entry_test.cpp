// SPDX-License-Identifier: BSD-3-Clause
#include "base/gzip_entry.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/gzip_stream.hpp"
#include "base/zlib_stream.hpp"

namespace weft {
namespace {

std::string some_text(std::size_t bytes) {
  std::mt19937 dice(7);
  std::string text;
  while (text.size() < bytes) text += "{\"name\":\"read\",\"ts\":" + std::to_string(dice()) + "},\n";
  return text;
}

struct Place {
  std::size_t in = 0;    // bytes of the member
  std::size_t text = 0;  // bytes before
  GzipEntry entry;
};

// All there are, at least so many bytes apart.
std::vector<Place> places_in(Bytes member, std::size_t distance) {
  std::vector<Place> places;
  GzipStream stream;
  stream.begin(member, true);
  std::vector<std::byte> text(std::size_t{4} << 20);
  std::span<std::byte> room = text;
  for (std::size_t last = 0; stream.inflate_to_entry(room) == Inflater::Step::more && !room.empty();) {
    const std::size_t made = text.size() - room.size();
    const auto bits = stream.bits_at_entry();
    if (!bits || made < last + distance) continue;
    last = made;
    const Bytes left = stream.left();
    const std::size_t at = member.size() - left.size();
    places.push_back({at, made, GzipEntry::made(left, member[at - 1], *bits, stream.window(), 100)});
  }
  return places;
}

std::string text_from(Bytes member, const Place& place) {
  GzipStream stream;
  stream.resume(member.subspan(place.in), member[place.in - 1], place.entry.bits, *place.entry.unpacked_window());
  std::vector<std::byte> text(std::size_t{4} << 20);
  std::span<std::byte> room = text;
  EXPECT_EQ(stream.inflate(room), Inflater::Step::end);
  EXPECT_TRUE(stream.left().empty());
  return {reinterpret_cast<const char*>(text.data()), text.size() - room.size()};
}

TEST(GzipEntry, IsWhereAMemberGoesOn) {
  const std::string text = some_text(2'000'000);
  for (const int level : {0, 1, 6, 9}) {
    std::vector<std::byte> member;
    append_gzip_member(std::as_bytes(std::span(text)), level, member);
    const auto places = places_in(member, 100'000);
    EXPECT_GT(places.size(), 3u) << level;
    for (const Place& place : places) {
      EXPECT_TRUE(text_from(member, place) == text.substr(place.text)) << level << ' ' << place.text;
      const auto window = place.entry.unpacked_window();
      ASSERT_TRUE(window && window->size() >= 100);
      const std::string head(reinterpret_cast<const char*>(window->data() + window->size() - 100), 100);
      EXPECT_EQ(head, text.substr(place.text - 100, 100));
    }
  }
}

TEST(GzipEntry, IsRefusedIfItsWindowIsDamaged) {
  const std::string text = some_text(5000);
  std::vector<std::byte> window;
  append_gzip_member(std::as_bytes(std::span(text)), 6, window);
  const GzipEntry good{0, 0, window};
  EXPECT_TRUE(good.unpacked_window());
  for (std::size_t at = 0; at < window.size(); ++at) {
    GzipEntry bad = good;
    bad.window.resize(at);
    EXPECT_FALSE(bad.unpacked_window()) << at;
  }
  // Some bits mean nothing: those of the header, and those between the last block and the checksum.
  for (std::size_t at = 0; at < window.size(); ++at) {
    GzipEntry bad = good;
    bad.window[at] ^= std::byte{0x10};
    const auto found = bad.unpacked_window();
    EXPECT_TRUE(!found || *found == good.unpacked_window()) << at;
  }
}

TEST(GzipEntry, IsRefusedIfItsWindowIsTooLong) {
  std::vector<std::byte> window;
  append_gzip_member(std::vector<std::byte>(GzipEntry::most_window), 6, window);
  EXPECT_TRUE((GzipEntry{0, 0, window}.unpacked_window()));
  window.clear();
  append_gzip_member(std::vector<std::byte>(GzipEntry::most_window + 1), 6, window);
  EXPECT_FALSE((GzipEntry{0, 0, window}.unpacked_window()));
}

}  // namespace
}  // namespace weft
