// SPDX-License-Identifier: BSD-3-Clause
// Where the C interface differs from what the schema makes of it. Every row is a fact the schema cannot say, because it
// is about C alone; the rules everything else follows are in c_signature.hpp and c_enum.hpp.
#pragma once

#include <string_view>

namespace weft::otf2::stamp {

// A field whose C parameter has another type or name. An empty text means: as the rule says.
struct ParameterException {
  std::string_view record;
  std::string_view field;
  std::string_view c_type;
  std::string_view c_name;
};

inline constexpr ParameterException parameter_exceptions[] = {
    // A marker's id space is known to marker files only; the model has plain numbers there.
    {"DefMarker", "self", "OTF2_MarkerRef", ""},
    {"Marker", "marker", "OTF2_MarkerRef", ""},
    // Times that are stored compressed and therefore are no Timestamp of the model.
    {"Marker", "timestamp", "OTF2_TimeStamp", ""},
    {"Marker", "duration", "OTF2_TimeStamp", ""},
    // The names differ between the file format and the functions.
    {"Marker", "markerScope", "", "scope"},
    {"Marker", "scope", "", "scopeRef"},
    // 64 bits that `typeIDs` gives a meaning: a union in C.
    {"MetricValue", "metricValues", "OTF2_MetricValue", ""},
};

// An enumeration whose enumerators do not begin with OTF2_ and the name of their type.
struct PrefixException {
  std::string_view enumeration;
  std::string_view prefix;
};

inline constexpr PrefixException prefix_exceptions[] = {
    {"Boolean", "OTF2_"},
    {"CartPeriodicity", "OTF2_CART_PERIODIC_"},
    {"FileMode", "OTF2_FILEMODE_"},
    {"FileSubstrate", "OTF2_SUBSTRATE_"},
    {"FileType", "OTF2_FILETYPE_"},
    {"FlushType", "OTF2_"},
    {"IdMapMode", "OTF2_ID_MAP_"},
    {"IoSeekOption", "OTF2_IO_SEEK_"},
    {"LockType", "OTF2_LOCK_"},
    {"MappingType", "OTF2_MAPPING_"},
    {"MarkerSeverity", "OTF2_SEVERITY_"},
    {"MeasurementMode", "OTF2_MEASUREMENT_"},
    {"MetricMode", "OTF2_METRIC_"},
    {"MetricOccurrence", "OTF2_METRIC_"},
    {"MetricScope", "OTF2_SCOPE_"},
    {"MetricValueProperty", "OTF2_METRIC_VALUE_"},
};

// Enumerators that name a value a second time, or none: the schema has one name for each value.
struct ExtraEnumerator {
  std::string_view enumeration;
  std::string_view name;
  unsigned value;
  bool deprecated;
};

inline constexpr ExtraEnumerator extra_enumerators[] = {
    {"LocationType", "GPU", 2, true},
    {"MappingType", "MAX", 15, false},
};

// Enumerators marked as deprecated although their value is still in use.
struct DeprecatedEnumerator {
  std::string_view enumeration;
  std::string_view name;
};

inline constexpr DeprecatedEnumerator deprecated_enumerators[] = {
    {"Compression", "ZLIB"},
};

}  // namespace weft::otf2::stamp
