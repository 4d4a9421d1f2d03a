// SPDX-License-Identifier: BSD-3-Clause
// Writing: while one lives, its thread writes files of ours. Whoever cancels the thread waits for that, and a file that
// may not become larger (ulimit -f) is an error and not the signal that ends programs.
#pragma once

#include <signal.h>
#include <sys/resource.h>
#include <time.h>

#include <cerrno>

#include "record/keep_errno.hpp"
#include "record/no_cancel.hpp"

namespace weft::recording {

class Writing {
 public:
  Writing() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    sigset_t pending;
    ::sigpending(&pending);
    if (::sigismember(&pending, SIGXFSZ) == 1) return;  // it is held back already, and not ours
    const sigset_t ours = too_large();
    is_holding_back_ = ::pthread_sigmask(SIG_BLOCK, &ours, &before_) == 0;
  }
  ~Writing() {
    if (!is_holding_back_) return;
    const KeepErrno keep_errno;
    const sigset_t ours = too_large();
    constexpr timespec at_once{};
    while (::sigtimedwait(&ours, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

 private:
  static sigset_t too_large() {
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGXFSZ);
    return signals;
  }

  NoCancel no_cancel_;
  bool is_holding_back_ = false;
  sigset_t before_{};
};

}  // namespace weft::recording
