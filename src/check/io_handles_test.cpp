// SPDX-License-Identifier: BSD-3-Clause
#include "check/io_handles.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

using evt::IoDestroyHandle;

evt::IoCreateHandle create(std::uint32_t handle) { return {{handle}, IoAccessMode::read_only, {}, {}}; }
evt::IoSeek seek(std::uint32_t handle) { return {{handle}, 0, IoSeekOption::from_start, 0}; }

class IoHandlesTest : public ::testing::Test {
 protected:
  IoHandlesTest() {
    trace.location(0, 0).location(1, 0).location(9, 3);
    trace.define(def::IoParadigm{{0}, {}, {}, {}, {}, {}});
    handle(0), handle(1), handle(2, IoHandleFlag::pre_created), handle(3, IoHandleFlag::all_proxy),
        handle(4, IoHandleFlag::none, {0});
    trace.define(def::IoPreCreatedHandleState{{2}, {}, {}});
  }
  void handle(std::uint32_t id, IoHandleFlag flags = IoHandleFlag::none, IoHandleRef parent = {}) {
    trace.define(def::IoHandle{{id}, {}, {}, {0}, flags, {}, parent});
  }
  TestTrace trace;
};

TEST_F(IoHandlesTest, AreOpenedUsedAndClosed) {
  trace.at(0, 1, create(0))
      .at(0, 2, seek(0))
      .at(0, 2, IoDestroyHandle{{0}})
      .at(0, 2, create(0))
      .at(0, 2, seek(0))
      .at(0, 3, IoDestroyHandle{{0}});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoHandlesTest, AreOpenedBeforeUse) {
  trace.at(0, 1, seek(0)).at(0, 2, seek(0)).at(0, 3, create(0)).at(0, 4, seek(0));
  EXPECT_EQ(trace.summary(), "io-handle-closed:1");
  EXPECT_EQ(trace.first(io_handle_closed),
      "location 0: event 1: handle <0> is used, but not open (one of 2 uses up to event 2)");
}

TEST_F(IoHandlesTest, AreNotUsedOnceClosed) {
  trace.at(0, 1, create(0)).at(0, 2, IoDestroyHandle{{0}}).at(0, 2, evt::IoAcquireLock{{0}, {}});
  EXPECT_EQ(trace.summary(), "io-handle-closed:1");
}

TEST_F(IoHandlesTest, AreOpenForAllThreadsOfTheProcess) {
  trace.at(0, 1, create(0)).at(1, 2, seek(0)).at(1, 5, IoDestroyHandle{{0}}).at(0, 6, create(0)).at(1, 7, seek(0));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoHandlesTest, AreNotOpenInOtherProcesses) {
  trace.at(0, 1, create(0)).at(9, 2, seek(0));
  EXPECT_EQ(trace.summary(), "io-handle-closed:1");
}

TEST_F(IoHandlesTest, AreClosedForAllThreadsOfTheProcess) {
  trace.at(0, 1, create(0)).at(0, 2, seek(0)).at(0, 9, seek(0)).at(1, 5, IoDestroyHandle{{0}});
  EXPECT_EQ(trace.summary(), "io-handle-closed:1");
  EXPECT_EQ(trace.first(io_handle_closed), "location 0: event 3: handle <0> is used, but not open");
}

TEST_F(IoHandlesTest, MayBeUsedThroughTheirParent) {
  trace.at(0, 1, create(0)).at(0, 2, seek(4)).at(0, 3, IoDestroyHandle{{0}}).at(0, 4, seek(4));
  EXPECT_EQ(trace.summary(), "io-handle-closed:1");
}

TEST_F(IoHandlesTest, MayBeOpenFromTheBeginning) {
  trace.at(0, 1, seek(2)).at(9, 1, seek(2)).at(0, 2, IoDestroyHandle{{2}}).at(9, 3, seek(2)).at(0, 4, seek(2));
  EXPECT_EQ(trace.summary(), "io-handle-closed:1");
}

TEST_F(IoHandlesTest, MayStandForAllOthers) {
  trace.at(0, 1, seek(3));
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoHandlesTest, ThatStandForAllOthersHaveNoLifeOfTheirOwn) {
  trace.at(0, 1, create(3)).at(0, 2, evt::IoChangeStatusFlags{{3}, {}}).at(0, 3, IoDestroyHandle{{3}});
  EXPECT_EQ(trace.summary(), "io-handle-proxy:3");
  EXPECT_EQ(
      trace.first(io_handle_proxy), "location 0: event 1: IoCreateHandle of handle <3>, which is flagged ALL_PROXY");
}

TEST_F(IoHandlesTest, AreOpenedOnce) {
  trace.at(0, 1, create(0)).at(1, 2, create(0)).at(9, 2, create(0));
  EXPECT_EQ(trace.summary(), "io-handle-reopened:1");
  EXPECT_EQ(trace.first(io_handle_reopened), "location 1: event 1: handle <0> is opened, but open already");
}

TEST_F(IoHandlesTest, AreClosedOnce) {
  trace.at(0, 1, create(0)).at(0, 2, IoDestroyHandle{{0}}).at(0, 3, IoDestroyHandle{{0}});
  EXPECT_EQ(trace.summary(), "io-handle-destroyed:1");
  EXPECT_EQ(trace.first(io_handle_destroyed), "location 0: event 3: handle <0> is closed, but not open");
}

TEST_F(IoHandlesTest, AreOpenOnceDuplicated) {
  trace.at(0, 1, create(0))
      .at(0, 2, evt::IoDuplicateHandle{{0}, {1}, {}})
      .at(0, 3, seek(1))
      .at(0, 4, evt::IoDuplicateHandle{{0}, {1}, {}});
  EXPECT_EQ(trace.summary(), "io-handle-reopened:1");
}

TEST_F(IoHandlesTest, AreDuplicatedOntoWhatWasOpenFromTheBeginning) {
  trace.at(0, 1, create(0))
      .at(0, 2, evt::IoDuplicateHandle{{0}, {2}, {}})
      .at(0, 3, seek(2))
      .at(0, 4, IoDestroyHandle{{2}});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(IoHandlesTest, AreDuplicatedFromWhatIsOpen) {
  trace.at(0, 2, evt::IoDuplicateHandle{{0}, {1}, {}});
  EXPECT_EQ(trace.summary(), "io-handle-closed:1");
}

}  // namespace
}  // namespace weft::check
