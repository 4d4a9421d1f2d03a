// SPDX-License-Identifier: BSD-3-Clause
// LossReport: what a conversion could not carry, or carried in other words: counted and named, never silent. Safe to
// use from many threads.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace weft {

class LossReport {
 public:
  enum class Fate : std::uint8_t { translated, lost };
  struct Entry {
    Fate fate;
    std::uint64_t count = 0;
  };
  // What (a record or a field) and why.
  using Key = std::pair<std::string, std::string>;

  void lost(const std::string& what, const std::string& why, std::uint64_t count = 1) {
    add(Fate::lost, what, why, count);
  }
  void translated(const std::string& what, const std::string& how, std::uint64_t count = 1) {
    add(Fate::translated, what, how, count);
  }

  std::map<Key, Entry> entries() const {
    const std::lock_guard lock(mutex_);
    return entries_;
  }

 private:
  void add(Fate fate, const std::string& what, const std::string& why, std::uint64_t count) {
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_.try_emplace({what, why}, Entry{fate}).first->second;
    entry.count += count;
  }

  mutable std::mutex mutex_;
  std::map<Key, Entry> entries_;
};

}  // namespace weft
