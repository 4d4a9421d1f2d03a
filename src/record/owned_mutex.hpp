// SPDX-License-Identifier: BSD-3-Clause
// OwnedMutex: a mutex that knows who has it. A handler of a signal that interrupted its owner is told so, and does not
// wait for itself. Whoever forks takes it first: the child would wait for ever for a thread that it does not have.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

namespace weft::recording {

class OwnedMutex {
 public:
  class Lock {
   public:
    explicit Lock(OwnedMutex& mutex) : mutex_(mutex) {
      const pid_t self = own_thread();
      if (mutex_.owner_.load(std::memory_order_relaxed) == self) return;
      lock_ = std::unique_lock(mutex_.mutex_);
      mutex_.owner_.store(self, std::memory_order_relaxed);
    }
    ~Lock() {
      if (lock_) mutex_.owner_.store(0, std::memory_order_relaxed);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    // False if the calling thread had it already.
    explicit operator bool() const { return lock_.owns_lock(); }

   private:
    OwnedMutex& mutex_;
    std::unique_lock<std::mutex> lock_;
  };

  bool is_mine() const { return owner_.load(std::memory_order_relaxed) == own_thread(); }

  // Around a fork, by the thread that forks; afterwards in the parent and in the child, where that thread has another
  // number. A handler that has interrupted the owner leaves it what it has.
  void before_fork() {
    const bool was_mine = is_mine();
    if (!was_mine) mutex_.lock();
    was_mine_ = was_mine;
  }
  void after_fork() {
    if (was_mine_)
      owner_.store(own_thread(), std::memory_order_relaxed);
    else
      mutex_.unlock();
  }

 private:
  static pid_t own_thread() { return static_cast<pid_t>(::syscall(SYS_gettid)); }

  std::mutex mutex_;
  std::atomic<pid_t> owner_ = 0;
  bool was_mine_ = false;  // of the thread that forks
};

}  // namespace weft::recording
