// SPDX-License-Identifier: BSD-3-Clause
// What stands in the marker file. Fields stand in the order of the line; docs/formats/otf.md, section 5, has the table.
#pragma once

#include "formats/otf/line_schema.hpp"

namespace weft::otf {

struct DefMarker {
  std::uint32_t token{};
  std::string_view name;
  std::uint32_t type{};

  static constexpr auto schema = record_line(45, "DefMarker", "A kind of marker.", "D", "DEF",
      passed<From::stream, &DefMarker::token, &DefMarker::name, &DefMarker::type>, leading<&DefMarker::token>("token"),
      keyed<&DefMarker::name>("name", "NM", "NAME"), keyed<&DefMarker::type>("type", "Y", "TYPE"));
};

struct Marker {
  std::uint32_t token{};
  std::uint64_t time{};
  std::uint32_t process{};
  std::string_view text;

  static constexpr auto schema = record_line(46, "Marker", "A remark on one time of one process.", "S", "SPOT",
      passed<&Marker::time, &Marker::process, &Marker::token, &Marker::text>, leading<&Marker::token>("token"),
      keyed<&Marker::time>("time", "T", "TIME"), keyed<&Marker::process>("process", "P", "PROCESS"),
      keyed<&Marker::text>("text", "V", "VALUE"));
};

}  // namespace weft::otf
