// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/count_newlines.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::dftracer {
namespace {

TEST(CountNewlines, AgreesWithCountingOneByOne) {
  std::string text;
  for (std::size_t size = 0; size < 700; ++size) {
    EXPECT_EQ(count_newlines(text), static_cast<std::uint64_t>(std::ranges::count(text, '\n'))) << size;
    text.push_back(size * size % 7 < 3 ? '\n' : 'x');
  }
}

TEST(CountNewlines, DoesNotOverflowItsCounters) {
  for (const std::size_t size : {std::size_t{64} * 255, std::size_t{64} * 256, std::size_t{1} << 20})
    EXPECT_EQ(count_newlines(std::string(size + 5, '\n')), size + 5);
}

}  // namespace
}  // namespace weft::dftracer
