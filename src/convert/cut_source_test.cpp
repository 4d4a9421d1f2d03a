// SPDX-License-Identifier: BSD-3-Clause
#include "convert/cut_source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/test_events_internal.hpp"

namespace weft {
namespace {

using Lines = std::vector<std::string>;

// "12 Enter 3": time, kind and first field.
Lines lines(Source& source, LocationRef location) {
  Lines lines;
  const auto stream = source.events(location, {}).take();
  EventBatch batch;
  Event event;
  while (stream->next(batch))
    for (std::size_t row = 0; row < batch.size(); ++row) {
      EXPECT_TRUE(batch.read(row, event));
      EXPECT_EQ(event.record.index(), static_cast<std::size_t>(batch.kind[row]));
      lines.push_back(fmt::format("{} {} {}", batch.time[row], name_of(batch.kind[row]), batch.value[row]));
    }
  return lines;
}

Lines cut(Source& source, const CutOptions& options, LocationRef location = {0}) {
  LossReport loss;
  return lines(*CutSource::open(source, nullptr, options, loss, 1).take(), location);
}

CutOptions at(Ticks first, Ticks last) {
  CutOptions options;
  options.time = TimeRange{first, last};
  return options;
}

// Two ranks, each a process of one location.
void define_ranks(Definitions& d) {
  d.add(def::ClockProperties{1000, 0, 100, 5'000'000'000});
  const std::vector<std::uint64_t> both{0, 1};
  for (std::uint32_t i = 0; i < 2; ++i) {
    d.add(def::LocationGroup{{i}, {}, LocationGroupType::process, {}, {}});
    d.add(def::Location{{i}, {}, LocationType::cpu_thread, 9, {i}});
  }
  d.add(def::Group{{0}, {}, GroupType::comm_locations, Paradigm::mpi, {}, both});
  d.add(def::Group{{1}, {}, GroupType::comm_group, Paradigm::mpi, {}, both});
  d.add(def::Comm{{0}, {}, {1}, {}, {}});
}

TEST(CutSource, EntersAgainWhatIsOpenAndLeavesItWhereItEnds) {
  TestSource source;
  source[{0}].add(1, evt::Enter{{1}}).add(2, evt::Enter{{2}}).add(5, evt::Leave{{2}}).add(9, evt::Leave{{1}});
  EXPECT_EQ(cut(source, at(3, 6)), (Lines{"3 Enter 1", "3 Enter 2", "5 Leave 2", "6 Leave 1"}));
  EXPECT_EQ(cut(source, at(3, 4)), (Lines{"3 Enter 1", "3 Enter 2", "4 Leave 2", "4 Leave 1"}));
  EXPECT_EQ(cut(source, at(1, 9)).size(), 4u);
  EXPECT_EQ(cut(source, at(10, 20)), Lines{});
}

TEST(CutSource, OpensTheStackOfEachTask) {
  TestSource source;
  source[{0}]
      .add(1, evt::Enter{{1}})
      .add(2, evt::OmpTaskSwitch{7})
      .add(3, evt::Enter{{2}})
      .add(4, evt::OmpTaskSwitch{8})
      .add(5, evt::Enter{{3}})
      .add(8, evt::Leave{{3}})
      .add(9, evt::OmpTaskSwitch{7})
      .add(10, evt::Leave{{2}});
  EXPECT_EQ(cut(source, at(6, 20)), (Lines{"6 Enter 1", "6 OmpTaskSwitch 7", "6 Enter 2", "6 OmpTaskSwitch 8",
                                        "6 Enter 3", "8 Leave 3", "9 OmpTaskSwitch 7", "10 Leave 2", "10 Leave 1"}));
}

TEST(CutSource, LeavesOutMessagesAcrossTheBorderOnBothSides) {
  TestSource source;
  define_ranks(source.define());
  source[{0}].add(1, evt::MpiSend{1, {0}, 0, 8}).add(5, evt::MpiSend{1, {0}, 0, 9}).add(7, evt::MpiSend{1, {0}, 0, 10});
  source[{1}]
      .add(4, evt::MpiRecv{0, {0}, 0, 8})
      .add(6, evt::MpiRecv{0, {0}, 0, 9})
      .add(30, evt::MpiRecv{0, {0}, 0, 10});
  EXPECT_EQ(cut(source, at(3, 20), {0}), (Lines{"5 MpiSend 1"}));
  EXPECT_EQ(cut(source, at(3, 20), {1}), (Lines{"6 MpiRecv 0"}));
}

TEST(CutSource, LeavesOutARequestAsAWhole) {
  TestSource source;
  define_ranks(source.define());
  source[{0}]
      .add(3, evt::MpiIsend{1, {0}, 0, 8, 50})
      .add(4, evt::MpiRequestTest{50})
      .add(9, evt::MpiIsendComplete{50})
      .add(10, evt::MpiSend{1, {0}, 0, 9});
  source[{1}]
      .add(2, evt::MpiIrecvRequest{60})
      .add(3, evt::MpiIrecvRequest{61})
      .add(6, evt::MpiIrecv{0, {0}, 0, 8, 60})
      .add(11, evt::MpiIrecv{0, {0}, 0, 9, 61});
  // The completion is outside: so is the message, on both sides.
  EXPECT_EQ(cut(source, at(0, 8), {0}), Lines{});
  EXPECT_EQ(cut(source, at(0, 8), {1}), Lines{});
  // The first receive was posted before: the second message is the only one that is whole.
  EXPECT_EQ(cut(source, at(3, 20), {0}), (Lines{"10 MpiSend 1"}));
  EXPECT_EQ(cut(source, at(3, 20), {1}), (Lines{"3 MpiIrecvRequest 61", "11 MpiIrecv 0"}));
}

TEST(CutSource, KeepsCollectiveOperationsThatAllMembersKeep) {
  TestSource source;
  define_ranks(source.define());
  const evt::MpiCollectiveEnd barrier{CollectiveOp::barrier, {0}, 0xffffffff, 0, 0};
  for (const Ticks time : {Ticks{2}, Ticks{12}}) {
    source[{0}].add(time, evt::MpiCollectiveBegin{}).add(time + 4, barrier);
    source[{1}].add(time + 3, evt::MpiCollectiveBegin{}).add(time + 4, barrier);
  }
  for (const std::uint64_t location : {std::uint64_t{0}, std::uint64_t{1}}) {
    EXPECT_EQ(cut(source, at(4, 20), {location}).size(), 2u);
    EXPECT_EQ(cut(source, at(0, 14), {location}).size(), 2u);
    EXPECT_EQ(cut(source, at(0, 20), {location}).size(), 4u);
  }
  CutOptions one;
  one.locations = {LocationRef{1}};
  EXPECT_EQ(cut(source, one, {1}), Lines{});
  one.keeps_halves = true;
  EXPECT_EQ(cut(source, one, {1}).size(), 4u);
}

TEST(CutSource, OpensHandlesThatAnotherThreadOpened) {
  TestSource source;
  Definitions& d = source.define();
  d.add(def::LocationGroup{{0}, {}, LocationGroupType::process, {}, {}});
  for (std::uint64_t i = 0; i < 2; ++i) d.add(def::Location{{i}, {}, LocationType::cpu_thread, 9, {0}});
  d.add(def::IoHandle{{5}, {}, {}, {}, {}, {}, {}});
  d.add(def::IoHandle{{6}, {}, {}, {}, {}, {}, {}});
  source[{0}]
      .add(1, evt::IoCreateHandle{{5}, {}, {}, {}})
      .add(2, evt::IoCreateHandle{{6}, {}, {}, {}})
      .add(9, evt::Enter{{0}});
  source[{1}].add(3, evt::IoDestroyHandle{{6}}).add(6, evt::IoSeek{{5}, 0, {}, 0});
  EXPECT_EQ(cut(source, at(5, 8), {0}), (Lines{"5 IoCreateHandle 5"}));
  EXPECT_EQ(cut(source, at(5, 8), {1}), (Lines{"6 IoSeek 5"}));
  // The thread that opened it is not there.
  CutOptions other = at(5, 8);
  other.locations = {LocationRef{1}};
  EXPECT_EQ(cut(source, other, {1}), (Lines{"5 IoCreateHandle 5", "6 IoSeek 5"}));
}

TEST(CutSource, KeepsOperationsThatThreadsOfAProcessShare) {
  TestSource source;
  Definitions& d = source.define();
  d.add(def::LocationGroup{{0}, {}, LocationGroupType::process, {}, {}});
  for (std::uint64_t i = 0; i < 2; ++i) d.add(def::Location{{i}, {}, LocationType::cpu_thread, 9, {0}});
  for (const std::uint64_t id : {std::uint64_t{1}, std::uint64_t{2}}) {
    source[{0}].add(10 * id, evt::IoOperationBegin{{5}, {}, IoOperationFlag::non_blocking, 8, id});
    source[{1}].add(10 * id + 5, evt::IoOperationComplete{{5}, 8, id});
  }
  EXPECT_EQ(cut(source, at(5, 30), {0}).size(), 2u);
  EXPECT_EQ(cut(source, at(5, 22), {0}), (Lines{"10 IoOperationBegin 5"}));
  EXPECT_EQ(cut(source, at(12, 30), {1}), (Lines{"25 IoOperationComplete 5"}));
}

TEST(CutSource, KeepsARegionWithWhatItCallsAndWhatIsAboveIt) {
  TestSource source;
  source[{0}]
      .add(1, evt::Enter{{1}})
      .add(2, evt::Enter{{9}})
      .add(3, evt::Leave{{9}})
      .add(4, evt::Enter{{2}})
      .add(5, evt::Enter{{3}})
      .add(6, evt::Leave{{3}})
      .add(7, evt::Leave{{2}})
      .add(8, evt::Leave{{1}});
  CutOptions options;
  options.regions = {RegionRef{2}};
  EXPECT_EQ(
      cut(source, options), (Lines{"4 Enter 1", "4 Enter 2", "5 Enter 3", "6 Leave 3", "7 Leave 2", "8 Leave 1"}));
}

TEST(CutSource, KeepsTheRemarksOnItsTime) {
  TestSource source;
  source[{0}].add(1, evt::Enter{{1}});
  constexpr std::uint64_t longest = ~std::uint64_t{0};
  for (const auto& [time, duration] : {std::pair<Ticks, Ticks>{1, 1}, {2, 3}, {3, longest}, {7, 0}, {9, 1}})
    source.remark({time, duration, 0, MarkerScope::global, 0, "text"});
  LossReport loss;
  Markers markers;
  CutSource::open(source, nullptr, at(5, 8), loss, 1).take()->read_markers(markers);
  std::vector<Ticks> times;
  for (const Marker& marker : markers.markers()) times.push_back(marker.timestamp);
  EXPECT_EQ(times, (std::vector<Ticks>{2, 3, 7}));
}

TEST(CutSource, AdjustsTheClockAndTellsWhatItDid) {
  TestSource source;
  define_ranks(source.define());
  source[{0}].add(1, evt::Enter{{1}}).add(5, evt::MpiSend{1, {0}, 0, 8}).add(60, evt::Leave{{1}});
  source[{1}].add(70, evt::MpiRecv{0, {0}, 0, 8});
  LossReport loss;
  const auto part = CutSource::open(source, nullptr, at(4, 50), loss, 1).take();
  const def::ClockProperties* const clock = part->definitions().clock();
  EXPECT_EQ(clock->global_offset, 4u);
  EXPECT_EQ(clock->trace_length, 46u);
  EXPECT_EQ(clock->realtime_timestamp, 5'004'000'000u);
  lines(*part, {0});
  lines(*part, {0});  // is told once
  std::vector<std::string> told;
  for (const auto& [key, entry] : loss.entries()) told.push_back(fmt::format("{} {}", entry.count, key.first));
  EXPECT_EQ(told, (std::vector<std::string>{"1 Enter", "1 Leave", "1 MpiSend"}));
}

}  // namespace
}  // namespace weft
