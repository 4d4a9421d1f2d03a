// SPDX-License-Identifier: BSD-3-Clause
#include "check/attributes.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

TEST(Attributes, WithConventionalNamesHaveConventionalTypes) {
  TestTrace trace;
  trace.define(def::Attribute{{0}, trace.text("Offset"), {}, Type::uint64})
      .define(def::Attribute{{1}, trace.text("offset"), {}, Type::double_});
  trace.define(def::Attribute{{2}, trace.text("OTF2::MEMORY_SPACE_SOURCE"), {}, Type::location_group});
  EXPECT_EQ(trace.summary(), "");
}

TEST(Attributes, WithConventionalNamesHaveNoOtherTypes) {
  TestTrace trace;
  trace.define(def::Attribute{{0}, trace.text("ProcessId"), {}, Type::uint32})
      .define(def::Attribute{{1}, trace.text("OTF2::MEMORY_SPACE_DESTINATION"), {}, Type::location});
  trace.define(def::Attribute{{2}, trace.text("RESULT_ADDRESS"), {}, Type::string})
      .define(def::Attribute{{3}, trace.text("SOURCE_CODE_LOCATION"), {}, Type::string});
  EXPECT_EQ(trace.summary(), "attribute-convention:4");
  EXPECT_EQ(trace.first(attribute_convention), "attribute \"ProcessId\"<0> is of type UINT32, not UINT64");
}

class AttributesOfEvents : public ::testing::Test {
 protected:
  AttributesOfEvents() {
    trace.location(0)
        .region(0, "main")
        .define(def::Attribute{{0}, trace.text("a"), {}, Type::uint8})
        .define(def::Attribute{{1}, trace.text("b"), {}, Type::double_});
  }
  TestTrace trace;
};

TEST_F(AttributesOfEvents, KeepToTheirDefinitions) {
  trace.at(0, 1, evt::Enter{{0}}, {{{0}, {Type::uint8, 1}}, {{1}, TypedValue::of(1.0)}}).at(0, 2, evt::Leave{{0}});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(AttributesOfEvents, HaveTheTypeOfTheirDefinition) {
  trace.at(0, 1, evt::Enter{{0}}, {{{0}, {Type::uint16, 1}}}).at(0, 2, evt::Leave{{0}});
  EXPECT_EQ(trace.summary(), "attribute-type:1");
  EXPECT_EQ(
      trace.first(attribute_type), "location 0: event 1: attribute \"a\"<0> has type UINT16, but is defined as UINT8");
}

TEST_F(AttributesOfEvents, AreThereOnce) {
  const AttributeEntry entry{{0}, {Type::uint8, 1}};
  trace.at(0, 1, evt::Enter{{0}}, {entry, {{1}, TypedValue::of(1.0)}, entry, entry}).at(0, 2, evt::Leave{{0}});
  EXPECT_EQ(trace.summary(), "attribute-twice:1");
  EXPECT_EQ(trace.first(attribute_twice), "location 0: event 1: attribute \"a\"<0> is there twice");
}

}  // namespace
}  // namespace weft::check
