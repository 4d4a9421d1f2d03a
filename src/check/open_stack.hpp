// SPDX-License-Identifier: BSD-3-Clause
// OpenStack: things that are entered and left in nested order, such as regions or thread teams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::check {

enum class Closing {
  matched,    // it was the innermost one
  not_inner,  // others were open inside
  not_open,   // it was not open at all
};

template <class Id>
class OpenStack {
 public:
  struct Entry {
    Id id;
    std::uint64_t event;  // where it was opened
  };

  void open(Id id, std::uint64_t event) { entries_.push_back({id, event}); }

  bool close_innermost(Id id) {
    if (entries_.empty() || entries_.back().id != id) return false;
    entries_.pop_back();
    return true;
  }

  // What is open inside is closed with it.
  Closing close(Id id) {
    if (close_innermost(id)) return Closing::matched;
    for (std::size_t i = entries_.size(); i > 0; --i) {
      if (entries_[i - 1].id != id) continue;
      entries_.resize(i - 1);
      return Closing::not_inner;
    }
    return Closing::not_open;
  }

  // As close, but what is open inside stays open.
  Closing remove(Id id) {
    if (close_innermost(id)) return Closing::matched;
    for (std::size_t i = entries_.size(); i > 0; --i) {
      if (entries_[i - 1].id != id) continue;
      entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i - 1));
      return Closing::not_inner;
    }
    return Closing::not_open;
  }

  bool empty() const { return entries_.empty(); }
  const Entry& innermost() const { return entries_.back(); }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace weft::check
