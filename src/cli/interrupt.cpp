// SPDX-License-Identifier: BSD-3-Clause
#include "cli/interrupt.hpp"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>

namespace weft::cli {

InterruptNoted::InterruptNoted() {
  was_interrupted = false;
  struct sigaction action {};
  action.sa_handler = [](int) { was_interrupted = true; };
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &before_);
}

InterruptAwaited::InterruptAwaited() {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &interrupt, &before_);
  interrupts_ = ::signalfd(-1, &interrupt, SFD_CLOEXEC);
}

InterruptAwaited::~InterruptAwaited() {
  if (interrupts_ >= 0) ::close(interrupts_);
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool InterruptAwaited::wait_for(int file) {
  pollfd waited[] = {{interrupts_, POLLIN, 0}, {file, POLLIN, 0}};
  while (::poll(waited, 2, -1) < 0)
    if (errno != EINTR) return true;  // reading tells why
  if (!(waited[0].revents & POLLIN)) return true;
  signalfd_siginfo interrupt;
  static_cast<void>(!::read(interrupts_, &interrupt, sizeof interrupt));
  return false;
}

}  // namespace weft::cli
