// SPDX-License-Identifier: BSD-3-Clause
// How a LiTL event looks in the common model, said once for both directions (the reasons stand in
// docs/formats/litl.md):
//
// - a code that the mapping calls enter or leave: Enter or Leave of the region of that name;
// - one that the mapping calls send or recv: MpiSend or MpiRecv in the communicator of that name, whose ranks are the
//   processes; where it does not fit its line, or its peer is no process, as if it had no line;
// - one that the mapping calls marker: as if it were called event, and a marker as well, which is about its location;
// - a text: ParameterString; any other event: ParameterUnsignedInt, whose value is the first word of the event, or
//   ParameterInt where the mapping says that it is signed. The parameter is named as in the mapping, or "0x2a".
//
// The rest travels as attributes. An attribute named after the type of the event says how many parameters or bytes it
// has; it is left out where that is clear: an Enter or Leave without parameters, a Parameter event with one, a message
// of nothing but peer, tag and size, a text. With it, every attribute that has none of the names below is a piece of
// the event, in order.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::litl {

inline constexpr std::string_view type_attributes[] = {"litl.regular", "litl.raw", "litl.packed", "litl.offset"};
inline constexpr std::string_view code_attribute = "litl.code";    // where the mapping has several codes for one name
inline constexpr std::string_view time_attribute = "litl.time";    // where time went backwards, which others cannot say
inline constexpr std::string_view word_attributes = "litl.word.";  // and a number: the words of an event

// Properties of the machine, the processes and the threads.
inline constexpr std::string_view version_property = "litl.version";
inline constexpr std::string_view sysinfo_property = "litl.sysinfo";
inline constexpr std::string_view map_property = "litl.map";
inline constexpr std::string_view buffer_property = "litl.buffer_size";
inline constexpr std::string_view tid_property = "litl.tid";

// The group of the kinds of markers that events are which the mapping calls so.
inline constexpr std::string_view marker_group = "litl";

// The groups of processes that messages go between.
inline constexpr std::string_view processes_group = "litl.processes";

// The parameter of codes that are too many to have one each; their events tell their code.
inline constexpr std::string_view other_parameter = "litl.other";

inline constexpr std::uint64_t ticks_per_second = 1'000'000'000;

}  // namespace weft::litl
