// SPDX-License-Identifier: BSD-3-Clause
#include "base/zlib_stream.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft {
namespace {

Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string inflated(Bytes in, Inflater::Start start, Inflater::Step* last = nullptr) {
  Inflater inflater;
  inflater.restart(start);
  std::string text;
  for (;;) {
    std::byte piece[100];
    std::span<std::byte> room(piece);
    const auto step = inflater.inflate(in, room);
    text.append(reinterpret_cast<const char*>(piece), sizeof piece - room.size());
    if (last) *last = step;
    if (step != Inflater::Step::more || room.size() == sizeof piece) return text;
  }
}

TEST(ZlibStream, EveryChunkCanBeEntered) {
  Deflater deflater(4);
  const std::string first(5000, 'a'), second = "the second chunk, aaaaaaaaaaaaaaaaaaaaaa";
  std::vector<std::byte> out;
  ASSERT_TRUE(deflater.add_chunk(bytes_of(first), out));
  const std::size_t border = out.size();
  ASSERT_TRUE(deflater.add_chunk(bytes_of(second), out));
  EXPECT_TRUE(std::equal(std::begin(flush_mark), std::end(flush_mark), out.end() - 4));
  EXPECT_EQ(inflated(out, Inflater::Start::header), first + second);
  EXPECT_EQ(inflated(Bytes(out).subspan(border), Inflater::Start::raw), second);
}

TEST(ZlibStream, AnEmptyStreamIsSevenBytes) {
  Deflater deflater(4);
  std::vector<std::byte> out;
  ASSERT_TRUE(deflater.add_chunk({}, out));
  const unsigned char expected[] = {0x78, 0x5e, 0, 0, 0, 0xff, 0xff};
  EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(expected)), out));
}

TEST(ZlibStream, MembersStandOneBehindTheOther) {
  const std::string first(300'000, 'a'), second = "the second member";
  std::vector<std::byte> out;
  ASSERT_TRUE(append_gzip_member(bytes_of(first), 6, out));
  const std::size_t border = out.size();
  ASSERT_TRUE(append_gzip_member(bytes_of(second), 9, out));
  Inflater::Step step{};
  EXPECT_EQ(inflated(Bytes(out).first(border), Inflater::Start::gzip, &step), first);
  EXPECT_EQ(step, Inflater::Step::end);
  EXPECT_EQ(inflated(Bytes(out).subspan(border), Inflater::Start::gzip, &step), second);
  EXPECT_EQ(step, Inflater::Step::end);
}

TEST(ZlibStream, AStreamCanBeWrittenAtOnce) {
  const std::string content(300'000, 'a');
  std::vector<std::byte> out;
  ASSERT_TRUE(append_zlib_stream(bytes_of(content), 6, out));
  Inflater::Step step{};
  EXPECT_EQ(inflated(out, Inflater::Start::header, &step), content);
  EXPECT_EQ(step, Inflater::Step::end);
}

TEST(ZlibStream, DamageIsTold) {
  Inflater::Step step{};
  EXPECT_EQ(inflated(bytes_of("this is no zlib stream"), Inflater::Start::header, &step), "");
  EXPECT_EQ(step, Inflater::Step::damaged);
}

}  // namespace
}  // namespace weft
