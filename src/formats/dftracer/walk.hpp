// SPDX-License-Identifier: BSD-3-Clause
// Walk: the rows of a thread in order of time, each span on the first track where it does not cut another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/forget_pages.hpp"
#include "formats/dftracer/translation.hpp"

namespace weft::dftracer {

// Rows of several runs, merged. The runs are a heap: the one whose row is next is the first. Of runs that were recorded
// one after the other it stays the first for long.
class RowMerge {
 public:
  explicit RowMerge(const std::vector<Slice>& slices) {
    for (const Slice& slice : slices)
      if (!slice.rows.empty())
        fronts_.push_back({slice.rows.data(), slice.rows.data() + slice.rows.size(), &slice,
            slice.first_begin ? *slice.first_begin : slice.rows.front().begin});
    for (std::size_t i = fronts_.size() / 2; i-- > 0;) sink(i);
  }

  bool next(RowRef& row) {
    if (fronts_.empty()) return false;
    if (++taken_ % rows_to_keep == 0) forget();
    Front& first = fronts_.front();
    row = {first.next, first.slice};
    first.is_touched = true;
    if (++first.next != first.end) {
      first.begin = first.next->begin;
    } else {
      forget_pages(first.slice->mapped);
      first = fronts_.back();
      fronts_.pop_back();
    }
    sink(0);
    return true;
  }

 private:
  struct Front {
    const Row* next;
    const Row* end;
    const Slice* slice;
    std::uint64_t begin;      // of the next row
    bool is_touched = false;  // since its pages were forgotten
  };

  void forget() {
    for (Front& front : fronts_)
      if (std::exchange(front.is_touched, false)) forget_pages(front.slice->mapped);
  }

  // A front whose row may come later than those below it.
  void sink(std::size_t at) {
    for (std::size_t child; (child = 2 * at + 1) < fronts_.size(); at = child) {
      if (child + 1 < fronts_.size() && before(fronts_[child + 1], fronts_[child])) ++child;
      if (!before(fronts_[child], fronts_[at])) return;
      std::swap(fronts_[at], fronts_[child]);
    }
  }
  // Of one thread, whatever its number in each run. Runs whose turn has not come are not looked into.
  static bool before(const Front& a, const Front& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    const auto order = [](const Row& row) {
      auto key = row.order();
      std::get<0>(key) = 0;
      return key;
    };
    return order(*a.next) < order(*b.next);
  }

  // Rows in a file, with what belongs to them, stay in memory for as long as it takes to read this many.
  static constexpr std::uint64_t rows_to_keep = std::uint64_t{1} << 11;

  std::vector<Front> fronts_;
  std::uint64_t taken_ = 0;
};

class Walk {
 public:
  explicit Walk(const ThreadPlan& thread) : thread_(thread), merge_(thread.slices) {}

  struct Step {
    RowRef at;
    std::uint64_t end = 0;  // of a span
    RowRef end_row;         // of a begin
    std::size_t track = 0;
  };

  // The next row; ends are left out, they come with their begins.
  bool next(Step& step) {
    do {
      if (at_ == group_.size() && !next_group()) return false;
      step.at = group_[at_++];
    } while (step.at.row->kind == RowKind::end);
    const Row& row = *step.at.row;
    step.track = 0;
    step.end = row.end;
    step.end_row = {};
    if (row.kind == RowKind::begin) {
      const auto found = thread_.ends.find(row.place);
      const bool is_paired = found != thread_.ends.end();
      step.end = is_paired ? found->second.row->begin : thread_.last_time;
      if (is_paired) step.end_row = found->second;
    }
    if (row.kind == RowKind::span || row.kind == RowKind::begin) step.track = place(row.begin, step.end);
    return true;
  }

 private:
  // Rows that begin together. Of spans without a length it is not clear whether they are inside of a longer one or come
  // before it: their numbers, given when they begin, tell.
  bool next_group() {
    group_.clear();
    at_ = 0;
    if (!has_ahead_ && !merge_.next(ahead_)) return false;
    has_ahead_ = true;
    const std::uint64_t begin = ahead_.row->begin;
    do {
      group_.push_back(ahead_);
      has_ahead_ = merge_.next(ahead_);
    } while (has_ahead_ && ahead_.row->begin == begin);
    if (group_.size() == 1) return true;
    const auto longest = std::ranges::find(group_, RowKind::span, [](const RowRef& at) { return at.row->kind; });
    if (longest == group_.end() || longest->row->end == begin) return true;
    const std::optional<std::int64_t> id = id_of(*longest);
    std::stable_partition(longest, group_.end(), [&](const RowRef& at) {
      if (at.row->kind != RowKind::span || at.row->end != begin || !id) return false;
      const std::optional<std::int64_t> own = id_of(at);
      return own && *own < *id;
    });
    return true;
  }

  static std::optional<std::int64_t> id_of(const RowRef& at) {
    PayloadCursor cursor(at.slice->payload + at.row->payload);
    const PayloadHead head = PayloadHead::take(cursor);
    return head.fields & Record::has_id ? std::optional(head.id) : std::nullopt;
  }

  std::size_t place(std::uint64_t begin, std::uint64_t end) {
    for (std::size_t i = 0;; ++i) {
      if (i == open_.size()) open_.emplace_back();
      std::vector<std::uint64_t>& ends = open_[i];
      while (!ends.empty() && ends.back() <= begin) ends.pop_back();
      if (!ends.empty() && ends.back() < end) continue;
      ends.push_back(end);
      return i;
    }
  }

  const ThreadPlan& thread_;
  RowMerge merge_;
  RowRef ahead_;
  bool has_ahead_ = false;
  std::vector<RowRef> group_;
  std::size_t at_ = 0;                            // in the group
  std::vector<std::vector<std::uint64_t>> open_;  // by track: ends of the spans that are open
};

}  // namespace weft::dftracer
