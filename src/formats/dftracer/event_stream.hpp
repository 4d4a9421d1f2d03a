// SPDX-License-Identifier: BSD-3-Clause
// TrackStream: the events of one track of a thread, as batches of the model.
#pragma once

#include <vector>

#include "formats/dftracer/walk.hpp"
#include "model/source.hpp"

namespace weft::dftracer {

class TrackStream final : public EventStream, public RecordAccess {
 public:
  TrackStream(const Translation& translation, const ThreadPlan& thread, std::size_t track, std::size_t rows)
      : translation_(translation),
        thread_(thread),
        track_(track),
        rows_(std::max<std::size_t>(1, rows)),
        walk_(thread) {}

  ~TrackStream() override { forget_what_was_read(); }

  bool next(EventBatch& batch) override;
  // How many there are, without making them.
  static std::vector<std::uint64_t> count(const Translation& translation, const ThreadPlan& thread);

 private:
  struct Open {
    std::uint64_t end;
    RegionRef region;
    IoHandleRef handle;  // of an operation that is not complete before the span is
    RowRef at;           // what the leave tells
  };

  bool read(std::uint32_t row, Kind kind, weft::Event& event) override;
  void note_reading(const Slice& slice);
  void forget_what_was_read();
  void refill();
  void put(std::uint64_t time, Kind kind, std::uint64_t value, RowRef at);
  void leave_until(std::uint64_t time);
  void enter(const Walk::Step& step);
  void add_attributes(RowRef at, bool is_metric);
  void add_attribute(RowRef at, std::uint64_t key, const StoredValue& value, bool is_field);
  TypedValue typed(RowRef at, const StoredValue& value) const;

  const Translation& translation_;
  const ThreadPlan& thread_;
  std::size_t track_;
  std::size_t rows_;
  Walk walk_;
  bool is_done_ = false;
  std::vector<Open> open_;
  std::uint64_t events_ = 0;  // handed out

  // Made already, of which the first `used_` have been handed out.
  std::size_t used_ = 0;
  std::vector<Ticks> times_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> records_;
  std::vector<RowRef> sources_;
  std::vector<AttributeEntry> attributes_;
  std::vector<MetricValue> metric_values_;

  // Runs in a file from which records have been read since their pages were forgotten, and how many. Events of a track
  // may be far from each other, each in pages of its own.
  static constexpr std::size_t reads_to_keep = 256;
  std::vector<const Slice*> read_from_;
  std::size_t reads_ = 0;
};

}  // namespace weft::dftracer
