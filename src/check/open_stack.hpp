// SPDX-License-Identifier: BSD-3-Clause
// OpenStack: things that are entered and left in nested order, such as regions or thread teams.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
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

  void open(Id id, std::uint64_t event) {
    entries_.push_back({id, event});
    if (counted_) ++counts_[id];
  }

  bool close_innermost(Id id) {
    if (entries_.empty() || entries_.back().id != id) return false;
    pop();
    return true;
  }

  // What is open inside is closed with it.
  Closing close(Id id) {
    if (close_innermost(id)) return Closing::matched;
    if (!is_open(id)) return Closing::not_open;
    while (!close_innermost(id)) pop();
    return Closing::not_inner;
  }

  // As close, but what is open inside stays open.
  Closing remove(Id id) {
    if (close_innermost(id)) return Closing::matched;
    if (!is_open(id)) return Closing::not_open;
    const auto entry = std::ranges::find(entries_.rbegin(), entries_.rend(), id, &Entry::id);
    entries_.erase(std::next(entry).base());
    --counts_[id];
    return Closing::not_inner;
  }

  bool empty() const { return entries_.empty(); }
  const Entry& innermost() const { return entries_.back(); }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  void pop() {
    if (counted_) --counts_[entries_.back().id];
    entries_.pop_back();
  }

  // Counting begins when something is first closed out of order: sound traces do not pay for it, and in a damaged one
  // a deep stack is not searched again and again.
  bool is_open(Id id) {
    if (!counted_)
      for (const Entry& entry : entries_) ++counts_[entry.id];
    counted_ = true;
    const auto count = counts_.find(id);
    return count != counts_.end() && count->second > 0;
  }

  std::vector<Entry> entries_;
  std::map<Id, std::uint64_t> counts_;
  bool counted_ = false;
};

}  // namespace weft::check
