// SPDX-License-Identifier: BSD-3-Clause
#include "record/dftracer_program.hpp"

#include <gtest/gtest.h>

namespace weft::recording {
namespace {

TEST(DftracerProgram, IsTheFirstWordThatIsNoLauncherButNeverTheLast) {
  EXPECT_EQ(dftracer_program({"/usr/bin/cp", "a", "b"}), "cp");
  EXPECT_EQ(dftracer_program({"python3", "-u", "dir/train.py", "x"}), "train.py");
  EXPECT_EQ(dftracer_program({"/usr/bin/env", "true"}), "DEFAULT");
  EXPECT_EQ(dftracer_program({"solver"}), "DEFAULT");
  EXPECT_EQ(dftracer_program({}), "DEFAULT");
  EXPECT_EQ(dftracer_program({"python3", "-c", "x"}), "DEFAULT");
  EXPECT_EQ(dftracer_program({"python3", "--multiprocessing-fork", "x"}), "DEFAULT-spawn");
}

TEST(DftracerProgram, NamesFilesByAHashOfTheProcess) {
  const std::string plain = dftracer_path({"run/trace", "app", false}, "cp", "vm", 12, 1);
  EXPECT_EQ(plain, "run/trace-19bb2eb1c8b5d1d0-app.pfw");
  EXPECT_EQ(dftracer_path({"t", "preload", true}, "cp", "vm", 12, 1), "t-19bb2eb1c8b5d1d0-preload.pfw.gz");
  EXPECT_NE(dftracer_path({"run/trace", "app", false}, "cp", "vm", 12, 2), plain);
}

}  // namespace
}  // namespace weft::recording
