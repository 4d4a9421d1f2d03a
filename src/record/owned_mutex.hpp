// SPDX-License-Identifier: BSD-3-Clause
// OwnedMutex: a mutex that knows who has it. A handler of a signal that interrupted its owner is told so, and does not
// wait for itself.
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
      const auto self = static_cast<pid_t>(::syscall(SYS_gettid));
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

 private:
  std::mutex mutex_;
  std::atomic<pid_t> owner_ = 0;
};

}  // namespace weft::recording
