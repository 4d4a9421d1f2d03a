// SPDX-License-Identifier: BSD-3-Clause
#include "check/values.hpp"

#include <gtest/gtest.h>

#include "check/test_trace_internal.hpp"

namespace weft::check {
namespace {

class ValuesTest : public ::testing::Test {
 protected:
  ValuesTest() {
    trace.location(0);
    member(0, Type::uint64), member(1, Type::double_);
    trace.define(def::MetricClass{{0}, std::vector<MetricMemberRef>{{0}, {1}}, {}, {}});
    trace.define(def::MetricInstance{{1}, {0}, {0}, MetricScope::location, 0});
    trace.define(def::Parameter{{0}, trace.text("n"), ParameterType::int64});
  }
  void member(std::uint32_t id, Type type) {
    trace.define(def::MetricMember{{id}, trace.text("metric"), {}, {}, {}, type, {}, 0, {}});
  }
  void metric(Ticks time, std::uint32_t id, const std::vector<MetricValue>& values) {
    trace.at(0, time, evt::Metric{{id}, values});
  }
  TestTrace trace;
};

TEST_F(ValuesTest, AsAnnouncedAreFine) {
  metric(1, 0, {{Type::uint64, 1}, {Type::double_, 0}});
  metric(2, 1, {{Type::uint64, 1}, {Type::double_, 0}});
  trace.at(0, 3, evt::ParameterInt{{0}, -1});
  trace.define(def::ParadigmProperty{Paradigm::mpi, ParadigmProperty::rma_only, {Type::uint8, 1}});
  trace.define(def::Paradigm{Paradigm::mpi, {}, ParadigmClass::process})
      .define(def::Paradigm{Paradigm::user, {}, ParadigmClass::accelerator});
  EXPECT_EQ(trace.summary(), "");
}

TEST_F(ValuesTest, MetricsHaveATypeOfTheirOwn) {
  member(2, Type::uint32);
  EXPECT_EQ(trace.summary(), "metric-type:1");
  EXPECT_EQ(trace.first(metric_type), "metric \"metric\"<2> is of type UINT32");
}

TEST_F(ValuesTest, OfAMetricAreAsManyAsItsMembers) {
  metric(1, 0, {{Type::uint64, 1}});
  EXPECT_EQ(trace.summary(), "metric-values:1");
  EXPECT_EQ(trace.first(metric_values),
      "location 0: event 1: metric \"metric, metric\"<0> has 2 members, the event 1 values");
}

TEST_F(ValuesTest, OfAMetricHaveTheTypesOfItsMembers) {
  metric(1, 1, {{Type::int64, 1}, {Type::double_, 0}});
  EXPECT_EQ(trace.summary(), "metric-values:1");
  EXPECT_EQ(trace.first(metric_values),
      "location 0: event 1: metric \"metric\"<0> is of type UINT64, its value of type INT64");
}

TEST_F(ValuesTest, OfParametersHaveTheirType) {
  trace.at(0, 1, evt::ParameterUnsignedInt{{0}, 1}).at(0, 2, evt::ParameterString{{0}, {0}});
  EXPECT_EQ(trace.summary(), "parameter-type:2");
  EXPECT_EQ(trace.first(parameter_type),
      "location 0: event 1: parameter \"n\"<0> of type INT64 takes a value of type UINT64");
}

TEST_F(ValuesTest, OfCallpathParametersHaveTheirType) {
  trace.region(0, "main").define(def::Callpath{{0}, {}, {0}});
  trace.define(def::CallpathParameter{{0}, {0}, {Type::int64, 1}})
      .define(def::CallpathParameter{{0}, {0}, {Type::string, 1}});
  EXPECT_EQ(trace.summary(), "parameter-type:1");
}

TEST_F(ValuesTest, OfParadigmPropertiesHaveTheirType) {
  trace.define(def::ParadigmProperty{Paradigm::mpi, ParadigmProperty::rma_only, TypedValue::of(trace.text("yes"))});
  trace.define(def::ParadigmProperty{Paradigm::mpi, ParadigmProperty::comm_name_template, {Type::uint8, 1}});
  trace.define(def::ParadigmProperty{Paradigm::mpi, static_cast<ParadigmProperty>(99), {Type::uint8, 1}});
  EXPECT_EQ(trace.summary(), "paradigm-property:2");
  EXPECT_EQ(trace.first(paradigm_property), "RMA_ONLY of paradigm MPI is of type STRING, not UINT8");
}

TEST_F(ValuesTest, ParadigmsAreOfTheirClassAndThereOnce) {
  trace.define(def::Paradigm{Paradigm::openmp, {}, ParadigmClass::thread_create_wait})
      .define(def::Paradigm{Paradigm::user, {}, {}});
  trace.define(def::Paradigm{Paradigm::user, {}, {}});
  EXPECT_EQ(trace.summary(), "paradigm-class:2");
  EXPECT_EQ(trace.first(paradigm_class), "paradigm OPENMP is of class THREAD_CREATE_WAIT, not THREAD_FORK_JOIN");
}

}  // namespace
}  // namespace weft::check
