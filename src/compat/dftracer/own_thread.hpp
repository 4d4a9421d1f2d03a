// SPDX-License-Identifier: BSD-3-Clause
// OwnThread: what a thread has for itself, so that recording a region takes neither a lock nor memory: regions that are
// over and can be used again, ids of names it has used, and the functions it is in.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "model/refs.hpp"
#include "record/dftracer_rows.hpp"

// A region that has begun. The name is that of the C interface.
struct DFTracerData {
  // Of one region. What is more than this would not fit into a line either; it is counted.
  static constexpr std::size_t most_arguments = 64;
  static constexpr std::size_t most_text_bytes = std::size_t{16} << 10;

  struct Relation {
    int kind;
    std::uint64_t entity;
  };

  DFTracerData* next = nullptr;  // that is over, too
  std::uint32_t what = 0;
  bool is_metadata = false;
  weft::Ticks begin = 0;
  std::uint32_t count = 0;
  std::uint32_t left_out = 0;
  weft::recording::RowArgument arguments[most_arguments];
  std::uint32_t text_bytes = 0;
  std::vector<std::byte> texts;  // of which so many are used; it never becomes smaller
  std::vector<Relation> relations;
};

namespace weft::dftracer {

// Ids of names, found by where a name stands, if it still says the same there.
class KnownNames {
 public:
  // Nothing if it is not known. There may be no second part: null.
  [[gnu::always_inline]] std::uint32_t find(const char* first, const char* second) const {
    const Entry& entry = entries_[place(first, second)];
    const bool is_known = entry.first == first && entry.second == second && is_same(entry.text, first) &&
                          (!second || is_same(entry.text + entry.second_begin, second));
    return is_known ? entry.id : 0;
  }
  void add(const char* first, const char* second, std::uint32_t id) {
    const std::size_t first_bytes = std::strlen(first) + 1, second_bytes = second ? std::strlen(second) + 1 : 0;
    Entry& entry = entries_[place(first, second)];
    if (first_bytes + second_bytes + word_bytes > sizeof entry.text) return;
    entry.first = first;
    entry.second = second;
    entry.id = id;
    entry.second_begin = static_cast<std::uint32_t>(first_bytes);
    std::memcpy(entry.text, first, first_bytes);
    if (second) std::memcpy(entry.text + first_bytes, second, second_bytes);
  }

 private:
  struct Entry {
    const char* first = nullptr;
    const char* second = nullptr;
    std::uint32_t id = 0;
    std::uint32_t second_begin = 0;
    char text[104] = {};
  };
  // They are short: a call would take longer. Eight bytes at once may reach behind the end of what was told, where they
  // mean nothing, but never into another page.
  [[gnu::always_inline]] static bool is_same(const char* known, const char* told) {
    while (may_load_word(told)) {
      std::uint64_t own = 0, other = 0;
      std::memcpy(&own, known, word_bytes);
      std::memcpy(&other, told, word_bytes);
      constexpr std::uint64_t ones = 0x0101010101010101u;
      // The highest bit of the first byte that is 0, and possibly of some behind it.
      if (const std::uint64_t ends = (other - ones) & ~other & ones << 7)
        return ((own ^ other) & (ends ^ (ends - 1))) == 0;
      if (own != other) return false;
      known += word_bytes, told += word_bytes;
    }
    for (; *known == *told; ++known, ++told)
      if (*known == '\0') return true;
    return false;
  }
  static constexpr std::size_t word_bytes = sizeof(std::uint64_t);
  [[gnu::always_inline]] static bool may_load_word(const char* text) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return (void)text, false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
    return (void)text, false;
#endif
#endif
    constexpr std::uintptr_t smallest_page = 4096;
    return std::endian::native == std::endian::little &&
           reinterpret_cast<std::uintptr_t>(text) % smallest_page <= smallest_page - word_bytes;
  }

  static constexpr std::size_t size = 256;
  static std::size_t place(const char* first, const char* second) {
    const auto mixed = reinterpret_cast<std::uintptr_t>(first) + 31 * reinterpret_cast<std::uintptr_t>(second);
    return mixed * 0x9e3779b97f4a7c15u >> 56;
  }

  Entry entries_[size];
};

class OwnThread {
 public:
  OwnThread() = default;
  ~OwnThread();
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;

  // Null if there is no memory.
  DFTracerData* take() {
    if (!free_) [[unlikely]]
      return make();
    return std::exchange(free_, free_->next);
  }
  static DFTracerData* make();
  void give_back(DFTracerData* region) {
    region->next = free_;
    free_ = region;
  }

  // Ids as io_calls.hpp has them; 0 if there is no memory.
  [[gnu::always_inline]] std::uint32_t region(const char* name, const char* category) {
    const std::uint32_t id = regions_.find(name, category);
    return id != 0 ? id : define_region(name, category);
  }
  [[gnu::always_inline]] std::uint32_t key(const char* name) {
    const std::uint32_t id = keys_.find(name, nullptr);
    return id != 0 ? id : define_key(name);
  }

  struct Frame {
    void* function;
    Ticks begin;
  };
  std::vector<Frame> functions;

  bool is_busy = false;  // a handler of a signal must not use what was left half changed

 private:
  [[gnu::noinline]] std::uint32_t define_region(const char* name, const char* category);
  [[gnu::noinline]] std::uint32_t define_key(const char* name);

  DFTracerData* free_ = nullptr;
  KnownNames regions_;
  KnownNames keys_;
};

// That of the calling thread, once it has been asked for.
[[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]] extern constinit thread_local OwnThread* known_own_thread;
OwnThread* make_own_thread() noexcept;

// Null if the thread is over, or there is no memory.
inline OwnThread* own_thread() noexcept { return known_own_thread ? known_own_thread : make_own_thread(); }

// The calling thread for the time of a call, unless a signal has come in the middle of another one.
class OwnThreadInUse {
 public:
  OwnThreadInUse() : own_(own_thread()) {
    if (!own_ || own_->is_busy) [[unlikely]] {
      own_ = nullptr;
      return;
    }
    own_->is_busy = true;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~OwnThreadInUse() {
    if (!own_) return;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    own_->is_busy = false;
  }
  OwnThreadInUse(const OwnThreadInUse&) = delete;
  OwnThreadInUse& operator=(const OwnThreadInUse&) = delete;

  explicit operator bool() const { return own_ != nullptr; }
  OwnThread& operator*() const { return *own_; }
  OwnThread* operator->() const { return own_; }

 private:
  OwnThread* own_;
};

}  // namespace weft::dftracer
