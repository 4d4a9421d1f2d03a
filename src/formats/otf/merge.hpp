// SPDX-License-Identifier: BSD-3-Clause
// The records of several files in order of time, exactly as the reference delivers them, ties included
// (docs/formats/otf.md, section 9.9): every line, key-value lines too, is a step after which the heap is mended, and
// equal times change places.
#pragma once

#include <memory>
#include <vector>

#include "formats/otf/record_reader.hpp"

namespace weft::otf {

// `Pointer` owns its reader, or not.
template <class Kind, class Pointer = std::unique_ptr<RecordReader<Kind>>>
class Merge {
 public:
  using Reader = RecordReader<Kind>;

  // Readers stand before their first record, in ascending order of their streams.
  explicit Merge(std::vector<Pointer> readers, Ticks until = unknown_time)
      : readers_(std::move(readers)), until_(until) {
    for (const auto& reader : readers_) waiting_.push_back({0, std::to_address(reader)});
    for (std::size_t i = 0; i < waiting_.size();)
      if (waiting_[i].reader->fetch())
        waiting_[i].time = waiting_[i].reader->time(), ++i;
      else
        remove(i);
  }

  // The next records, at most `most`, in order of time. How many there were.
  template <class Visitor>
  std::uint64_t read(Visitor&& visitor, std::uint64_t most = ~std::uint64_t{0}) {
    if (!is_heap_) make_heap();
    std::uint64_t count = 0;
    while (!waiting_.empty() && count < most) {
      Place& root = waiting_.front();
      if (waiting_.size() == 1) {
        if (!read_to_end(*root.reader, visitor, most, count)) return count;
        continue;
      }
      taken_ = root.time;
      if (root.time >= until_) {
        remove(0);
        sink(0);
        continue;
      }
      if (!step(*root.reader, visitor, count)) return count;
      if (root.reader->fetch()) {
        root.time = root.reader->time();
      } else {
        root.reader->take_tail(visitor);
        remove(0);
      }
      sink(0);
    }
    return count;
  }

  // The next records file by file: the first, then from the last one backwards.
  template <class Visitor>
  std::uint64_t read_unsorted(Visitor&& visitor, std::uint64_t most = ~std::uint64_t{0}) {
    std::uint64_t count = 0;
    while (!waiting_.empty() && count < most)
      if (!read_to_end(*waiting_.front().reader, visitor, most, count)) break;
    return count;
  }

  // The time of the record that was taken last, also while its visitor is at work.
  Ticks taken() const { return running_ ? running_->time() : taken_; }
  // The time that comes next, and how many files are left.
  Ticks time() const { return waiting_.empty() ? unknown_time : waiting_.front().time; }
  std::size_t files_left() const { return waiting_.size(); }
  const std::vector<Pointer>& readers() const { return readers_; }

 private:
  struct Place {
    Ticks time;
    Reader* reader;
  };

  template <class Visitor>
  static bool step(Reader& reader, Visitor& visitor, std::uint64_t& count) {
    if (!reader.is_wanted()) {
      reader.skip_line();
      return true;
    }
    const Took took = reader.take(visitor);
    if (took == Took::record) ++count;
    if (took == Took::damaged) return reader.goes_on_after_damage(visitor);
    return took != Took::stopped;
  }

  // All of the file at the front. False if it is not the end of the file that ended it.
  template <class Visitor>
  bool read_to_end(Reader& reader, Visitor& visitor, std::uint64_t most, std::uint64_t& count) {
    running_ = &reader;
    count += reader.read(visitor, until_, most - count);
    running_ = nullptr;
    taken_ = reader.time();
    waiting_.front().time = reader.time();
    if (reader.has_stopped() || count == most) return false;
    if (reader.is_at_end()) reader.take_tail(visitor);
    remove(0);
    return true;
  }

  void remove(std::size_t i) {
    waiting_[i] = waiting_.back();
    waiting_.pop_back();
  }

  void make_heap() {
    is_heap_ = true;
    if (waiting_.empty()) return;
    for (std::size_t i = (waiting_.size() - 1) / 2 + 1; i-- > 0;) sink(i);
  }

  void sink(std::size_t i) {
    const std::size_t size = waiting_.size();
    if (i >= size) return;
    const Place moving = waiting_[i];
    for (;;) {
      std::size_t child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && waiting_[child + 1].time < waiting_[child].time) ++child;
      if (moving.time < waiting_[child].time) break;
      waiting_[i] = waiting_[child];
      i = child;
    }
    waiting_[i] = moving;
  }

  std::vector<Pointer> readers_;
  std::vector<Place> waiting_;
  Ticks until_;
  Ticks taken_ = 0;
  const Reader* running_ = nullptr;
  bool is_heap_ = false;
};

}  // namespace weft::otf
