// SPDX-License-Identifier: BSD-3-Clause
// Events and sources in memory, for tests: TestEvents is one location, TestSource a trace.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "model/source.hpp"

namespace weft {

class TestEvents : private RecordAccess {
 public:
  explicit TestEvents(LocationRef location = {0}) : location_(location) {}
  TestEvents(const TestEvents&) = delete;

  template <class R>
  TestEvents& add(Ticks time, const R& record) {
    times_.push_back(time);
    kinds_.push_back(kind_of<R>);
    values_.push_back(first_field(record));
    handles_.push_back(static_cast<std::uint32_t>(records_.size()) | EventBatch::has_more);
    records_.emplace_back(record);
    return *this;
  }
  // Of the event added last.
  TestEvents& with(std::vector<AttributeEntry> attributes) {
    attributes_[records_.size() - 1] = std::move(attributes);
    return *this;
  }
  // The body of the event added last cannot be read.
  TestEvents& damaged() {
    damaged_ = records_.size() - 1;
    return *this;
  }

  std::size_t size() const { return times_.size(); }
  EventBatch batch() { return batch(0, size()); }
  EventBatch batch(std::size_t first, std::size_t count) {
    EventBatch batch;
    batch.location = location_;
    batch.first_event = first;
    batch.time = std::span(times_).subspan(first, count);
    batch.kind = std::span(kinds_).subspan(first, count);
    batch.value = std::span(values_).subspan(first, count);
    batch.record = std::span(handles_).subspan(first, count);
    batch.access = this;
    return batch;
  }

 private:
  template <class R>
  static std::uint64_t first_field(const R& record) {
    if constexpr (std::remove_cvref_t<decltype(R::schema)>::size > 0) {
      const auto& value = record.*std::get<0>(R::schema.fields).member;
      if constexpr (requires { value.value; })
        return value.value;
      else
        return static_cast<std::uint64_t>(value);
    }
    return 0;
  }
  bool read(std::uint32_t row, Kind, Event& event) override {
    event.record = records_[row];
    const auto attributes = attributes_.find(row);
    event.attributes = attributes == attributes_.end() ? std::span<const AttributeEntry>() : attributes->second;
    return row != damaged_;
  }

  LocationRef location_;
  std::vector<Ticks> times_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> handles_;
  std::vector<EventRecord> records_;
  std::map<std::size_t, std::vector<AttributeEntry>> attributes_;
  std::size_t damaged_ = ~std::size_t{0};
};

class TestSource final : public Source {
 public:
  // The events of a location, to be added to.
  TestEvents& operator[](LocationRef location) {
    auto& events = events_[location];
    if (!events) {
      events = std::make_unique<TestEvents>(location);
      locations_.clear();
      for (const auto& entry : events_) locations_.push_back(entry.first);
    }
    return *events;
  }
  Definitions& define() { return definitions_; }
  void remark(const Marker& marker) { markers_.push_back(marker); }
  void fail_at(LocationRef location) { broken_ = location; }

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef) override { return 1; }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions&) override {
    if (location == broken_) return Error{Errc::io, "cannot read"};
    return std::unique_ptr<EventStream>(std::make_unique<Stream>(*events_.at(location)));
  }
  void read_markers(Markers& into) override {
    for (const Marker& marker : markers_) into.add(marker);
  }
  Report& report() override { return report_; }

 private:
  // Small batches, so that what belongs together is torn apart.
  class Stream final : public EventStream {
   public:
    explicit Stream(TestEvents& events) : events_(events) {}
    bool next(EventBatch& batch) override {
      constexpr std::size_t rows = 3;
      if (done_ == events_.size()) return false;
      batch = events_.batch(done_, std::min(rows, events_.size() - done_));
      done_ += batch.size();
      return true;
    }

   private:
    TestEvents& events_;
    std::size_t done_ = 0;
  };

  Definitions definitions_;
  std::map<LocationRef, std::unique_ptr<TestEvents>> events_;
  std::vector<LocationRef> locations_;
  LocationRef broken_;
  std::vector<Marker> markers_;
  Report report_;
};

}  // namespace weft
