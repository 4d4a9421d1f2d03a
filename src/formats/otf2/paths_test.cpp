// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/paths.hpp"

#include <gtest/gtest.h>

namespace weft::otf2 {
namespace {

TEST(ArchivePaths, SplitsThePathOfAnAnchor) {
  const auto split = [](const std::string& path) {
    const auto paths = ArchivePaths::from_anchor(path);
    return paths ? paths->directory + "|" + paths->name : paths.error().message;
  };
  EXPECT_EQ(split("a/b/traces.otf2"), "a/b/|traces");
  EXPECT_EQ(split("traces.otf2"), "|traces");
  EXPECT_EQ(split("/traces.otf2"), "/|traces");
  EXPECT_EQ(split("a.b/c.d.otf2"), "a.b/|c.d");
  EXPECT_EQ(split("a/traces.OTF2"), "a/|traces");
}

TEST(ArchivePaths, RefusesOtherNames) {
  for (const char* path :
      {"", "traces", "traces.otf", "traces.elg", "a.otf2/b", ".otf2", "a/.otf2", "a/", "traces.Otf2"})
    EXPECT_FALSE(ArchivePaths::from_anchor(path)) << path;
}

TEST(ArchivePaths, NamesEveryFile) {
  const ArchivePaths paths{"dir/", "t"};
  EXPECT_EQ(paths.anchor(), "dir/t.otf2");
  EXPECT_EQ(paths.global_definitions(), "dir/t.def");
  EXPECT_EQ(paths.markers(), "dir/t.marker");
  EXPECT_EQ(paths.thumbnail(3), "dir/t.3.thumb");
  EXPECT_EQ(paths.events({~std::uint64_t{0} - 1}), "dir/t/18446744073709551614.evt");
  EXPECT_EQ(paths.local_definitions({0}), "dir/t/0.def");
  EXPECT_EQ(paths.snapshots({12}), "dir/t/12.snap");
  EXPECT_TRUE(paths.locations_with(".evt").empty()) << "there is no such directory";
}

}  // namespace
}  // namespace weft::otf2
