// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/marker_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cli/otf2_tools/usage.hpp"

namespace weft::cli::otf2_tools {

namespace {

// The interval all times of a trace lie in.
struct Range {
  Ticks first = 0;
  Ticks last = 0;

  std::optional<std::string> check(std::string_view what, Ticks time, Ticks shown) const {
    if (first <= time && time <= last) return std::nullopt;
    return fmt::format("{} is out of range [{}, {}]: {}", what, first, last, shown);
  }
};

Range range_of(const Definitions& definitions) {
  const auto* clock = definitions.clock();
  return clock ? Range{clock->global_offset, clock->global_offset + clock->trace_length} : Range{};
}

bool is_group_of_locations(const def::Group* group) {
  return group && (group->group_type == GroupType::locations || group->group_type == GroupType::comm_locations);
}

bool exists(const Definitions& definitions, MarkerScope scope, std::uint64_t wide) {
  if (scope == MarkerScope::location) return definitions.contains(LocationRef{wide});
  const auto id = static_cast<std::uint32_t>(wide);
  if (id != wide) return false;
  switch (scope) {
    case MarkerScope::location_group:
      return definitions.contains(LocationGroupRef{id});
    case MarkerScope::system_tree_node:
      return definitions.contains(SystemTreeNodeRef{id});
    case MarkerScope::group:
      return is_group_of_locations(definitions.find<def::Group>(GroupRef{id}));
    default:
      return definitions.find<def::Comm>(CommRef{id}) != nullptr;
  }
}

std::string lower_case(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// A name in upper or lower case, not in a mixture.
template <class E>
std::optional<E> parse_enumerator(std::string_view text) {
  for (const Enumerator& one : enumerators<E>())
    if (one.name == text || lower_case(one.name) == text) return static_cast<E>(one.value);
  return std::nullopt;
}

// "SYSTEM_TREE_NODE" -> "system tree node".
std::string words_of(std::string_view enumerator) {
  if (enumerator == "COMM") return "communicator";
  std::string words = lower_case(enumerator);
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace

std::optional<std::string> parse_time(std::string_view text, const Definitions& definitions, otf2::Marker& marker) {
  const Range range = range_of(definitions);
  const auto sign = text.find_first_of("+-");
  const bool is_interval = sign != text.npos && text[sign] == '-';
  std::string message;
  const auto first = parse_number(is_interval ? "<TIMESTAMP-START>" : "<TIMESTAMP>", text.substr(0, sign), message);
  if (!first) return message;
  if (auto wrong = range.check("timestamp", *first, *first)) return wrong;
  marker.timestamp = *first;
  marker.duration = 0;
  if (sign == text.npos) return std::nullopt;
  const auto second = parse_number(is_interval ? "<TIMESTAMP-END>" : "<DURATION>", text.substr(sign + 1), message);
  if (!second) return message;
  if (is_interval && *second < *first) return fmt::format("invalid <TIMESTAMP-END> argument: {}", *second);
  marker.duration = is_interval ? *second - *first : *second;
  return range.check("duration", *first + marker.duration, marker.duration);
}

std::optional<std::string> parse_scope(std::string_view text, const Definitions& definitions, otf2::Marker& marker) {
  const auto colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const auto scope = parse_enumerator<MarkerScope>(kind);
  if (scope == MarkerScope::global) {
    marker.marker_scope = *scope;
    marker.scope = ~std::uint64_t{0};
    return std::nullopt;
  }
  if (colon == text.npos) return "missing <SCOPE-REF> argument";
  if (!scope) return fmt::format("invalid <SCOPE>: {}", text);
  std::string message;
  const auto id = parse_number("<SCOPE-REF>", text.substr(colon + 1), message);
  if (!id) return message;
  if (!exists(definitions, *scope, *id))
    return fmt::format("invalid {} reference: {}", words_of(*name_of(*scope)), *id);
  marker.marker_scope = *scope;
  marker.scope = *id;
  return std::nullopt;
}

std::optional<MarkerSeverity> parse_severity(std::string_view text) { return parse_enumerator<MarkerSeverity>(text); }

}  // namespace weft::cli::otf2_tools
