// SPDX-License-Identifier: BSD-3-Clause
#include "check/references.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

TEST(References, ADefinitionMayComeAfterItsUse) {
  TestTrace trace;
  trace.define(def::Callpath{{0}, {}, {4}})
      .region(4, "later")
      .location(0)
      .at(0, 1, evt::Enter{{4}})
      .at(0, 2, evt::Leave{{4}});
  EXPECT_EQ(trace.summary(), "");
}

TEST(References, OfDefinitionsAreDefined) {
  TestTrace trace;
  trace.define(def::Region{{3}, {999}, {}, {}, {}, {}, {}, {}, 0, 0});
  EXPECT_EQ(trace.summary(), "undefined-reference:1");
  EXPECT_EQ(trace.first(undefined_reference), "Region 3 names String 999 as its name, which is not defined");
}

TEST(References, OfDefinitionsWithoutIdAreDefined) {
  TestTrace trace;
  trace.define(def::LocationProperty{{5}, {}, TypedValue{Type::region, 9}});
  EXPECT_EQ(trace.summary(), "undefined-reference:2");
  EXPECT_EQ(trace.first(undefined_reference),
      "LocationProperty number 1 names Location 5 as its location, which is not defined");
}

TEST(References, InListsAreDefined) {
  TestTrace trace;
  trace.define(def::MetricClass{{0}, std::vector<MetricMemberRef>{{7}}, {}, {}});
  EXPECT_EQ(trace.first(undefined_reference),
      "MetricClass 0 names MetricMember 7 as its metricMembers, which is not defined");
}

TEST(References, ScopesOfMetricsAreDefined) {
  TestTrace trace;
  trace.location(0).define(def::MetricClass{{0}, {}, {}, {}});
  trace.define(def::MetricInstance{{1}, {0}, {0}, MetricScope::system_tree_node, 0});
  trace.define(def::MetricInstance{{2}, {0}, {0}, MetricScope::group, 6});
  EXPECT_EQ(trace.summary(), "undefined-reference:1");
  EXPECT_EQ(trace.first(undefined_reference), "MetricInstance 2 names Group 6 as its scope, which is not defined");
}

TEST(References, HandlesNameDefinedInterfaces) {
  TestTrace trace;
  trace.define(def::IoHandle{{0}, {}, {}, {4}, {}, {}, {}});
  EXPECT_EQ(trace.first(undefined_reference), "IoHandle 0 names IoParadigm 4 as its ioParadigm, which is not defined");
}

TEST(References, ParentsMayBeLeftOut) {
  TestTrace trace;
  trace.region(0, "main").define(def::Callpath{{0}, {}, {0}}).define(def::CallingContext{{0}, {0}, {}, {}});
  EXPECT_EQ(trace.summary(), "");
}

TEST(References, ThatHaveToBeThereAre) {
  TestTrace trace;
  trace.define(def::Callpath{{0}, {}, {}});
  EXPECT_EQ(trace.summary(), "missing-reference:1");
  EXPECT_EQ(trace.first(missing_reference), "Callpath 0 names no region");
}

TEST(References, OfEventsAreDefined) {
  TestTrace trace;
  trace.location(0).at(0, 1, evt::Enter{{1}}).at(0, 2, evt::Leave{{1}}).at(0, 3, evt::ParameterInt{{8}, 1});
  EXPECT_EQ(trace.summary(), "undefined-reference:3");
  EXPECT_EQ(trace.first(undefined_reference),
      "location 0: event 1: Enter names Region 1 as its region, which is not defined");
}

TEST(References, OfEventsAreThere) {
  TestTrace trace;
  trace.location(0)
      .at(0, 1, evt::ThreadTeamBegin{})
      .at(0, 2, evt::ThreadTeamEnd{})
      .at(0, 3, evt::CallingContextSample{{}, 1, {}});
  EXPECT_EQ(trace.summary(), "missing-reference:2");
  EXPECT_EQ(trace.first(missing_reference), "location 0: event 1: ThreadTeamBegin names no threadTeam");
}

TEST(References, OfAttributesAreDefined) {
  TestTrace trace;
  trace.location(0).region(0, "main").define(def::Attribute{{0}, {}, {}, Type::region});
  trace.at(0, 1, evt::Enter{{0}}, {{{0}, {Type::region, 0}}})
      .at(0, 2, evt::Leave{{0}}, {{{0}, {Type::region, 5}}, {{1}, {Type::uint8, 5}}});
  EXPECT_EQ(trace.summary(), "undefined-reference:2");
  EXPECT_EQ(trace.first(undefined_reference),
      "location 0: event 2: Leave names Region 5 as its attribute value, which is not defined");
}

}  // namespace
}  // namespace weft::check
