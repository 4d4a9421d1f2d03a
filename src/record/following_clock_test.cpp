// SPDX-License-Identifier: BSD-3-Clause
#include "record/following_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "record/clock.hpp"

namespace weft::recording {
namespace {

// A machine whose time we make: everything that reads a clock takes some of it.
struct Machine {
  double seconds = 1;
  double ticks_per_second = 2.5e9;
  double ticks_before = 0;  // of a counter that was set
  double asleep = 0;        // seconds that the clock does not count
  double interruption = 0;  // during the next look at the clock
  std::function<void()> at_look = [] {};
};
struct Simulated {
  Machine* machine;
  std::uint64_t ticks() const {
    machine->seconds += 8e-9;
    return static_cast<std::uint64_t>(machine->ticks_before + machine->seconds * machine->ticks_per_second);
  }
  std::uint64_t nanoseconds() const {
    machine->at_look();
    machine->seconds += 12e-9;
    const auto time = static_cast<std::uint64_t>((machine->seconds - machine->asleep) * 1e9);
    machine->seconds += 12e-9 + std::exchange(machine->interruption, 0);
    return time;
  }
};

class Following : public testing::Test {
 protected:
  // Reads the clock for a while; the largest distance from the truth.
  double read(double seconds, double step) {
    double worst = 0;
    for (const double end = machine.seconds + seconds; machine.seconds < end; machine.seconds += step) {
      const std::uint64_t time = clock.now();
      EXPECT_GE(time, last) << "the clock went back";
      last = time;
      worst = std::max(worst, std::abs(static_cast<double>(time) - (machine.seconds - machine.asleep) * 1e9));
    }
    return worst;
  }

  Machine machine;
  FollowingClock<Simulated> clock{Simulated{&machine}};
  std::uint64_t last = 0;
};

TEST_F(Following, StaysCloseFromTheFirstReadingOn) {
  EXPECT_LT(read(0.0001, 20e-9), 60);
  EXPECT_LT(read(0.05, 300e-9), 60);
  EXPECT_LT(read(5, 0.001), 60);
}

TEST_F(Following, IsCloseAgainAfterLongIdleTimes) {
  read(0.0001, 20e-9);  // the rate is not known well yet
  for (const double idle : {0.01, 1.0, 100.0, 100'000.0}) {
    machine.seconds += idle;
    EXPECT_LT(read(0.001, 100e-9), 60) << idle;
  }
}

TEST_F(Following, BearsInterruptionsWhileItLooks) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    machine.interruption = i % 3 == 0 ? 1e-9 * static_cast<double>(random() % 3'000'000) : 0;
    EXPECT_LT(read(0.001, 50e-6), 200);
  }
}

TEST_F(Following, FindsTheRateOfAnotherMachine) {
  read(0.1, 1e-6);
  const double ticks = machine.ticks_per_second * machine.seconds;
  machine.ticks_per_second = 3.1e9;
  machine.ticks_before = ticks - machine.ticks_per_second * machine.seconds + 1e9;
  read(0.1, 1e-6);  // what it may have been ahead it has lost by then
  EXPECT_LT(read(0.1, 1e-6), 60);
}

TEST_F(Following, BearsACounterThatBeginsAnew) {
  read(0.1, 1e-6);
  machine.ticks_before = -machine.ticks_per_second * machine.seconds + 1e6;
  read(0.1, 1e-6);  // what it may have been ahead it has lost by then
  EXPECT_LT(read(0.1, 1e-6), 60);
}

TEST_F(Following, BearsAClockThatWasAsleep) {
  read(0.1, 1e-6);
  machine.seconds += 1000;
  machine.asleep = 1000;
  read(0.1, 1e-6);  // what it may have been ahead it has lost by then
  EXPECT_LT(read(0.1, 1e-6), 60);
}

TEST_F(Following, IsNotForkedInTheMiddleOfALook) {
  std::atomic<int> looks = 0;
  std::atomic<bool> forks = false;
  machine.at_look = [&] {
    ++looks;
    for (int i = 0; i < 20 || !forks; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  std::thread looking([&] { clock.now(); });
  while (looks == 0) std::this_thread::yield();
  forks = true;
  clock.before_fork(std::numeric_limits<int>::max());  // how long it tries depends on the machine
  EXPECT_GE(looks, 4) << "that is how often one looks";
  clock.after_fork();
  looking.join();
  machine.at_look = [&] { ++looks; };
  const int before = looks;
  read(0.1, 1e-6);
  EXPECT_LT(looks - before, 1000) << "the clock is followed";
}

TEST_F(Following, IsForkedByAHandlerThatInterruptsALook) {
  machine.at_look = [&] {
    clock.before_fork();
    clock.after_fork();
  };
  EXPECT_LT(read(0.001, 20e-9), 60);
}

// The real one: between two readings of the clock it follows, but for a little.
TEST(RawClock, FollowsTheClockOfTheSystemOnEveryThread) {
  constexpr std::uint64_t little = 2000;
  follow_raw_clock();
  std::vector<int> errors(4);
  std::vector<std::thread> threads;
  for (int& wrong : errors)
    threads.emplace_back([&wrong] {
      std::uint64_t last = 0;
      const std::uint64_t begin = nanoseconds(CLOCK_MONOTONIC_RAW);
      for (std::uint64_t before = begin; before - begin < 50'000'000; before = nanoseconds(CLOCK_MONOTONIC_RAW)) {
        const std::uint64_t time = raw_nanoseconds();
        const std::uint64_t after = nanoseconds(CLOCK_MONOTONIC_RAW);
        wrong += time < last || time + little < before || time > after + little;
        last = time;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(errors, std::vector<int>(4));
}

}  // namespace
}  // namespace weft::recording
