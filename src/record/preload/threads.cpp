// SPDX-License-Identifier: BSD-3-Clause
// The creation, beginning and end of threads, and waiting for them.
#include <pthread.h>
#include <weft/record.h>

#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>

#include "record/preload/next.hpp"

namespace weft::recording {

namespace {

struct Start {
  void* (*function)(void*);
  void* argument;
  std::uint64_t number;
};

// Which thread is which, until somebody has waited for it. Ids of threads come again, so the newest counts.
class Numbers {
 public:
  void add(pthread_t thread, std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    numbers_[thread] = number;
  }
  bool take(pthread_t thread, std::uint64_t& number) {
    const std::lock_guard lock(mutex_);
    const auto found = numbers_.find(thread);
    if (found == numbers_.end()) return false;
    number = found->second;
    numbers_.erase(found);
    return true;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<pthread_t, std::uint64_t> numbers_;
};

// Never destroyed: threads may outlive everything.
Numbers& numbers() {
  static auto* const all = new Numbers;
  return *all;
}

// Also when the thread is cancelled or calls pthread_exit, which both unwind the stack.
struct End {
  std::uint64_t number;
  ~End() { weft_record_thread_end(number); }
};

void* run(void* argument) {
  const std::unique_ptr<Start> start(static_cast<Start*>(argument));
  const Start begun = *start;
  weft_record_thread_begin(begun.number);
  const End end{begun.number};
  return begun.function(begun.argument);
}

}  // namespace

}  // namespace weft::recording

using namespace weft::recording;

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  auto start = std::unique_ptr<Start>(new (std::nothrow) Start{function, argument, 0});
  if (!start) return WEFT_NEXT(pthread_create)(thread, attributes, function, argument);
  const std::uint64_t number = start->number = weft_record_thread_create();
  const int error = WEFT_NEXT(pthread_create)(thread, attributes, run, start.get());
  if (error != 0) return error;
  (void)start.release();
  numbers().add(*thread, number);
  return 0;
}

int pthread_join(pthread_t thread, void** result) {
  const int error = WEFT_NEXT(pthread_join)(thread, result);
  std::uint64_t number = 0;
  if (error == 0 && numbers().take(thread, number)) weft_record_thread_wait(number);
  return error;
}

int pthread_detach(pthread_t thread) {
  std::uint64_t number = 0;
  numbers().take(thread, number);
  return WEFT_NEXT(pthread_detach)(thread);
}
}
