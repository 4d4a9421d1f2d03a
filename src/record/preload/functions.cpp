// SPDX-License-Identifier: BSD-3-Clause
// Functions of programs that were compiled with -finstrument-functions: the compiler calls us at the beginning and at
// the end of each.
#include <weft/record.h>

#include <atomic>
#include <cstdint>

#include "record/preload/symbols.hpp"

namespace weft::recording {

namespace {

// Regions by address. Found without a lock; open addressing, and addresses that find no place any more are looked up
// each time.
class Regions {
 public:
  weft_region of(void* function) {
    const auto key = reinterpret_cast<std::uintptr_t>(function);
    for (std::size_t i = place(key), steps = 0; steps < most_steps; i = (i + 1) % size, ++steps) {
      const std::uintptr_t found = slots_[i].key.load(std::memory_order_acquire);
      if (found == key) return slots_[i].region.load(std::memory_order_relaxed);
      if (found == 0) return add(function, i);
    }
    return region_of(function);
  }

 private:
  static constexpr std::size_t size = std::size_t{1} << 16;
  static constexpr std::size_t most_steps = 64;
  struct Slot {
    std::atomic<std::uintptr_t> key;
    std::atomic<weft_region> region;
  };

  static std::size_t place(std::uintptr_t key) { return (key >> 2) * 0x9e3779b97f4a7c15u >> 48; }

  // Whoever comes first has the slot; the region is there before the key.
  weft_region add(void* function, std::size_t i) {
    const weft_region region = region_of(function);
    static std::atomic_flag is_taken = ATOMIC_FLAG_INIT;
    if (is_taken.test_and_set(std::memory_order_acquire)) return region;  // somebody else is adding: another time
    if (slots_[i].key.load(std::memory_order_relaxed) == 0) {
      slots_[i].region.store(region, std::memory_order_relaxed);
      slots_[i].key.store(reinterpret_cast<std::uintptr_t>(function), std::memory_order_release);
    }
    is_taken.clear(std::memory_order_release);
    return region;
  }

  static weft_region region_of(void* function) {
    const Symbol symbol = symbol_of(function);
    return weft_define_region(symbol.name.c_str(), symbol.module.c_str(), 0);
  }

  Slot slots_[size] = {};
};

constinit Regions regions;

}  // namespace

}  // namespace weft::recording

using weft::recording::regions;

extern "C" {

void __cyg_profile_func_enter(void* function, void*) {
  if (weft_is_on()) weft_record_enter(regions.of(function));
}
void __cyg_profile_func_exit(void* function, void*) {
  if (weft_is_on()) weft_record_leave(regions.of(function));
}
}
