// SPDX-License-Identifier: BSD-3-Clause
// Definitions of metrics.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::def {

struct MetricMember {
  MetricMemberRef self;
  StringRef name;
  StringRef description;
  MetricType metric_type{};
  MetricMode metric_mode{};
  Type value_type{};
  Base base{};
  std::int64_t exponent{};
  StringRef unit;

  static constexpr auto schema = record("MetricMember", "A named number: its unit, type and how it grows.",
      field<&MetricMember::self>("self", "The id that events and other definitions use."),
      field<&MetricMember::name>("name", "Its name."),
      field<&MetricMember::description>("description", "A sentence for people."),
      field<&MetricMember::metric_type>("metricType", "Where the number comes from."),
      field<&MetricMember::metric_mode>("metricMode", "How values relate to one another."),
      field<&MetricMember::value_type>("valueType", "Signed, unsigned or floating point."),
      field<&MetricMember::base>("base", "Base of the scale factor."),
      field<&MetricMember::exponent>("exponent", "Exponent of the scale factor."),
      field<&MetricMember::unit>("unit", "The unit."));
};

struct MetricClass {
  MetricRef self;
  Sequence<MetricMemberRef, std::uint8_t> metric_members;
  MetricOccurrence metric_occurrence{};
  RecorderKind recorder_kind{};

  static constexpr auto schema = record("MetricClass", "Metric members that are always recorded together.",
      field<&MetricClass::self>("self", "The id that events and other definitions use."),
      list<&MetricClass::metric_members>("numberOfMetrics", "metricMembers", "The members, in order of the values."),
      field<&MetricClass::metric_occurrence>("metricOccurrence", "When values are recorded."),
      field<&MetricClass::recorder_kind>("recorderKind", "What records the metric."));
};

struct MetricInstance {
  MetricRef self;
  MetricRef metric_class;
  LocationRef recorder;
  MetricScope metric_scope{};
  std::uint64_t scope{};

  static constexpr auto schema = record("MetricInstance", "A metric class recorded by one location for a wider scope.",
      field<&MetricInstance::self>("self", "The id that events and other definitions use."),
      field<&MetricInstance::metric_class>("metricClass", "The class."),
      field<&MetricInstance::recorder>("recorder", "The location that records."),
      field<&MetricInstance::metric_scope>("metricScope", "What `scope` is an id of."),
      field<&MetricInstance::scope>("scope", "Whom the values speak of."));
};

struct MetricClassRecorder {
  MetricRef metric;
  LocationRef recorder;

  static constexpr auto schema = record("MetricClassRecorder", "A location that records a metric class.",
      field<&MetricClassRecorder::metric>("metric", "The metric class or instance."),
      field<&MetricClassRecorder::recorder>("recorder", "The location that records."));
};

}  // namespace weft::def
