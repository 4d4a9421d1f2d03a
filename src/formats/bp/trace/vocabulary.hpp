// SPDX-License-Identifier: BSD-3-Clause
// What the parts of a trace are called in a BP file (docs/formats/bp.md, section 30).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft::bptrace {

inline constexpr std::uint32_t newest_layout = 1;

inline constexpr std::string_view definitions_group = "weft.definitions";
inline constexpr std::string_view events_group = "weft.events";
inline constexpr std::string_view markers_group = "weft.markers";

// Attributes of the file.
inline constexpr std::string_view attributes_path = "/weft";
inline constexpr std::string_view layout_attribute = "layout";     // a number
inline constexpr std::string_view creator_attribute = "creator";   // a text
inline constexpr std::string_view kinds_attribute = "eventKinds";  // texts: the names of kinds, by code

inline constexpr std::string_view definitions_path = "/definitions/";  // and the name of the record
inline constexpr std::string_view events_path = "/events";
inline constexpr std::string_view kinds_path = "/events/";  // and the name of the record

inline constexpr std::string_view location_column = "location";  // a scalar
inline constexpr std::string_view time_column = "time";
inline constexpr std::string_view kind_column = "kind";
inline constexpr std::string_view attribute_rows_column = "attributeRow";

// Bytes of the columns in one process group: enough for columns to pay, few enough to be skipped by time.
inline constexpr std::size_t usual_window_bytes = std::size_t{128} << 10;

}  // namespace weft::bptrace
