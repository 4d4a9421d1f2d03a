// SPDX-License-Identifier: BSD-3-Clause
// TestTrace: a trace in memory for tests. It begins with what every trace needs, so that a test adds only what it is
// about, and counts its events itself.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "check/check.hpp"

namespace weft::check {

class TestTrace final : public Trace {
 public:
  struct Row {
    Ticks time;
    EventRecord record;
    std::vector<AttributeEntry> attributes;
    std::uint64_t value;
    bool in_columns;
  };

  explicit TestTrace(bool with_clock = true) {
    if (with_clock) define(def::ClockProperties{1'000'000, 0, 1'000'000, 0});
    define(def::SystemTreeNode{{0}, text("machine"), text("kind"), {}});
  }

  // Adds a text and returns its id.
  StringRef text(std::string_view string) {
    const StringRef id{static_cast<std::uint32_t>(definitions_.all<def::String>().size())};
    definitions_.add(def::String{id, string});
    return id;
  }
  template <class R>
  TestTrace& define(const R& record) {
    definitions_.add(record);
    return *this;
  }
  // A location in the process of the given number, which is defined with its first location.
  TestTrace& location(
      std::uint64_t id, std::uint32_t process = 0, LocationGroupType type = LocationGroupType::process) {
    if (!definitions_.find<def::LocationGroup>(LocationGroupRef{process}))
      define(def::LocationGroup{{process}, text("process"), type, {0}, {}});
    rows_[LocationRef{id}];
    processes_[LocationRef{id}] = {process};
    return *this;
  }
  TestTrace& region(std::uint32_t id, std::string_view name) {
    const StringRef string = text(name);
    return define(def::Region{{id}, string, string, {}, {}, {}, {}, {}, 0, 0});
  }
  // `ranks` processes of one location each, numbered alike; communicator 0 holds all of them, 1 is each for itself.
  TestTrace& mpi(std::uint32_t ranks) {
    std::vector<std::uint64_t> members;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      location(rank, rank);
      members.push_back(rank);
    }
    define(def::Group{{0}, {}, GroupType::comm_locations, Paradigm::mpi, {}, members});
    define(def::Group{{1}, {}, GroupType::comm_group, Paradigm::mpi, {}, members});
    define(def::Group{{2}, {}, GroupType::comm_self, Paradigm::mpi, {}, {}});
    define(def::Comm{{0}, text("world"), {1}, {}, {}});
    return define(def::Comm{{1}, text("self"), {2}, {}, {}});
  }
  // What the definition of a location says instead of the number of its events.
  TestTrace& announce(std::uint64_t location, std::uint64_t events) {
    announced_[LocationRef{location}] = events;
    return *this;
  }

  template <class E>
  TestTrace& at(std::uint64_t location, Ticks time, const E& event, std::vector<AttributeEntry> attributes = {}) {
    constexpr bool is_region = std::is_same_v<E, evt::Enter> || std::is_same_v<E, evt::Leave>;
    std::uint64_t value = 0;
    if constexpr (is_region) value = event.region.value;
    rows_[LocationRef{location}].push_back(
        {time, kept(event, arena_), attributes, value, is_region && attributes.empty()});
    return *this;
  }

  // Checks the trace, once, and gives what is wrong with it.
  const Report& found(std::size_t threads = 1) {
    if (!checked_) totals_ = check_trace(finished(), {threads, {}}, found_);
    checked_ = true;
    return found_;
  }
  const Totals& totals() const { return totals_; }
  std::uint64_t count(const Rule& rule) { return found().count(rule.name); }
  // The message of the first finding of a rule, with its location.
  std::string first(const Rule& rule) {
    const auto groups = found().groups();
    const auto group = groups.find(rule.name);
    return group == groups.end() ? "" : group->second.first.front().text();
  }
  // All rules that found something, with their numbers: "a:1 b:2".
  std::string summary() {
    std::string text;
    for (const auto& [rule, group] : found().groups())
      text += fmt::format("{}{}:{}", text.empty() ? "" : " ", rule, group.count);
    return text;
  }

  const Definitions& definitions() const override { return definitions_; }
  std::span<const LocationRef> locations() const override { return locations_; }
  std::uint64_t parts(LocationRef) override { return 1; }
  Result<std::unique_ptr<EventStream>> events(LocationRef location, const StreamOptions&) override;
  Report& report() override { return codec_report_; }
  TraceInfo info() override { return {}; }
  std::uint64_t event_bytes(LocationRef) override { return 0; }
  Result<> print(const PrintOptions&, TextSink&) override { return {}; }
  void examine(Report&) override {}

 private:
  TestTrace& finished() {
    for (const auto& [location, rows] : rows_) {
      const auto announced = announced_.find(location);
      define(def::Location{location, {}, LocationType::cpu_thread,
          announced == announced_.end() ? rows.size() : announced->second, processes_[location]});
      locations_.push_back(location);
    }
    return *this;
  }

  Arena arena_;
  Definitions definitions_;
  std::map<LocationRef, std::vector<Row>> rows_;
  std::map<LocationRef, LocationGroupRef> processes_;
  std::map<LocationRef, std::uint64_t> announced_;
  std::vector<LocationRef> locations_;
  Report codec_report_;
  Report found_;
  Totals totals_;
  bool checked_ = false;
};

// All rows of a location, a few at a time, so that rules have to carry their state from batch to batch.
class TestStream final : public EventStream, private RecordAccess {
 public:
  TestStream(LocationRef location, const std::vector<TestTrace::Row>& rows) : location_(location), rows_(rows) {}

  bool next(EventBatch& batch) override {
    if (first_ == rows_.size()) return false;
    times_.clear(), kinds_.clear(), values_.clear(), records_.clear();
    batch.first_event = first_;
    for (std::size_t end = std::min(first_ + 3, rows_.size()); first_ < end; ++first_) {
      const TestTrace::Row& row = rows_[first_];
      times_.push_back(row.time);
      kinds_.push_back(static_cast<Kind>(row.record.index()));
      values_.push_back(row.value);
      records_.push_back(static_cast<std::uint32_t>(first_) | (row.in_columns ? 0 : EventBatch::has_more));
    }
    batch.location = location_;
    batch.time = times_, batch.kind = kinds_, batch.value = values_, batch.record = records_;
    batch.access = this;
    return true;
  }

 private:
  bool read(std::uint32_t row, Kind, Event& event) override {
    event.record = rows_[row].record;
    event.attributes = rows_[row].attributes;
    return true;
  }

  LocationRef location_;
  const std::vector<TestTrace::Row>& rows_;
  std::size_t first_ = 0;
  std::vector<Ticks> times_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> records_;
};

inline Result<std::unique_ptr<EventStream>> TestTrace::events(LocationRef location, const StreamOptions&) {
  return std::unique_ptr<EventStream>(std::make_unique<TestStream>(location, rows_[location]));
}

}  // namespace weft::check
