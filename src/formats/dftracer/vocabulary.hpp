// SPDX-License-Identifier: BSD-3-Clause
// How a DFTracer trace looks in the common model, said once for both directions (the reasons stand in
// docs/formats/dftracer.md):
//
// - a process of a host is a location group, each of its threads a location. Spans of a thread that overlap without one
//   being inside the other are put on further locations of it, so that every location has a proper stack;
// - a complete event: Enter and Leave of the region of its name, whose description is the category. The Leave carries
//   the arguments as attributes of the same name: numbers as int64, or uint64 where they need it, other numbers as
//   doubles, texts as strings; what is neither (arrays, true, null, ...) as a string whose attribute is described as
//   JSON. A begin and an end of other tools' traces are the same, the Enter with the arguments of the begin;
// - what is async in a process is on locations of its own, as if they were of one more thread;
// - a counter or an aggregate: Metric, with a member for each numeric argument, and attributes for the others;
// - a read, write, seek or flush of a file: between Enter and Leave also IoOperationBegin and IoOperationComplete, or
//   IoSeek, on the handle that the file has since it was opened on this location, or that stands for it in this
//   process. One that says where it works has the attribute "Offset". Whatever copies has a second operation for the
//   other file. Opening and closing: IoCreateHandle, IoDestroyHandle; the Leave of other calls to a file system names
//   their file. These are drawn from the arguments, which are there as well: the way back takes those;
// - instants and flows: ParameterString, whose text is the name, with all else as attributes;
// - all others, metadata first of all: ParameterString, whose text is the line as it stands in the file.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::dftracer {

// Fields of a record besides its arguments.
inline constexpr std::string_view id_attribute = "dftracer.id";
inline constexpr std::string_view type_attribute = "dftracer.type";
inline constexpr std::string_view no_arguments_attribute = "dftracer.no_arguments";  // others have an empty object
inline constexpr std::string_view field_attributes = "dftracer.field.";              // and the name of the field
inline constexpr std::string_view missing_attribute = "dftracer.missing";  // of Record: fields it does not have
inline constexpr std::string_view pid_field = "pid";                       // where it is no number
inline constexpr std::string_view tid_field = "tid";  // also of what is async, whose location is no thread
inline constexpr std::string_view file_attribute = "dftracer.file";  // of calls that use no handle of their file
inline constexpr std::string_view json_description = "JSON";

// Where in its file an operation works, if it is not where the one before ended; 2^64-1 if nobody said. As other
// writers of OTF2 call it.
inline constexpr std::string_view offset_attribute = "Offset";
inline constexpr std::uint64_t unknown_offset = ~std::uint64_t{0};

// Of metrics, whose classes have no names; the phase also of begins and ends.
inline constexpr std::string_view name_attribute = "dftracer.name";
inline constexpr std::string_view category_attribute = "dftracer.category";
inline constexpr std::string_view phase_attribute = "dftracer.phase";
// Members are named COUNTER.KEY.
inline std::string_view key_of_member(std::string_view member, std::string_view counter) {
  const bool is_named_after = member.starts_with(counter) && member.substr(counter.size()).starts_with('.');
  return is_named_after ? member.substr(counter.size() + 1) : member;
}

inline constexpr std::string_view metadata_parameter = "dftracer.metadata";
inline constexpr std::string_view event_parameter = "dftracer.event";
inline constexpr std::string_view instant_parameter = "dftracer.instant";

// Properties of locations and of the processes they belong to.
inline constexpr std::string_view pid_property = "dftracer.pid";
inline constexpr std::string_view tid_property = "dftracer.tid";           // as it stands in the trace
inline constexpr std::string_view dialect_property = "dftracer.dialect";   // one of:
inline constexpr std::string_view quoted_dialect = "quoted";               // numbers in quotes: the oldest generation
inline constexpr std::string_view letters_dialect = "letters";             // phases are letters
inline constexpr std::string_view numbers_dialect = "numbers";             // phases are numbers
inline constexpr std::string_view unit_property = "dftracer.nanoseconds";  // of a unit of time, where it is not 1000

inline constexpr std::uint64_t ticks_per_second = 1'000'000'000;

}  // namespace weft::dftracer
