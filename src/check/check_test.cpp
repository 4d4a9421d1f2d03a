// SPDX-License-Identifier: BSD-3-Clause
#include "check/check.hpp"

#include <gtest/gtest.h>

#include "check/nesting.hpp"
#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

constexpr Rule of_the_codec{"of-the-codec", "Something.", "Nothing."};

// Many locations, each with something wrong, and messages that get lost.
void fill(TestTrace& trace) {
  trace.mpi(40).region(0, "main");
  for (std::uint32_t rank = 0; rank < 40; ++rank) {
    trace.at(rank, 1, evt::Enter{{0}}).at(rank, 2, evt::Leave{{rank}});
    for (std::uint32_t tag = 0; tag < 10; ++tag) trace.at(rank, 3 + tag, evt::MpiSend{(rank + 1) % 40, {0}, tag, tag});
    for (std::uint32_t tag = 0; tag < 10; tag += 2)
      trace.at(rank, 15 + tag, evt::MpiRecv{(rank + 39) % 40, {0}, tag, 0});
  }
}

std::string everything(const Report& report) {
  std::string text;
  for (const auto& [rule, group] : report.groups()) {
    text += fmt::format("{} {}\n", rule, group.count);
    for (const Finding& finding : group.first) text += finding.text() + "\n";
  }
  return text;
}

TEST(Check, FindsTheSameOnAnyNumberOfThreads) {
  TestTrace alone;
  TestTrace together;
  fill(alone), fill(together);
  const std::string expected = everything(alone.found(1));
  EXPECT_NE(expected.find("message-unreceived 200\n"), std::string::npos) << expected;
  EXPECT_EQ(everything(together.found(8)), expected);
}

TEST(Check, TellsWhatTheCodecFoundOnce) {
  TestTrace trace;
  const Finding damage{of_the_codec.name, "a record is cut", "0.def", 17, {}};
  const Finding other{of_the_codec.name, "a record is cut", "0.def", 99, {}};
  trace.report().add(damage), trace.report().add(other), trace.report().add(damage);
  EXPECT_EQ(trace.summary(), "of-the-codec:2");
  EXPECT_EQ(trace.first(of_the_codec), "0.def: at byte 17: a record is cut");
}

TEST(Check, CountsMoreThanItKeeps) {
  TestTrace trace;
  trace.location(0).region(0, "main");
  for (Ticks time = 0; time < 1000; ++time) trace.at(0, time, evt::Leave{{0}});
  EXPECT_EQ(trace.count(leave_without_enter), 1000u);
  EXPECT_EQ(trace.found().groups().at(leave_without_enter.name).first.size(), 20u);
}

TEST(Check, ReportsProgress) {
  TestTrace trace;
  trace.location(0).region(0, "main").at(0, 1, evt::Enter{{0}}).at(0, 2, evt::Leave{{0}});
  static_cast<void>(trace.found());
  Report report;
  std::uint64_t last = 0;
  std::uint64_t all = 0;
  check_trace(trace, {1, [&](std::uint64_t done, std::uint64_t total) { last = done, all = total; }}, report);
  EXPECT_EQ(last, 2u);
  EXPECT_EQ(all, 2u);
}

TEST(Check, NamesAreQuotedAndCut) {
  EXPECT_EQ(in_quotes("a \"b\""), "\"a \\\"b\\\"\"");
  const std::string umlauts = std::string(79, 'x') + "\xc3\xa4\xc3\xa4";
  EXPECT_EQ(in_quotes(umlauts), "\"" + std::string(79, 'x') + "...\"");
}

// A trace whose events cannot be opened.
TEST(Check, GoesOnWhenALocationCannotBeRead) {
  class Closed final : public Trace {
   public:
    Closed() {
      definitions_.add(def::ClockProperties{1, 0, 1, 0});
      definitions_.add(def::SystemTreeNode{{0}, {}, {}, {}});
      definitions_.add(def::LocationGroup{{0}, {}, {}, {0}, {}});
      definitions_.add(def::Location{{4}, {}, {}, 7, {0}});
    }
    const Definitions& definitions() const override { return definitions_; }
    std::span<const LocationRef> locations() const override { return locations_; }
    std::uint64_t parts(LocationRef) override { return 1; }
    Result<std::unique_ptr<EventStream>> events(LocationRef, const StreamOptions&) override {
      return Error{Errc::io, "permission denied", "4.evt"};
    }
    Report& report() override { return report_; }
    TraceInfo info() override { return {}; }
    std::uint64_t event_bytes(LocationRef) override { return 0; }
    Result<> print(const PrintOptions&, TextSink&) override { return {}; }
    void examine(Report&) override {}

   private:
    Definitions definitions_;
    std::vector<LocationRef> locations_{{4}};
    Report report_;
  };
  Closed trace;
  Report report;
  check_trace(trace, {}, report);
  EXPECT_EQ(report.count(), 1u);
  EXPECT_EQ(report.groups().at(location_unreadable.name).first.front().text(), "location 4: 4.evt: permission denied");
}

}  // namespace
}  // namespace weft::check
