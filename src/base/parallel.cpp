// SPDX-License-Identifier: BSD-3-Clause
#include "base/parallel.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

#include "base/parallel_internal.hpp"

namespace weft {

std::size_t thread_count(std::size_t threads) {
  return threads ? threads : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

namespace {

// Counted where a thread begins, which takes thousands of times as long.
constinit std::atomic<std::uint64_t> begun{0};

// A new thread often waits on its parent's processor for milliseconds and shares it for tens of them, until the kernel
// moves one away: all the time most work here takes. So new threads are dealt out to the processors that the program
// may use; from then on the kernel moves them as it likes.
class Dealer {
 public:
  Dealer() {
    CPU_ZERO(&allowed_);
    if (::sched_getaffinity(0, sizeof allowed_, &allowed_) != 0) return;
    const auto here = static_cast<std::size_t>(std::max(0, ::sched_getcpu()));
    for (std::size_t i = 1; i <= CPU_SETSIZE; ++i) {
      const std::size_t processor = (here + i) % CPU_SETSIZE;
      if (CPU_ISSET(processor, &allowed_)) processors_.push_back(processor);
    }
  }

  // False if the system has no more threads to give.
  bool begin(std::vector<std::jthread>& threads, const std::function<void()>& work) {
    try {
      place(threads.emplace_back(work));
      begun.fetch_add(1, std::memory_order_relaxed);
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }

 private:
  void place(std::jthread& thread) {
    if (processors_.size() < 2) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processors_[next_++ % processors_.size()], &one);
    if (::pthread_setaffinity_np(thread.native_handle(), sizeof one, &one) == 0)
      ::pthread_setaffinity_np(thread.native_handle(), sizeof allowed_, &allowed_);
  }

  cpu_set_t allowed_;
  std::vector<std::size_t> processors_;
  std::size_t next_ = 0;
};

}  // namespace

std::uint64_t threads_begun() { return begun.load(std::memory_order_relaxed); }

void parallel_for(
    std::size_t pieces, std::size_t threads, const std::function<void(std::size_t piece, std::size_t worker)>& work) {
  const std::size_t workers = std::min(thread_count(threads), pieces);
  std::atomic<std::size_t> next{0};
  auto run = [&](std::size_t worker) {
    for (std::size_t piece = next++; piece < pieces; piece = next++) work(piece, worker);
  };
  std::vector<std::jthread> others;
  if (workers > 1) {
    Dealer dealer;
    for (std::size_t worker = 1; worker < workers; ++worker)
      if (!dealer.begin(others, [&run, worker] { run(worker); })) break;
  }
  if (workers) run(0);
}

void do_both(const std::function<void()>& here, const std::function<void()>& beside) {
  std::vector<std::jthread> others;
  const bool has_begun = thread_count(0) > 1 && Dealer().begin(others, beside);
  here();
  if (!has_begun) beside();
}

}  // namespace weft
