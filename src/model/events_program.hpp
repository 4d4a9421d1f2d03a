// SPDX-License-Identifier: BSD-3-Clause
// Events of the program itself: regions, metrics, parameters, samples.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::evt {

struct BufferFlush {
  Timestamp stop_time{};

  static constexpr auto schema = record("BufferFlush", "The recorder wrote its buffer to disk and the program waited.",
      field<&BufferFlush::stop_time>("stopTime", "When the program went on."));
};

struct MeasurementOnOff {
  MeasurementMode measurement_mode{};

  static constexpr auto schema = record("MeasurementOnOff", "Recording was switched on or off.",
      field<&MeasurementOnOff::measurement_mode>("measurementMode", "On or off."));
};

struct Enter {
  RegionRef region;

  static constexpr auto schema = record(
      "Enter", "A region was entered.", field<&Enter::region>("region", "The region."));
};

struct Leave {
  RegionRef region;

  static constexpr auto schema = record("Leave", "A region was left.", field<&Leave::region>("region", "The region."));
};

struct Metric {
  MetricRef metric;
  Sequence<MetricValue, std::uint8_t> metric_values;

  static constexpr auto schema = record("Metric", "Values of a metric class at this time.",
      field<&Metric::metric>("metric", "The metric class or instance."),
      list<&Metric::metric_values>("numberOfMetrics", "metricValues", "One value a member of the metric class."));
};

struct ParameterString {
  ParameterRef parameter;
  StringRef string;

  static constexpr auto schema = record("ParameterString", "A parameter took a text as its value.",
      field<&ParameterString::parameter>("parameter", "The parameter."),
      field<&ParameterString::string>("string", "The text."));
};

struct ParameterInt {
  ParameterRef parameter;
  std::int64_t value{};

  static constexpr auto schema = record("ParameterInt", "A parameter took a signed number as its value.",
      field<&ParameterInt::parameter>("parameter", "The parameter."),
      field<&ParameterInt::value>("value", "The value, with its type."));
};

struct ParameterUnsignedInt {
  ParameterRef parameter;
  std::uint64_t value{};

  static constexpr auto schema = record("ParameterUnsignedInt", "A parameter took an unsigned number as its value.",
      field<&ParameterUnsignedInt::parameter>("parameter", "The parameter."),
      field<&ParameterUnsignedInt::value>("value", "The value, with its type."));
};

struct CallingContextEnter {
  CallingContextRef calling_context;
  std::uint32_t unwind_distance{};

  static constexpr auto schema = record("CallingContextEnter", "A calling context was entered.",
      field<&CallingContextEnter::calling_context>("callingContext", "The calling context."),
      field<&CallingContextEnter::unwind_distance>(
          "unwindDistance", "Levels of the stack that are new since the last sample."));
};

struct CallingContextLeave {
  CallingContextRef calling_context;

  static constexpr auto schema = record("CallingContextLeave", "A calling context was left.",
      field<&CallingContextLeave::calling_context>("callingContext", "The calling context."));
};

struct CallingContextSample {
  CallingContextRef calling_context;
  std::uint32_t unwind_distance{};
  InterruptGeneratorRef interrupt_generator;

  static constexpr auto schema = record("CallingContextSample", "A sample was taken in a calling context.",
      field<&CallingContextSample::calling_context>("callingContext", "The calling context."),
      field<&CallingContextSample::unwind_distance>(
          "unwindDistance", "Levels of the stack that are new since the last sample."),
      field<&CallingContextSample::interrupt_generator>("interruptGenerator", "What triggered the sample."));
};

struct ProgramBegin {
  StringRef program_name;
  Sequence<StringRef, std::uint32_t> program_arguments;

  static constexpr auto schema = record("ProgramBegin", "The program began.",
      field<&ProgramBegin::program_name>("programName", "The program."),
      list<&ProgramBegin::program_arguments>("numberOfArguments", "programArguments", "Its arguments."));
};

struct ProgramEnd {
  std::int64_t exit_status{};

  static constexpr auto schema = record(
      "ProgramEnd", "The program ended.", field<&ProgramEnd::exit_status>("exitStatus", "What it returned, if known."));
};

}  // namespace weft::evt
