// SPDX-License-Identifier: BSD-3-Clause
// Traces in BP files: whoever wants some time of one reads the windows of that time and no others.
#include "formats/bp/trace/trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "formats/bp/rules.hpp"
#include "formats/bp/trace/bounds.hpp"
#include "formats/bp/trace/rules.hpp"
#include "formats/bp/trace/sink.hpp"
#include "scratch.hpp"

namespace weft::bptrace {
namespace {

constexpr LocationRef location{7};
constexpr std::size_t events = 10000;
constexpr Ticks step = 10;  // from event to event

// Of each location: events at 0, 10, 20, ...
void write_trace(const std::string& path, std::size_t window_bytes, std::span<const LocationRef> locations) {
  auto sink = create_sink(path, window_bytes).take();
  ASSERT_TRUE(sink->define({}));
  std::vector<Ticks> time(events);
  std::vector<std::uint64_t> region(events);
  std::vector<std::uint32_t> record(events);
  std::vector<Kind> kind(events, kind_of<evt::Enter>);
  for (std::size_t i = 0; i < events; ++i) time[i] = i * step, region[i] = i / 1000;
  std::fill(kind.end() - 100, kind.end(), kind_of<evt::Leave>);
  for (const LocationRef one : locations) {
    auto out = sink->events(one).take();
    EventBatch batch;
    batch.location = one;
    batch.time = time, batch.kind = kind, batch.value = region, batch.record = record;
    ASSERT_TRUE(out->write(batch));
    ASSERT_TRUE(out->close());
  }
  ASSERT_TRUE(sink->close());
}

struct Found {
  std::size_t events = 0;
  Ticks first = ~Ticks{0};
  Ticks last = 0;
};

Found read(BpTrace& trace, const TimeRange& time, LocationRef of = location) {
  Found found;
  StreamOptions options;
  options.time = time;
  auto stream = trace.events(of, options).take();
  for (EventBatch batch; stream->next(batch);)
    for (const Ticks at : batch.time) {
      ++found.events;
      found.first = std::min(found.first, at);
      found.last = std::max(found.last, at);
    }
  return found;
}

class BpTraceWindows : public testing::Test {
 protected:
  BpTraceWindows() { write_trace(path_, 4096, {&location, 1}); }

  contract::Scratch scratch_;
  std::string path_ = scratch_ / "trace.bp";
};

TEST_F(BpTraceWindows, HoldAllEventsOnce) {
  const auto trace = BpTrace::open(path_).take();
  EXPECT_GT(trace->parts(location), 10u);
  const Found all = read(*trace, {});
  EXPECT_EQ(all.events, events);
  EXPECT_EQ(all.last, (events - 1) * step);
}

TEST_F(BpTraceWindows, OfATimeAreAFewAndHaveAllOfIt) {
  const auto trace = BpTrace::open(path_).take();
  for (const TimeRange time : {TimeRange{0, 0}, TimeRange{42000, 42500}, TimeRange{99980, ~Ticks{0}}}) {
    const Found part = read(*trace, time);
    EXPECT_LE(part.first, time.first);
    EXPECT_GE(part.last, std::min(time.last, (events - 1) * step));
    EXPECT_LT(part.events, events / 5);
  }
  EXPECT_EQ(read(*trace, {200000, 300000}).events, 0u);
}

// What `weft print` shows, a line for each event.
std::size_t printed(BpTrace& trace, const EventFilter& filter) {
  PrintOptions options;
  options.definitions = false;
  options.json = true;
  options.filter = filter;
  TextSink out;
  EXPECT_TRUE(trace.print(options, out));
  return static_cast<std::size_t>(std::ranges::count(out.text(), '\n'));
}

// A window that would be noticed if it were read: its process group is damaged.
TEST_F(BpTraceWindows, OfOtherTimesAndValuesAreNotRead) {
  std::string file = contract::file_content(path_);
  Report ignored;
  std::uint64_t offset = 0;
  {
    const auto reader = bp::Reader::open(path_, ignored).take();
    offset = reader->groups()[2].offset;  // behind the definitions and a first window
  }
  std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(offset), 64, '\xff');
  contract::write_file(path_, file);
  const auto trace = BpTrace::open(path_).take();
  read(*trace, {42000, 42500});
  EXPECT_EQ(printed(*trace, {{}, {}, {}, {RegionRef{4}, RegionRef{7}, RegionRef{99}}}), 2000u);
  EXPECT_EQ(printed(*trace, {{}, {}, {kind_of<evt::Leave>}, {}}), 100u);
  EXPECT_EQ(printed(*trace, {{}, {}, {kind_of<evt::Leave>}, {RegionRef{4}}}), 0u);
  EXPECT_EQ(printed(*trace, {{}, TimeRange{42000, 42500}, {}, {RegionRef{4}}}), 51u);
  EXPECT_TRUE(trace->report().empty());
  EXPECT_LT(read(*trace, {}).events, events);
  EXPECT_FALSE(trace->report().empty());
}

// A trace of two locations, whose index is changed: the first of some eight bytes in a set of a variable. What `weft
// check` then says of it, and what becomes of the events.
class BpTraceIndex : public testing::Test {
 protected:
  BpTraceIndex() {
    write_trace(path_, 4096, locations_);
    const auto file = bp::Reader::open(path_, nothing_).take();
    for (const char* const name : {"/events/location", "/events/time"}) {
      const bp::Entry& entry = file->find_variable(name)->entry();
      bp::each_set(entry, file->layout().order,
          [&](Cursor, unsigned, std::uint64_t offset) { sets_[name].push_back(static_cast<std::size_t>(offset)); });
    }
    for (const bp::Characteristics& block : file->find_variable("/events/location")->blocks())
      places_.push_back(*block.offset);
    const bp::Variable& time = *file->find_variable("/events/time");
    first_window_ = time.table().written_dimensions(time.blocks()[0])[0].local;
    group_index_ = static_cast<std::size_t>(file->footer().group_index);
    content_ = contract::file_content(path_);
  }

  void change(const std::string& variable, std::size_t set, std::uint64_t from, std::uint64_t to) {
    const std::string old(reinterpret_cast<const char*>(&from), sizeof from);
    const std::size_t at = content_.find(old, sets_[variable][set]);
    ASSERT_LT(at, sets_[variable][set + 1]);
    std::memcpy(content_.data() + at, &to, sizeof to);
    contract::write_file(path_, content_);
    trace_ = BpTrace::open(path_).take();
  }
  Found found(std::size_t which) { return read(*trace_, {}, locations_[which]); }
  std::uint64_t said(const Rule& rule) const { return trace_->report().count(rule.name); }

  const std::array<LocationRef, 2> locations_{LocationRef{0x700}, LocationRef{0x800}};
  contract::Scratch scratch_;
  std::string path_ = scratch_ / "trace.bp";
  Report nothing_;
  std::string content_;
  std::map<std::string, std::vector<std::size_t>> sets_;  // where the sets of a variable are
  std::vector<std::uint64_t> places_;                     // of the location in each process group
  std::size_t group_index_ = 0;
  std::uint64_t first_window_ = 0;  // how many events it has
  std::unique_ptr<BpTrace> trace_;
};

TEST_F(BpTraceIndex, IsThatOfTheEvents) {
  trace_ = BpTrace::open(path_).take();
  trace_->examine(nothing_);
  EXPECT_EQ(found(0).events, events);
  EXPECT_EQ(found(1).events, events);
  EXPECT_TRUE(trace_->report().empty());
}

// Windows are skipped because of it.
TEST_F(BpTraceIndex, WithAnotherLastTimeIsFound) {
  const Ticks last = (first_window_ - 1) * step;
  change("/events/time", 0, last, last / 2);
  EXPECT_EQ(found(0).events, events);
  EXPECT_EQ(said(bp::index_differs), 1u);
  trace_->examine(nothing_);
  EXPECT_EQ(said(bp::statistics_differ), 1u);
}

TEST_F(BpTraceIndex, ThatGivesALocationToAnotherWindowLosesNone) {
  change("/events/location", 0, places_[0], places_[1]);
  EXPECT_EQ(said(bp::index_differs), 2u);  // one window without a location, one with two
  EXPECT_EQ(found(0).events, events);
  EXPECT_EQ(found(1).events, events);
  EXPECT_EQ(said(bp::index_differs), 2u);
  trace_->examine(nothing_);
  EXPECT_GT(said(bp::index_differs), 2u);
}

TEST_F(BpTraceIndex, WithAnotherLocationShowsNoEventThere) {
  change("/events/location", 0, locations_[0].value, locations_[1].value);
  EXPECT_EQ(said(window_damaged), 2u);  // one location has two first windows, one has none
  EXPECT_LT(found(0).events, events);
  EXPECT_EQ(found(1).events, events);
  EXPECT_EQ(said(bp::index_differs), 1u);
  trace_->examine(nothing_);
  EXPECT_EQ(said(bp::index_differs), 2u);
}

// "/weft" becomes "/west": the attributes are lost, and with them the names of kinds.
TEST_F(BpTraceIndex, WithoutItsLayoutIsThatOfATraceStill) {
  const std::size_t at = content_.rfind("/weft", content_.find("layout", sets_["/events/time"].back()) + 16);
  content_[at + 3] = 's';
  contract::write_file(path_, content_);
  trace_ = BpTrace::open(path_).take();
  EXPECT_EQ(said(bp::index_differs), 1u);
  EXPECT_EQ(found(0).events, events);
}

TEST_F(BpTraceIndex, ThatRenamesAProcessGroupLosesNone) {
  const std::size_t at = content_.find("weft.events", group_index_);
  content_[at] = 'W';
  contract::write_file(path_, content_);
  trace_ = BpTrace::open(path_).take();
  EXPECT_EQ(said(bp::index_differs), 1u);
  EXPECT_EQ(found(0).events + found(1).events, 2 * events);
}

TEST_F(BpTraceIndex, WhoseBoundsAreNoNumbersIsReadWhole) {
  bp::Statistics statistics;
  EXPECT_EQ(bounds_of<std::uint32_t>(std::nullopt).most, ~std::uint32_t{0});
  const auto bounds = [&](long double min, long double max) {
    statistics.parts[0].min = min, statistics.parts[0].max = max;
    const auto found = bounds_of<std::uint32_t>(statistics);
    return std::pair(found.least, found.most);
  };
  constexpr std::uint32_t all = ~std::uint32_t{0};
  EXPECT_EQ(bounds(3, 5), std::pair(3u, 5u));
  EXPECT_EQ(bounds(-1e30L, 1e30L), std::pair(0u, all));
  EXPECT_EQ(bounds(5, 3), std::pair(0u, all));
  EXPECT_EQ(bounds(std::nanl(""), 3), std::pair(0u, all));
  EXPECT_EQ(bounds(7, std::numeric_limits<long double>::infinity()), std::pair(7u, all));
}

}  // namespace
}  // namespace weft::bptrace
