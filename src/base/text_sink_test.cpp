// SPDX-License-Identifier: BSD-3-Clause
#include "base/text_sink.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <limits>

namespace weft {
namespace {

TEST(TextSink, PutsPiecesOneAfterTheOther) {
  TextSink out;
  out.put('a'), out.put("bc"), out.put(std::string_view{}), out.put(std::string(1000, 'd')), out.put("");
  EXPECT_EQ(out.text(), "abc" + std::string(1000, 'd'));
  out.clear();
  EXPECT_EQ(out.text(), "");
}

TEST(TextSink, IsEmptyWhenNothingWasPut) {
  TextSink out;
  out.put(std::string_view{});
  out.pad(0);
  EXPECT_EQ(out.text(), "");
}

TEST(TextSink, WritesNumbersOfEveryType) {
  TextSink out;
  out.number(std::numeric_limits<std::uint64_t>::max()), out.put(' ');
  out.number(std::numeric_limits<std::int64_t>::min()), out.put(' ');
  out.number(std::uint8_t{200}), out.put(' '), out.number(std::int8_t{-7});
  EXPECT_EQ(out.text(), "18446744073709551615 -9223372036854775808 200 -7");
}

TEST(TextSink, AlignsInColumns) {
  TextSink out;
  out.number_right(42, 5), out.put('|'), out.left("ab", 4), out.put('|');
  EXPECT_EQ(out.text(), "   42|ab  |");
}

TEST(TextSink, NeverCutsWhatIsWiderThanItsColumn) {
  TextSink out;
  out.number_right(123456, 3), out.put('|'), out.left("abcdef", 3), out.put('|');
  EXPECT_EQ(out.text(), "123456|abcdef|");
}

TEST(TextSink, WritesTheShortestTextOfARealNumber) {
  for (const auto& [value, text] : {std::pair{0.1, "0.1"}, {1.5, "1.5"}, {1e300, "1e+300"}, {-2.25e-10, "-2.25e-10"}}) {
    TextSink out;
    out.real(value);
    EXPECT_EQ(out.text(), text);
    EXPECT_EQ(std::stod(std::string(out.text())), value);
  }
}

TEST(TextSink, WritesToItsFileWhenThereIsMuchOrWhenAsked) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  TextSink out(ends[1]);
  out.put("hello");
  out.flush_if_large();
  EXPECT_EQ(out.text(), "hello") << "too little to be worth a system call";
  EXPECT_TRUE(out.flush());
  char buffer[16];
  EXPECT_EQ(::read(ends[0], buffer, sizeof buffer), 5);
  EXPECT_EQ(out.text(), "");
  ::close(ends[0]), ::close(ends[1]);
}

TEST(TextSink, RemembersWhyWritingFailed) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  TextSink out(full);
  out.put(std::string(1 << 20, 'x'));
  out.flush_if_large();
  EXPECT_TRUE(out.failed());
  errno = 0;  // whatever was called since
  const auto flushed = out.flush();
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().code, Errc::no_space) << flushed.error().text();
  ::close(full);
}

}  // namespace
}  // namespace weft
