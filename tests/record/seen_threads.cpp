// SPDX-License-Identifier: BSD-3-Clause
// The thread sanitizer knows a thread if it saw it begin, and it sees pthread_create only. The recorder's own thread is
// begun by thrd_create: for what is watched this one stands before that of the system.
#include <pthread.h>
#include <threads.h>

namespace {

struct Begin {
  thrd_start_t run;
  void* argument;
};

void* run(void* begin) {
  const Begin known = *static_cast<Begin*>(begin);
  delete static_cast<Begin*>(begin);
  known.run(known.argument);
  return nullptr;
}

}  // namespace

extern "C" int thrd_create(thrd_t* thread, thrd_start_t start, void* argument) {
  return ::pthread_create(thread, nullptr, run, new Begin{start, argument}) == 0 ? thrd_success : thrd_error;
}
