// SPDX-License-Identifier: BSD-3-Clause
// Writing: while one lives, its thread writes files of ours. Whoever cancels the thread waits for that, and a file that
// may not become larger (ulimit -f) is an error and not the signal that ends programs. HoldBack does that for any
// signal that the system sends to a thread for what it is doing.
#pragma once

#include <signal.h>
#include <sys/resource.h>
#include <time.h>

#include <cerrno>

#include "record/keep_errno.hpp"
#include "record/no_cancel.hpp"

namespace weft::recording {

class HoldBack {
 public:
  // Where `is_needed`.
  explicit HoldBack(int signal, bool is_needed = true) {
    if (!is_needed) return;
    sigset_t pending;
    ::sigpending(&pending);
    if (::sigismember(&pending, signal) == 1) return;  // it is held back already, and not ours
    ::sigemptyset(&ours_);
    ::sigaddset(&ours_, signal);
    is_holding_back_ = ::pthread_sigmask(SIG_BLOCK, &ours_, &before_) == 0;
  }
  ~HoldBack() {
    if (!is_holding_back_) return;
    const KeepErrno keep_errno;
    constexpr timespec at_once{};
    while (::sigtimedwait(&ours_, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  HoldBack(const HoldBack&) = delete;
  HoldBack& operator=(const HoldBack&) = delete;

 private:
  bool is_holding_back_ = false;
  sigset_t ours_{};
  sigset_t before_{};
};

class Writing {
  static bool is_limited() {
    rlimit limit{};
    return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  }

  NoCancel no_cancel_;
  HoldBack too_large_{SIGXFSZ, is_limited()};
};

}  // namespace weft::recording
