// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io.hpp"

#include <gtest/gtest.h>

#include "model/test_events_internal.hpp"

namespace weft {
namespace {

constexpr IoHandleRef log{0}, data{1};
constexpr IoOperationFlag blocking = IoOperationFlag::none;

evt::IoOperationBegin begin(IoHandleRef handle, IoOperationMode mode, std::uint64_t bytes, std::uint64_t id) {
  return {handle, mode, blocking, bytes, id};
}

Io io_of(TestEvents& events) {
  Io io;
  io.add(events.batch());
  return io;
}

TEST(Io, CountsBytesForTheModeTheirOperationBeganWith) {
  TestEvents events;
  events.add(1, begin(data, IoOperationMode::read, 100, 1)).add(2, begin(data, IoOperationMode::write, 40, 2));
  events.add(3, evt::IoOperationComplete{data, 30, 2}).add(4, evt::IoOperationComplete{data, 99, 1});
  events.add(5, begin(log, IoOperationMode::flush, 0, 1)).add(6, evt::IoOperationComplete{log, 0, 1});
  events.add(7, begin(log, IoOperationMode::write, 7, 2)).add(8, evt::IoOperationCancelled{log, 2});
  events.add(9, begin(log, IoOperationMode::write, 7, 3));
  Io io = io_of(events);
  io.finish();
  const HandleCounts& d = io.by_handle().at(data);
  EXPECT_EQ(d.reads().begun, 1u);
  EXPECT_EQ(d.reads().completed, 1u);
  EXPECT_TRUE(d.reads().bytes_requested == 100 && d.reads().bytes_moved == 99);
  EXPECT_TRUE(d.writes().bytes_requested == 40 && d.writes().bytes_moved == 30);
  const HandleCounts& l = io.by_handle().at(log);
  EXPECT_EQ(l.flushes().completed, 1u);
  EXPECT_EQ(l.writes().begun, 2u);
  EXPECT_EQ(l.writes().cancelled, 1u);
  EXPECT_EQ(l.writes().completed, 0u);
  EXPECT_EQ(l.unmatched, 0u);
}

TEST(Io, MatchesOperationsAcrossLocations) {
  TestEvents starts, waits;
  starts.add(1, begin(data, IoOperationMode::write, 10, 1)).add(2, begin(data, IoOperationMode::read, 20, 2));
  waits.add(3, evt::IoOperationComplete{data, 10, 1}).add(4, evt::IoOperationComplete{data, 5, 9});
  // In whatever order the locations come.
  for (const bool swapped : {false, true}) {
    Io io;
    io.merge(io_of(swapped ? waits : starts));
    io.merge(io_of(swapped ? starts : waits));
    io.finish();
    const HandleCounts& counts = io.by_handle().at(data);
    EXPECT_EQ(counts.writes().completed, 1u);
    EXPECT_TRUE(counts.writes().bytes_moved == 10);
    EXPECT_EQ(counts.reads().completed, 0u);
    EXPECT_EQ(counts.unmatched, 1u);
  }
}

TEST(Io, GathersHandlesByFile) {
  Definitions definitions;
  definitions.add(def::IoHandle{log, {}, {5}, {}, {}, {}, {}});
  definitions.add(def::IoHandle{data, {}, {5}, {}, {}, {}, {}});
  TestEvents events;
  for (const IoHandleRef handle : {log, data, IoHandleRef{77}})
    events.add(1, begin(handle, IoOperationMode::write, 3, 1)).add(2, evt::IoOperationComplete{handle, 3, 1});
  const auto files = io_of(events).by_file(definitions);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files.at(IoFileRef{5}).handles, 2u);
  EXPECT_TRUE(files.at(IoFileRef{5}).bytes() == 6);
  EXPECT_EQ(files.at(IoFileRef{}).handles, 1u);
}

TEST(Io, KeepsOperationsOfUnknownModes) {
  TestEvents events;
  events.add(1, begin(log, IoOperationMode{9}, 3, 1)).add(2, evt::IoOperationComplete{log, 3, 1});
  const Io io = io_of(events);
  EXPECT_EQ(io.by_handle().at(log).others().completed, 1u);
}

}  // namespace
}  // namespace weft
