// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/model_spans.hpp"

#include <fmt/format.h>
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

  IoCommon common;
  IoCollector collector({}, 1, common);
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
  ASSERT_EQ(collector.files().size(), 1u);
  const IoPattern& pattern = collector.files().begin()->second.pattern;
  EXPECT_EQ(pattern.sequential, 1u);
  EXPECT_EQ(pattern.random, 1u);
  EXPECT_EQ(pattern.bytes_read_again(), 50u);
}

class Remembering final : public IoSpanTaker {
 public:
  void take(const IoSpan& span) override { spans.push_back(fmt::format("{} {}-{}", span.call, span.begin, span.end)); }
  void take(const IoFold&) override { ADD_FAILURE() << "a trace of the model folds nothing"; }
  void end_run(std::size_t, std::uint64_t, bool) override {}
  std::vector<std::string> spans;
};

TEST(ModelSpans, WindowsHaveWhatBeginsInThemAndKnowTheCallsAroundIt) {
  constexpr LocationRef here{3};
  constexpr RegionRef program{0}, inner{1};
  TestSource source;
  source.define().add(def::String{{1}, "main"});
  source.define().add(def::String{{2}, "work"});
  for (const RegionRef region : {program, inner}) {
    def::Region row;
    row.self = region;
    row.name = {region.value + 1};
    source.define().add(row);
  }
  TestEvents& events = source[here];
  events.add(5, evt::Enter{program}).add(6, evt::Enter{inner}).add(7, evt::Leave{inner});
  events.add(10, evt::IoOperationBegin{{0}, IoOperationMode::read, {}, 100, 1});
  events.add(20, evt::IoOperationBegin{{0}, IoOperationMode::read, {}, 100, 2});
  events.add(22, evt::IoOperationComplete{{0}, 100, 1});
  events.add(25, evt::Enter{inner}).add(35, evt::IoOperationComplete{{0}, 100, 2}).add(50, evt::Leave{inner});
  events.add(60, evt::Enter{inner}).add(65, evt::Leave{inner}).add(80, evt::Leave{program});

  Remembering taker;
  IoSpanTaker* const pointer = &taker;
  const auto read = read_io_spans(source, {&pointer, 1}, {}, {.first = 18, .last = 30});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->unmatched, 0u);
  EXPECT_EQ(taker.spans, (std::vector<std::string>{"main 20-35", "work 25-50"}));
  EXPECT_EQ(first_io_time(source, 1).value(), 5u);
}

}  // namespace
}  // namespace weft
