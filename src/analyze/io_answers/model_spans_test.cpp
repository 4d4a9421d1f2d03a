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

// What closes another handle on the way, names its file, or tells it when it ends, is one call about that file.
TEST(ModelSpans, EveryCallAboutAFileIsOne) {
  constexpr LocationRef here{3};
  TestSource source;
  const std::string_view texts[] = {"", "POSIX", "/a", "/b", "dup2", "unlink", "stat", "fhash", "ret_hash"};
  for (std::uint32_t i = 0; i < std::size(texts); ++i) source.define().add(def::String{{i}, texts[i]});
  for (std::uint32_t i = 0; i < 3; ++i)
    source.define().add(
        def::Region{{i}, {i + 4}, {i + 4}, {1}, RegionRole::file_io_metadata, Paradigm::user, {}, {0}, 0, 0});
  source.define().add(def::Attribute{{0}, {7}, {0}, Type::io_file});
  source.define().add(def::Attribute{{1}, {8}, {0}, Type::io_file});
  for (std::uint32_t i = 0; i < 2; ++i) {
    source.define().add(def::IoRegularFile{{i}, {i + 2}, {}});
    source.define().add(def::IoHandle{{i}, {0}, {i}, {}, {}, {}, {}});
  }
  source.define().add(def::IoHandle{{2}, {0}, {0}, {}, {}, {}, {}});
  TestEvents& events = source[here];
  events.add(1, evt::Enter{{0}}).add(2, evt::IoDestroyHandle{{1}}).add(3, evt::IoDuplicateHandle{{0}, {2}, {}});
  events.add(4, evt::Leave{{0}}).add(5, evt::Enter{{1}}).add(6, evt::IoDeleteFile{{}, {1}}).add(7, evt::Leave{{1}});
  events.add(8, evt::Enter{{2}}).add(9, evt::Leave{{2}});
  events.with({{{1}, {Type::io_file, 0}}, {{0}, {Type::io_file, 1}}});

  struct Naming final : IoSpanTaker {
    void take(const IoSpan& span) override {
      spans.push_back(fmt::format("{} {} {}-{} {}", span.call, span.file.text, span.begin, span.end,
          span.io_class == IoClass::metadata && !span.is_open && span.placing == IoPlacing::unknown));
    }
    void take(const IoFold&) override {}
    void end_run(std::size_t, std::uint64_t, bool) override {}
    std::vector<std::string> spans;
  } taker;
  IoSpanTaker* const pointer = &taker;
  ASSERT_TRUE(read_io_spans(source, {&pointer, 1}, {}));
  EXPECT_EQ(taker.spans, (std::vector<std::string>{"dup2 /a 1-4 true", "unlink /b 5-7 true", "stat /b 8-9 true"}));
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

class Sorting final : public IoSpanTaker {
 public:
  void take(const IoSpan& span) override {
    spans.push_back(fmt::format("{} {} of {} by {}", span.category, span.call, span.process, span.host));
  }
  void take(const IoFold&) override { ADD_FAILURE() << "a trace of the model folds nothing"; }
  void end_run(std::size_t, std::uint64_t, bool) override {}
  std::vector<std::string> spans;
};

// What users marked is of the category that they gave it, and a process is known by the number that the system gave it.
TEST(ModelSpans, DescriptionsOfMarkedRegionsAreCategories) {
  constexpr LocationRef here{3};
  TestSource source;
  const std::string_view texts[] = {"", "step", "compute", "fread", "STDIO", "ISOC", "some.pid", "node7", "node"};
  for (std::uint32_t i = 0; i < std::size(texts); ++i) source.define().add(def::String{{i}, texts[i]});
  const auto region = [&](std::uint32_t self, std::uint32_t name, std::uint32_t description, RegionRole role,
                          Paradigm paradigm) {
    source.define().add(def::Region{{self}, {name}, {name}, {description}, role, paradigm, {}, {0}, 0, 0});
  };
  region(0, 1, 2, RegionRole::function, Paradigm::user);
  region(1, 3, 4, RegionRole::file_io, Paradigm::user);
  region(2, 1, 2, RegionRole::function, Paradigm::mpi);
  source.define().add(def::IoParadigm{{0}, {5}, {5}, {}, {}, {}});
  source.define().add(def::IoHandle{{0}, {0}, {}, {0}, {}, {}, {}});
  source.define().add(def::SystemTreeNode{{0}, {7}, {8}, {}});
  source.define().add(def::LocationGroup{{0}, {1}, LocationGroupType::process, {0}, {}});
  source.define().add(def::LocationGroupProperty{{0}, {6}, TypedValue::of(std::uint64_t{4711})});
  source.define().add(def::Location{here, {1}, LocationType::cpu_thread, 10, {0}});
  TestEvents& events = source[here];
  events.add(1, evt::Enter{{0}}).add(2, evt::Leave{{0}}).add(3, evt::Enter{{2}}).add(4, evt::Leave{{2}});
  for (const std::uint32_t caller : {1u, 2u}) {
    events.add(5, evt::Enter{{caller}}).add(5, evt::IoOperationBegin{{0}, IoOperationMode::read, {}, 9, caller});
    events.add(7, evt::IoOperationComplete{{0}, 9, caller}).add(7, evt::Leave{{caller}});
  }

  Sorting taker;
  IoSpanTaker* const pointer = &taker;
  ASSERT_TRUE(read_io_spans(source, {&pointer, 1}, {}));
  const std::string who = " of 4711 by 4711 on node7";
  EXPECT_EQ(taker.spans, (std::vector<std::string>{"compute step" + who, "MPI step" + who, "STDIO fread" + who,
                             "ISOC step" + who, "MPI step" + who}));
}

}  // namespace
}  // namespace weft
