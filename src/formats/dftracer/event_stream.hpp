// SPDX-License-Identifier: BSD-3-Clause
// TrackStream: the events of one track of a thread, as batches of the model.
#pragma once

#include <vector>

#include "formats/dftracer/track_events.hpp"
#include "model/source.hpp"

namespace weft::dftracer {

class TrackStream final : public EventStream, public RecordAccess {
 public:
  TrackStream(const Translation& translation, const ThreadPlan& thread, std::size_t track, std::size_t rows)
      : translation_(translation),
        thread_(thread),
        track_(track),
        rows_(std::max<std::size_t>(1, rows)),
        walk_(thread),
        events_of_(translation, thread, static_cast<std::uint32_t>(track), *this) {}
  TrackStream(const TrackStream&) = delete;
  TrackStream& operator=(const TrackStream&) = delete;

  ~TrackStream() override { forget_what_was_read(); }

  bool next(EventBatch& batch) override;

 private:
  friend class TrackEvents<TrackStream>;
  // What an event is drawn from.
  struct Source {
    RowRef at = {};
    bool is_on_other_file = false;
    IoFileRef file = {};  // that a leave tells
  };

  bool read(std::uint32_t row, Kind kind, weft::Event& event) override;
  void note_reading(const Slice& slice);
  void forget_what_was_read();
  void refill();
  void put(std::uint64_t time, Kind kind, std::uint64_t value, const Source& source);
  void enter(std::uint64_t time, RegionRef region, RowRef at) { put(time, kind_of<evt::Enter>, region.value, {at}); }
  void leave(std::uint64_t time, RegionRef region, RowRef at, const FileKey& file);
  void on_handle(std::uint64_t time, Kind kind, const HandleKey& handle, RowRef at, bool is_on_other_file);
  void other(std::uint64_t time, RowRef at);
  EventRecord on_handle_record(Kind kind, IoHandleRef handle, const Source& source);
  void add_attributes(RowRef at, bool is_metric);
  void add_attribute(RowRef at, std::uint64_t key, const StoredValue& value, bool is_field);
  TypedValue typed(RowRef at, const StoredValue& value) const;

  const Translation& translation_;
  const ThreadPlan& thread_;
  std::size_t track_;
  std::size_t rows_;
  Walk walk_;
  TrackEvents<TrackStream> events_of_;
  bool is_done_ = false;
  std::uint64_t events_ = 0;  // handed out

  // Made already, of which the first `used_` have been handed out.
  std::size_t used_ = 0;
  std::vector<Ticks> times_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> records_;
  std::vector<Source> sources_;
  std::vector<AttributeEntry> attributes_;
  std::vector<std::uint64_t> told_;  // by attribute: the event that had it last, as the next one counts them
  std::uint64_t events_read_ = 0;
  std::vector<MetricValue> metric_values_;

  // Runs in a file from which records have been read since their pages were forgotten, and how many. Events of a track
  // may be far from each other, each in pages of its own.
  static constexpr std::size_t reads_to_keep = 256;
  std::vector<const Slice*> read_from_;
  std::size_t reads_ = 0;
};

}  // namespace weft::dftracer
