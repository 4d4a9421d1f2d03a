// SPDX-License-Identifier: BSD-3-Clause
#include "model/system_numbers.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(SystemNumbers, AreNumbersOrTextsOfThem) {
  Definitions definitions;
  const std::string_view texts[] = {"a.pid", "b.tid", "4711", "47x", "pid"};
  for (std::uint32_t i = 0; i < std::size(texts); ++i) definitions.add(def::String{{i}, texts[i]});
  const TypedValue values[] = {TypedValue::of(std::uint64_t{12}), TypedValue::of(StringRef{2}),
      TypedValue::of(StringRef{3}), TypedValue::of(1.5)};
  for (std::uint32_t i = 0; i < std::size(values); ++i)
    definitions.add(def::LocationGroupProperty{{i}, {0}, values[i]});
  definitions.add(def::LocationGroupProperty{{9}, {4}, values[0]});
  definitions.add(def::LocationProperty{{7}, {1}, TypedValue::of(std::uint64_t{13})});
  const SystemNumbers numbers(definitions);
  EXPECT_EQ(numbers.processes, (std::map<LocationGroupRef, std::uint64_t>{{{0}, 12}, {{1}, 4711}}));
  EXPECT_EQ(numbers.threads, (std::map<LocationRef, std::uint64_t>{{{7}, 13}}));
}

}  // namespace
}  // namespace weft
