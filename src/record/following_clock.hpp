// SPDX-License-Identifier: BSD-3-Clause
// FollowingClock: a clock of the system at the price of reading the processor's counter. The system makes its clock
// from the counter at a fixed rate; we measure the rate and do the same without asking. Every few milliseconds the
// clock itself is looked at again, so that ours stays within some ten nanoseconds of it, in every process.
//
// Times never go back, on whatever thread they are read: a line begins where the one before ended or above it, and what
// it is ahead of the clock it loses by rising more slowly. No lock is waited for, so signal handlers may ask, too.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>

namespace weft::recording {

// `Source` has ticks(), the counter, and nanoseconds(), the clock to follow.
template <class Source>
class FollowingClock {
 public:
  explicit constexpr FollowingClock(Source source = {}) : source_(source) {}
  FollowingClock(const FollowingClock&) = delete;
  FollowingClock& operator=(const FollowingClock&) = delete;

  [[gnu::always_inline]] std::uint64_t now() noexcept {
    const Word now = now_at_once();
    return now != 0 ? now : now_slowly();
  }

  // Around a fork, by the thread that forks: the child would find for ever that somebody else is looking. Whoever looks
  // is soon done, but for a handler of a signal that has interrupted it: then it goes on looking, in the child as well.
  void before_fork(int most_tries = 10'000) noexcept {
    bool is_ours = false;
    for (int i = 0; i < most_tries && !is_ours; ++i) {
      is_ours = !is_changing_.exchange(true, std::memory_order_acquire);
      if (!is_ours) std::this_thread::yield();
    }
    if (is_ours) forks_ = true;
  }
  void after_fork() noexcept {
    if (std::exchange(forks_, false)) is_changing_.store(false, std::memory_order_release);
  }

  // The same, or 0 where the clock itself has to be looked at. A line's words are used as they are read, and few
  // registers are needed: whoever inlines this saves none of its caller's.
  [[gnu::always_inline]] std::uint64_t now_at_once() const noexcept {
    const Word ticks = source_.ticks();
    const Word version = version_.load(std::memory_order_acquire);
    const Word passed = ticks - shared_.begin.load(std::memory_order_acquire);
    if (passed >= shared_.length.load(std::memory_order_acquire)) [[unlikely]]
      return 0;
    const Word more = passed * shared_.rate.load(std::memory_order_acquire) >> 32;
    const Word now = more + shared_.nanoseconds.load(std::memory_order_acquire);
    return is_still(version) ? now : 0;
  }

 private:
  using Word = std::uint64_t;
  static constexpr Word shortest = Word{1} << 16;  // ticks; some 25 microseconds
  static constexpr Word longest = Word{1} << 25;   // some 10 milliseconds
  static constexpr Word most_missed = 1000;        // nanoseconds

  struct Moment {
    Word ticks = 0;
    Word nanoseconds = 0;
  };

  struct Line {
    Word begin = 0;   // in ticks
    Word length = 0;  // in ticks; twice as long while a new one is being made
    Word nanoseconds = 0;
    Word rate = 0;  // nanoseconds a tick, times 2^32

    bool covers(Word ticks) const { return ticks - begin < length; }
    bool just_covers(Word ticks) const { return ticks - begin < 2 * length; }
    Word at(Word ticks) const { return nanoseconds + ((ticks - begin) * rate >> 32); }
    Word most() const { return at(begin + 2 * length); }
  };

  // What other threads read while it is replaced: the version is odd as long as that takes.
  struct SharedLine {
    std::atomic<Word> begin = 0, length = 0, nanoseconds = 0, rate = 0;

    [[gnu::always_inline]] Line load() const {
      return {begin.load(std::memory_order_acquire), length.load(std::memory_order_acquire),
          nanoseconds.load(std::memory_order_acquire), rate.load(std::memory_order_acquire)};
    }
    void store(const Line& line) {
      begin.store(line.begin, std::memory_order_release);
      length.store(line.length, std::memory_order_release);
      nanoseconds.store(line.nanoseconds, std::memory_order_release);
      rate.store(line.rate, std::memory_order_release);
    }
  };

  bool is_still(Word version) const { return version_.load(std::memory_order_relaxed) == (version & ~Word{1}); }

  [[gnu::noinline]] Word now_slowly() noexcept {
    if (!is_changing_.exchange(true, std::memory_order_acquire)) {
      look();
      is_changing_.store(false, std::memory_order_release);
    }
    const Word version = version_.load(std::memory_order_acquire);
    const Line line = shared_.load();
    const Word ticks = source_.ticks();
    const bool is_whole = is_still(version);
    if (is_whole && line.just_covers(ticks)) return line.at(ticks);
    return std::max(source_.nanoseconds(), is_whole ? line.most() : 0);
  }

  // One thread at a time.
  void look() noexcept {
    const Word ticks = source_.ticks();
    if (line_.covers(ticks)) return;  // another one was faster
    if (line_.length == 0 && anchor_.ticks != 0 && ticks - anchor_.ticks < shortest) return;
    const Moment now = moment();
    if (!goes_on(now)) {
      // The first time, or a machine that was moved or asleep: there is no rate yet.
      anchor_ = now;
      rate_ = 0;
    } else if (now.ticks - anchor_.ticks >= shortest) {
      rate_ = static_cast<Word>(
          (static_cast<Wide>(now.nanoseconds - anchor_.nanoseconds) << 32) / (now.ticks - anchor_.ticks));
      publish(line_from(now));
    }
    last_ = now;
  }

  bool goes_on(const Moment& now) const {
    if (anchor_.ticks == 0 || now.ticks <= last_.ticks || now.nanoseconds < last_.nanoseconds) return false;
    if (rate_ == 0) return true;
    const auto expected = static_cast<Word>(static_cast<Wide>(now.ticks - last_.ticks) * rate_ >> 32);
    const Word passed = now.nanoseconds - last_.nanoseconds;
    return std::max(expected, passed) - std::min(expected, passed) <= most_missed;
  }

  // It holds as long as the rate was measured, so that it misses by no more than one look at the clock does.
  Line line_from(const Moment& now) const {
    const Word told = line_.just_covers(now.ticks) ? line_.at(now.ticks) : line_.most();
    Line line{now.ticks, std::min(now.ticks - anchor_.ticks, longest), std::max(now.nanoseconds, told), rate_};
    const Word ahead = std::min(line.nanoseconds - now.nanoseconds, Word{1} << 31);
    line.rate -= std::min((ahead << 32) / line.length, rate_ / 2);
    return line;
  }

  void publish(const Line& line) {
    line_ = line;
    const Word version = version_.load(std::memory_order_relaxed);
    version_.store(version + 1, std::memory_order_relaxed);
    shared_.store(line);
    version_.store(version + 2, std::memory_order_release);
  }

  // The counter is read before the clock: so we are a little ahead of it, and who goes over from the clock to a line
  // does not go back.
  Moment moment() {
    Moment best;
    Word closest = ~Word{0};
    for (int i = 0; i < 4; ++i) {
      const Word before = source_.ticks();
      const Word nanoseconds = source_.nanoseconds();
      const Word took = source_.ticks() - before;
      if (took >= closest) continue;
      closest = took;
      best = {before, nanoseconds};
    }
    return best;
  }

  __extension__ using Wide = unsigned __int128;

  Source source_;
  std::atomic<Word> version_ = 0;
  SharedLine shared_;
  alignas(64) std::atomic<bool> is_changing_ = false;
  // Of whoever changes it.
  bool forks_ = false;
  Line line_;
  Moment anchor_;  // since when the rate is measured
  Moment last_;
  Word rate_ = 0;
};

}  // namespace weft::recording
