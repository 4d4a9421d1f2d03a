// SPDX-License-Identifier: BSD-3-Clause
// FunctionTable: what is known of functions, by address. Found without a lock; open addressing, and addresses that find
// no place any more are looked up each time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "record/owned_mutex.hpp"

namespace weft::recording {

class FunctionTable {
 public:
  // What is to be known of a function; nothing if that cannot be said yet, but perhaps the next time.
  using LookUp = std::optional<std::uint64_t> (*)(void* function);
  explicit constexpr FunctionTable(LookUp look_up) : look_up_(look_up) {}

  std::uint64_t of(void* function) {
    const auto key = reinterpret_cast<std::uintptr_t>(function);
    for (std::size_t i = place(key), steps = 0; steps < most_steps; i = (i + 1) % size, ++steps) {
      const std::uintptr_t found = slots_[i].key.load(std::memory_order_acquire);
      if (found == key) return slots_[i].known.load(std::memory_order_relaxed);
      if (found == 0) return add(function, i);
    }
    return look_up_(function).value_or(0);
  }

  // Forgets functions that nobody can be in any more. Those behind them in the table may be looked up once more.
  template <class IsThere>
  void forget_unless(IsThere&& is_there) {
    const OwnedMutex::Lock lock(mutex_);
    for (Slot& slot : slots_) {
      const std::uintptr_t key = slot.key.load(std::memory_order_relaxed);
      if (key != 0 && !is_there(key)) slot.key.store(0, std::memory_order_relaxed);
    }
  }

  // Of whoever changes it.
  OwnedMutex& mutex() { return mutex_; }

 private:
  static constexpr std::size_t size = std::size_t{1} << 16;
  static constexpr std::size_t most_steps = 64;
  struct Slot {
    std::atomic<std::uintptr_t> key;
    std::atomic<std::uint64_t> known;
  };

  static std::size_t place(std::uintptr_t key) { return (key >> 2) * 0x9e3779b97f4a7c15u >> 48; }

  // Whoever comes first has the slot; what is known is there before the key. A handler of a signal that comes in
  // between adds nothing.
  std::uint64_t add(void* function, std::size_t i) {
    const std::optional<std::uint64_t> known = look_up_(function);
    if (!known) return 0;
    const OwnedMutex::Lock lock(mutex_);
    if (lock && slots_[i].key.load(std::memory_order_relaxed) == 0) {
      slots_[i].known.store(*known, std::memory_order_relaxed);
      slots_[i].key.store(reinterpret_cast<std::uintptr_t>(function), std::memory_order_release);
    }
    return *known;
  }

  LookUp look_up_;
  OwnedMutex mutex_;
  Slot slots_[size] = {};
};

}  // namespace weft::recording
