// SPDX-License-Identifier: BSD-3-Clause
// NoCancel: a thread that somebody cancels must not end in the middle of our writing, but afterwards.
#pragma once

#include <pthread.h>

namespace weft::recording {

class NoCancel {
 public:
  NoCancel() { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~NoCancel() { ::pthread_setcancelstate(before_, nullptr); }
  NoCancel(const NoCancel&) = delete;
  NoCancel& operator=(const NoCancel&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace weft::recording
