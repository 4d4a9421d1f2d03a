// SPDX-License-Identifier: BSD-3-Clause
// OnInterrupt: what Ctrl-C does meanwhile, instead of ending the program. System calls do not go on after it.
#pragma once

#include <csignal>

namespace weft::cli {

class OnInterrupt {
 public:
  // The handler finds nothing but what is global.
  explicit OnInterrupt(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &before_);
  }
  ~OnInterrupt() { ::sigaction(SIGINT, &before_, nullptr); }
  OnInterrupt(const OnInterrupt&) = delete;
  OnInterrupt& operator=(const OnInterrupt&) = delete;

 private:
  struct sigaction before_ {};
};

}  // namespace weft::cli
