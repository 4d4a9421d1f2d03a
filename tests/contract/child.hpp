// SPDX-License-Identifier: BSD-3-Clause
// Work done in a child process, where limits can be set and privileges dropped without harm to the tests that follow.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>

namespace weft::contract {

// Runs `work` in a child; what it expects counts here. A child that hangs is ended by its alarm, and fails.
inline void in_child(const std::function<void()>& work) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(120);
    work();
    // Neither destructors nor exit handlers of the parent's world: they are the parent's business.
    ::_exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "the child was ended by signal " << (WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  EXPECT_EQ(WEXITSTATUS(status), 0) << "see the failures above";
}

inline void limit(int resource, rlim_t value) {
  rlimit limits{};
  ASSERT_EQ(::getrlimit(static_cast<decltype(RLIMIT_NOFILE)>(resource), &limits), 0);
  limits.rlim_cur = value;
  ASSERT_EQ(::setrlimit(static_cast<decltype(RLIMIT_NOFILE)>(resource), &limits), 0);
}

}  // namespace weft::contract
