// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/trace/wanted_windows.hpp"

#include <algorithm>
#include <string>

#include "formats/bp/trace/bounds.hpp"
#include "formats/bp/trace/vocabulary.hpp"
#include "formats/bp/trace/window.hpp"

namespace weft::bptrace {

namespace {

// Those that have records of a kind, as far as `may_hold` does not know better of their first numbers. False if columns
// do not tell.
template <class Predicate>
bool add_windows(const bp::Reader& file, Kind kind, Predicate&& may_hold, std::set<std::uint64_t>& offsets) {
  const auto& shapes = event_shapes()[static_cast<std::size_t>(kind)];
  if (shapes.empty()) return false;
  const std::string path = std::string(kinds_path).append(name_of(kind));
  const bp::Variable* const column = file.find_variable(bp::full_name(path, shapes.front().name));
  if (!column) return true;
  for (const bp::Characteristics& block : column->blocks()) {
    const bp::GroupEntry* const group = file.group_of(block);
    if (group && may_hold(column->statistics(block))) offsets.insert(group->offset);
  }
  return true;
}

}  // namespace

std::optional<std::set<std::uint64_t>> windows_with(const bp::Reader& file, const EventFilter& filter) {
  std::set<std::uint64_t> offsets;
  if (!filter.regions.empty()) {
    const auto may_hold = [&](const std::optional<bp::Statistics>& statistics) {
      const auto bounds = bounds_of<std::uint32_t>(statistics);
      const auto least = filter.regions.lower_bound(RegionRef{bounds.least});
      return least != filter.regions.end() && least->value <= bounds.most;
    };
    for (const Kind kind : {kind_of<evt::Enter>, kind_of<evt::Leave>})
      if (filter.kinds.empty() || filter.kinds.contains(kind)) add_windows(file, kind, may_hold, offsets);
    return offsets;
  }
  if (filter.kinds.empty()) return std::nullopt;
  for (const Kind kind : filter.kinds)
    if (!add_windows(
            file, kind, [](const auto&) { return true; }, offsets))
      return std::nullopt;
  return offsets;
}

}  // namespace weft::bptrace
