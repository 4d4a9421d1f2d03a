// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/model_spans.hpp"

#include <gtest/gtest.h>

#include "analyze/io_answers/collector.hpp"
#include "model/test_events_internal.hpp"

namespace weft {
namespace {

// Opens a file, reads 100 bytes twice in 5 and 7 ns, seeks back, reads once more, and writes what never ends.
TEST(ModelSpans, OperationsLastFromTheirBeginToTheirEnd) {
  constexpr LocationRef here{3};
  constexpr RegionRef opening{1};
  TestSource source;
  TestEvents& events = source[here];
  events.add(10, evt::Enter{opening}).add(12, evt::IoCreateHandle{{0}}).add(14, evt::Leave{opening});
  events.add(20, evt::IoOperationBegin{{0}, IoOperationMode::read, {}, 100, 1});
  events.add(25, evt::IoOperationComplete{{0}, 100, 1});
  events.add(30, evt::IoOperationBegin{{0}, IoOperationMode::read, {}, 100, 2});
  events.add(37, evt::IoOperationComplete{{0}, 100, 2});
  events.add(40, evt::IoSeek{{0}, 0, IoSeekOption::from_start, 0});
  events.add(41, evt::IoOperationBegin{{0}, IoOperationMode::read, {}, 100, 3});
  events.add(42, evt::IoOperationComplete{{0}, 50, 3});
  events.add(50, evt::IoOperationBegin{{0}, IoOperationMode::write, {}, 100, 4});
  source.define().add(def::String{{1}, "POSIX"});
  source.define().add(def::String{{2}, "/a"});
  source.define().add(def::IoParadigm{{0}, {1}, {1}, {}, {}, {}});
  source.define().add(def::IoRegularFile{{0}, {2}, {}});
  source.define().add(def::IoHandle{{0}, {2}, {0}, {0}, {}, {}, {}});

  IoAccessOrder order;
  IoCollector collector({}, 1, order);
  IoSpanTaker* const taker = &collector;
  const auto read = read_io_spans(source, {&taker, 1}, {});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->unmatched, 1u);
  collector.finish();
  const IoTally& total = collector.total();
  EXPECT_EQ(total.calls, 5u);
  EXPECT_EQ(total.reads, 3u);
  EXPECT_EQ(total.bytes_read, 250u);
  EXPECT_EQ(total.opens, 1u);
  EXPECT_EQ(total.time, 4u + 5 + 7 + 0 + 1);
  ASSERT_EQ(collector.patterns().size(), 1u);
  const IoPattern& pattern = collector.patterns().begin()->second;
  EXPECT_EQ(pattern.sequential, 1u);
  EXPECT_EQ(pattern.random, 1u);
  EXPECT_EQ(pattern.bytes_read_again(), 50u);
}

}  // namespace
}  // namespace weft
