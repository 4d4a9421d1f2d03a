// SPDX-License-Identifier: BSD-3-Clause
// Definitions of the program: regions, call paths, parameters.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::def {

struct Region {
  RegionRef self;
  StringRef name;
  StringRef canonical_name;
  StringRef description;
  RegionRole region_role{};
  weft::Paradigm paradigm{};
  RegionFlag region_flags{};
  StringRef source_file;
  std::uint32_t begin_line_number{};
  std::uint32_t end_line_number{};

  static constexpr auto schema = record("Region", "A named stretch of code.",
      field<&Region::self>("self", "The id that events and other definitions use."),
      field<&Region::name>("name", "Its name."),
      field<&Region::canonical_name>("canonicalName", "The name the linker knows."),
      field<&Region::description>("description", "A sentence for people."),
      field<&Region::region_role>("regionRole", "What the region does."),
      field<&Region::paradigm>("paradigm", "The programming paradigm."),
      field<&Region::region_flags>("regionFlags", "Flags of the region."),
      field<&Region::source_file>("sourceFile", "The file it stands in."),
      field<&Region::begin_line_number>("beginLineNumber", "Its first line."),
      field<&Region::end_line_number>("endLineNumber", "Its last line."));
};

struct Callsite {
  CallsiteRef self;
  StringRef source_file;
  std::uint32_t line_number{};
  RegionRef entered_region;
  RegionRef left_region;

  static constexpr auto schema = record("Callsite", "Where one region calls another.",
      field<&Callsite::self>("self", "The id that events and other definitions use."),
      field<&Callsite::source_file>("sourceFile", "The file it stands in."),
      field<&Callsite::line_number>("lineNumber", "The line."),
      field<&Callsite::entered_region>("enteredRegion", "The region called."),
      field<&Callsite::left_region>("leftRegion", "The calling region."));
};

struct Callpath {
  CallpathRef self;
  CallpathRef parent;
  RegionRef region;

  static constexpr auto schema = record("Callpath", "A region reached through its callers.",
      field<&Callpath::self>("self", "The id that events and other definitions use."),
      field<&Callpath::parent>("parent", "What it is a part of, or undefined."),
      field<&Callpath::region>("region", "The region."));
};

struct CallpathParameter {
  CallpathRef callpath;
  ParameterRef parameter;
  TypedValue value;

  static constexpr auto schema = record("CallpathParameter", "The value of a parameter along a callpath.",
      field<&CallpathParameter::callpath>("callpath", "The callpath."),
      field<&CallpathParameter::parameter>("parameter", "The parameter."),
      typed<&CallpathParameter::value>("type", "value", "The value, with its type."));
};

struct SourceCodeLocation {
  SourceCodeLocationRef self;
  StringRef file;
  std::uint32_t line_number{};

  static constexpr auto schema = record("SourceCodeLocation", "A file and a line.",
      field<&SourceCodeLocation::self>("self", "The id that events and other definitions use."),
      field<&SourceCodeLocation::file>("file", "The file."),
      field<&SourceCodeLocation::line_number>("lineNumber", "The line."));
};

struct CallingContext {
  CallingContextRef self;
  RegionRef region;
  SourceCodeLocationRef source_code_location;
  CallingContextRef parent;

  static constexpr auto schema = record("CallingContext", "A node of the call tree, with the line that was executing.",
      field<&CallingContext::self>("self", "The id that events and other definitions use."),
      field<&CallingContext::region>("region", "The region."),
      field<&CallingContext::source_code_location>("sourceCodeLocation", "The line that was executing."),
      field<&CallingContext::parent>("parent", "What it is a part of, or undefined."));
};

struct CallingContextProperty {
  CallingContextRef calling_context;
  StringRef name;
  TypedValue value;

  static constexpr auto schema = record("CallingContextProperty", "A key and value on a calling context.",
      field<&CallingContextProperty::calling_context>("callingContext", "The calling context."),
      field<&CallingContextProperty::name>("name", "Its name."),
      typed<&CallingContextProperty::value>("type", "value", "The value, with its type."));
};

struct InterruptGenerator {
  InterruptGeneratorRef self;
  StringRef name;
  InterruptGeneratorMode interrupt_generator_mode{};
  Base base{};
  std::int64_t exponent{};
  std::uint64_t period{};

  static constexpr auto schema = record("InterruptGenerator", "What triggers samples, and how often.",
      field<&InterruptGenerator::self>("self", "The id that events and other definitions use."),
      field<&InterruptGenerator::name>("name", "Its name."),
      field<&InterruptGenerator::interrupt_generator_mode>("interruptGeneratorMode", "Time or count."),
      field<&InterruptGenerator::base>("base", "Base of the scale factor."),
      field<&InterruptGenerator::exponent>("exponent", "Exponent of the scale factor."),
      field<&InterruptGenerator::period>("period", "Base of the period."));
};

struct Parameter {
  ParameterRef self;
  StringRef name;
  ParameterType parameter_type{};

  static constexpr auto schema = record("Parameter", "A named argument whose values are recorded as events.",
      field<&Parameter::self>("self", "The id that events and other definitions use."),
      field<&Parameter::name>("name", "Its name."),
      field<&Parameter::parameter_type>("parameterType", "What the values are."));
};

}  // namespace weft::def
