// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/pseudonyms.hpp"

#include <gtest/gtest.h>

namespace weft::dftracer {
namespace {

TEST(Pseudonyms, AreTheSameForTheSameNameAndSecret) {
  const Pseudonyms some("a"), others("b");
  EXPECT_EQ(some.of("host", "node1"), Pseudonyms("a").of("host", "node1"));
  EXPECT_NE(some.of("host", "node1"), some.of("host", "node2"));
  EXPECT_NE(some.of("host", "node1"), others.of("host", "node1"));
  EXPECT_EQ(some.of("host", "node1").size(), 17u);
}

TEST(Pseudonyms, KeepTheShapeOfPaths) {
  const Pseudonyms some("a");
  const std::string name = some.of("name", "x");
  EXPECT_EQ(some.of_path("/x/../x"), "/" + name + "/../" + name);
  EXPECT_EQ(some.of_path("x"), name);
  EXPECT_EQ(some.of_path("./x/"), "./" + name + "/");
  EXPECT_EQ(some.of_path(""), "");
}

}  // namespace
}  // namespace weft::dftracer
