// SPDX-License-Identifier: BSD-3-Clause
// Ctrl-C as something to be told of: for what runs, and for somebody who waits for a line.
#pragma once

#include <atomic>
#include <csignal>

namespace weft::cli {

// Whether Ctrl-C was typed since this was last made false; meaningful while there is an InterruptNoted.
inline std::atomic<bool> was_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

// While it lives, Ctrl-C is noted instead of ending the program. System calls do not go on after it.
class InterruptNoted {
 public:
  InterruptNoted();
  ~InterruptNoted() { ::sigaction(SIGINT, &before_, nullptr); }
  InterruptNoted(const InterruptNoted&) = delete;
  InterruptNoted& operator=(const InterruptNoted&) = delete;

 private:
  struct sigaction before_ {};
};

// While it lives, this thread hears of Ctrl-C only when it asks: none can come between a look and a wait. One that
// comes later is delivered at the end.
class InterruptAwaited {
 public:
  InterruptAwaited();
  ~InterruptAwaited();
  InterruptAwaited(const InterruptAwaited&) = delete;
  InterruptAwaited& operator=(const InterruptAwaited&) = delete;

  // Waits until a file can be read; false if Ctrl-C came first.
  bool wait_for(int file);

 private:
  sigset_t before_{};
  int interrupts_;
};

}  // namespace weft::cli
