// SPDX-License-Identifier: BSD-3-Clause
#include "base/gzip_stream.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace weft {
namespace {

using Step = Inflater::Step;

struct Inflated {
  std::string text;
  Step step = Step::more;
  std::size_t left = 0;
};

// In pieces of `room` bytes, until there is no more.
template <class Inflate>
Inflated inflate_all(std::size_t room, Inflate&& inflate) {
  Inflated all;
  std::vector<std::byte> piece(room);
  for (;;) {
    std::span<std::byte> out = piece;
    all.step = inflate(out);
    all.text.append(reinterpret_cast<const char*>(piece.data()), room - out.size());
    if (all.step != Step::more || !out.empty()) return all;
  }
}

Inflated through_stream(Bytes in, std::size_t room) {
  GzipStream stream;
  stream.begin(in);
  Inflated all = inflate_all(room, [&](auto& out) { return stream.inflate(out); });
  all.left = stream.left().size();
  return all;
}

Inflated through_zlib(Bytes in, std::size_t room) {
  Inflater zlib;
  zlib.restart(Inflater::Start::gzip);
  Inflated all = inflate_all(room, [&](auto& out) { return zlib.inflate(in, out); });
  all.left = in.size();
  return all;
}

// What can be packed well and what can not, many windows long.
std::string some_text() {
  std::mt19937 dice(7);
  std::string text;
  while (text.size() < 300000) {
    text += "{\"name\":\"read\",\"ts\":" + std::to_string(dice()) + "},\n";
    if (dice() % 50 == 0)
      for (int i = 0; i < 300; ++i) text += static_cast<char>(dice());
  }
  return text;
}

class GzipStreams : public testing::Test {
 protected:
  GzipStreams() { append_gzip_member(std::as_bytes(std::span(text_)), usual_level, member_); }

  const std::string text_ = some_text();
  std::vector<std::byte> member_;
};

TEST_F(GzipStreams, EndWhereTheirMemberEnds) {
  std::vector<std::byte> file = member_;
  for (int i = 0; i < 20; ++i) file.push_back(std::byte{0x1f});
  for (const std::size_t room : {1000u, 32768u, 65537u, 1000000u}) {
    const Inflated all = through_stream(file, room);
    EXPECT_EQ(all.step, Step::end);
    EXPECT_EQ(all.left, 20u);
    EXPECT_TRUE(all.text == text_);
  }
}

TEST_F(GzipStreams, TakeOneMemberAfterTheOther) {
  GzipStream stream;
  for (int i = 0; i < 2; ++i) {
    stream.begin(member_);
    const Inflated all = inflate_all(50000, [&](auto& out) { return stream.inflate(out); });
    EXPECT_EQ(all.step, Step::end);
    EXPECT_TRUE(all.text == text_);
  }
}

TEST_F(GzipStreams, DeliverAllThatIsThereOfACutMember) {
  std::mt19937 dice(1);
  for (int i = 0; i < 200; ++i) {
    const Bytes cut = Bytes(member_).first(dice() % member_.size());
    const std::size_t room = 1 + dice() % 100000;
    const Inflated wanted = through_zlib(cut, room);
    const Inflated found = through_stream(cut, room);
    EXPECT_EQ(found.step, wanted.step);
    EXPECT_EQ(found.left, wanted.left);
    EXPECT_TRUE(found.text == wanted.text) << cut.size();
  }
}

TEST_F(GzipStreams, DeliverAllBeforeDamage) {
  std::mt19937 dice(2);
  for (int i = 0; i < 200; ++i) {
    std::vector<std::byte> damaged = member_;
    for (unsigned k = 0; k <= dice() % 3; ++k) damaged[dice() % damaged.size()] ^= std::byte{1} << (dice() % 8);
    const std::size_t room = 1 + dice() % 100000;
    const Inflated wanted = through_zlib(damaged, room);
    const Inflated found = through_stream(damaged, room);
    EXPECT_EQ(found.step, wanted.step);
    EXPECT_EQ(found.left, wanted.left);
    EXPECT_TRUE(found.text.starts_with(wanted.text));
  }
}

}  // namespace
}  // namespace weft
