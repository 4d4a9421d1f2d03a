// SPDX-License-Identifier: BSD-3-Clause
// The creation, beginning and end of threads, and waiting for them.
#include <pthread.h>
#include <threads.h>
#include <time.h>
#include <weft/record.h>

#include <memory>
#include <new>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "record/inside.hpp"
#include "record/preload/locks.hpp"
#include "record/preload/next.hpp"

namespace weft::recording {

namespace {

static_assert(std::is_same_v<thrd_t, pthread_t>);  // they are one kind of thread with two interfaces

// Threads of POSIX give a pointer back, those of C a number.
template <class Answer>
struct Start {
  Answer (*function)(void*);
  void* argument;
  std::uint64_t number;
};

// Which thread is which, until somebody has waited for it. Ids of threads come again, so the newest counts.
class Numbers {
 public:
  void add(pthread_t thread, std::uint64_t number) {
    const OwnedMutex::Lock lock(mutex_);
    numbers_[thread] = number;
  }
  bool take(pthread_t thread, std::uint64_t& number) {
    const OwnedMutex::Lock lock(mutex_);
    const auto found = numbers_.find(thread);
    if (found == numbers_.end()) return false;
    number = found->second;
    numbers_.erase(found);
    return true;
  }
  OwnedMutex& mutex() { return mutex_; }

 private:
  OwnedMutex mutex_;
  std::unordered_map<pthread_t, std::uint64_t> numbers_;
};

// Never destroyed: threads may outlive everything.
Numbers& numbers() {
  static auto* const all = new Numbers;
  return *all;
}

// Threads of our own have none.
bool take_number(pthread_t thread, std::uint64_t& number) {
  if (weft_record_inside != 0) return false;
  const Inside inside;
  return numbers().take(thread, number);
}

// Also when the thread is cancelled or ends itself, which both unwind the stack.
struct End {
  std::uint64_t number;
  ~End() { weft_record_thread_end(number); }
};

template <class Answer>
Start<Answer> begun(void* argument) {
  const Inside inside;
  const std::unique_ptr<Start<Answer>> start(static_cast<Start<Answer>*>(argument));
  return *start;
}

template <class Answer>
Answer run(void* argument) {
  const Start<Answer> start = begun<Answer>(argument);
  weft_record_thread_begin(start.number);
  const End end{start.number};
  return start.function(start.argument);
}

// `create` is the call that was meant, with the function and its argument to be filled in. Threads of our own are
// nobody's business.
template <class Answer, class Create>
int begin(pthread_t* thread, Answer (*function)(void*), void* argument, Create&& create) {
  if (weft_record_inside != 0) return create(function, argument);
  std::unique_ptr<Start<Answer>> start;
  {
    const Inside inside;
    start.reset(new (std::nothrow) Start<Answer>{function, argument, 0});
  }
  if (!start) return create(function, argument);
  const std::uint64_t number = start->number = weft_record_thread_create();
  const int error = create(run<Answer>, start.get());
  const Inside inside;
  if (error != 0) return start.reset(), error;
  (void)start.release();
  numbers().add(*thread, number);
  return 0;
}

// `error` is what the waiting came to.
int waited(pthread_t thread, int error) {
  std::uint64_t number = 0;
  if (error == 0 && take_number(thread, number)) weft_record_thread_wait(number);
  return error;
}

void forget(pthread_t thread) {
  std::uint64_t number = 0;
  take_number(thread, number);
}

}  // namespace

OwnedMutex& threads_mutex() { return numbers().mutex(); }

}  // namespace weft::recording

using namespace weft::recording;

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  return begin(thread, function, argument, [&](void* (*first)(void*), void* its_argument) {
    return WEFT_NEXT(pthread_create)(thread, attributes, first, its_argument);
  });
}
int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  return begin(thread, function, argument,
      [&](thrd_start_t first, void* its_argument) { return WEFT_NEXT(thrd_create)(thread, first, its_argument); });
}

int pthread_join(pthread_t thread, void** result) { return waited(thread, WEFT_NEXT(pthread_join)(thread, result)); }
int pthread_tryjoin_np(pthread_t thread, void** result) {
  return waited(thread, WEFT_NEXT(pthread_tryjoin_np)(thread, result));
}
int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* end) {
  return waited(thread, WEFT_NEXT(pthread_timedjoin_np)(thread, result, end));
}
int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock, const timespec* end) {
  return waited(thread, WEFT_NEXT(pthread_clockjoin_np)(thread, result, clock, end));
}
int thrd_join(thrd_t thread, int* result) { return waited(thread, WEFT_NEXT(thrd_join)(thread, result)); }

int pthread_detach(pthread_t thread) {
  forget(thread);
  return WEFT_NEXT(pthread_detach)(thread);
}
int thrd_detach(thrd_t thread) {
  forget(thread);
  return WEFT_NEXT(thrd_detach)(thread);
}
}
