// SPDX-License-Identifier: BSD-3-Clause
// Traces in BP files: whoever wants some time of one reads the windows of that time and no others.
#include "formats/bp/trace/trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "formats/bp/trace/sink.hpp"
#include "scratch.hpp"

namespace weft::bptrace {
namespace {

constexpr LocationRef location{7};
constexpr std::size_t events = 10000;
constexpr Ticks step = 10;  // from event to event

// Of one location: events at 0, 10, 20, ...
void write_trace(const std::string& path, std::size_t window_bytes) {
  auto sink = create_sink(path, window_bytes).take();
  ASSERT_TRUE(sink->define({}));
  auto out = sink->events(location).take();
  std::vector<Ticks> time(events);
  std::vector<std::uint64_t> region(events);
  std::vector<std::uint32_t> record(events);
  std::vector<Kind> kind(events, kind_of<evt::Enter>);
  for (std::size_t i = 0; i < events; ++i) time[i] = i * step, region[i] = i / 1000;
  std::fill(kind.end() - 100, kind.end(), kind_of<evt::Leave>);
  EventBatch batch;
  batch.location = location;
  batch.time = time, batch.kind = kind, batch.value = region, batch.record = record;
  ASSERT_TRUE(out->write(batch));
  ASSERT_TRUE(out->close());
  ASSERT_TRUE(sink->close());
}

struct Found {
  std::size_t events = 0;
  Ticks first = ~Ticks{0};
  Ticks last = 0;
};

Found read(BpTrace& trace, const TimeRange& time) {
  Found found;
  StreamOptions options;
  options.time = time;
  auto stream = trace.events(location, options).take();
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
  BpTraceWindows() { write_trace(path_, 4096); }

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

}  // namespace
}  // namespace weft::bptrace
