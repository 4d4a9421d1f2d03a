// SPDX-License-Identifier: BSD-3-Clause
// LossReport: what a conversion read, and what of it could not be carried, or was carried in other words: counted and
// named, never silent. Safe to use from many threads.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/result.hpp"

namespace weft {

class LossReport {
 public:
  enum class Fate : std::uint8_t { translated, lost };
  struct Entry {
    Fate fate;
    std::uint64_t count = 0;
    std::string example = {};  // the first one, where it was told: the earliest, whichever thread comes first
  };
  // What (a record or a field) and why.
  using Key = std::pair<std::string, std::string>;

  LossReport() = default;
  // Strict: what is lost is an error, before a trace appears.
  explicit LossReport(bool is_strict) : is_strict_(is_strict) {}

  void lost(const std::string& what, const std::string& why, std::uint64_t count = 1, const std::string& example = {}) {
    add(Fate::lost, what, why, count, example);
  }
  void translated(
      const std::string& what, const std::string& how, std::uint64_t count = 1, const std::string& example = {}) {
    add(Fate::translated, what, how, count, example);
  }
  // Records of a kind that there were to carry.
  void read(const std::string& kind, std::uint64_t count) {
    const std::lock_guard lock(mutex_);
    if (count) read_[kind] += count;
  }

  std::map<Key, Entry> entries() const {
    const std::lock_guard lock(mutex_);
    return entries_;
  }
  std::map<std::string, std::uint64_t> records() const {
    const std::lock_guard lock(mutex_);
    return read_;
  }

  bool is_strict() const { return is_strict_; }
  // To be asked when all losses are known and nothing has its final name.
  Result<> accepted() const;

 private:
  void add(Fate fate, const std::string& what, const std::string& why, std::uint64_t count, const std::string& example);

  bool is_strict_ = false;
  mutable std::mutex mutex_;
  std::map<Key, Entry> entries_;
  std::map<std::string, std::uint64_t> read_;
};

}  // namespace weft
