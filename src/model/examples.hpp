// SPDX-License-Identifier: BSD-3-Clause
// Examples: one record as a line, for reports that name the first of many.
#pragma once

#include <string>

#include "model/batch.hpp"
#include "model/definitions.hpp"
#include "model/markers.hpp"

namespace weft {

std::string example_of(const Definitions& definitions, const AnyRecord<DefinitionTypes>& definition);
std::string example_of(const Definitions& definitions, const AnyRecord<TypeList<DefMarker, Marker>>& marker);
std::string example_of(const Definitions& definitions, LocationRef location, const Event& event);

// What a format cannot say of the definitions of a trace. `words` are those of the format.
template <class Counts, class Words>
void count_definitions(Counts& counts, const Definitions& definitions, const Words& words) {
  definitions.each_table([&](const auto& table) {
    for (const auto& row : table) counts.add(row, words, [&] { return example_of(definitions, row); });
  });
}

}  // namespace weft
