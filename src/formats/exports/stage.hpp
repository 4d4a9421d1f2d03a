// SPDX-License-Identifier: BSD-3-Clause
// Stage: what all locations of an export share: the definitions and what they mean for viewers.
#pragma once

#include "formats/exports/channels.hpp"
#include "formats/exports/places.hpp"
#include "formats/exports/timeline.hpp"
#include "model/definitions.hpp"

namespace weft::exports {

// A copy: the source's definitions need not live as long as the export.
inline Definitions copy_of(const Definitions& from) {
  Definitions copy;
  from.each_table([&](const auto& table) {
    for (const auto& row : table) copy.add(row);
  });
  return copy;
}

struct Stage {
  explicit Stage(const Definitions& from)
      : definitions(copy_of(from)), timeline(definitions), places(definitions), channels(definitions) {}

  Definitions definitions;
  Timeline timeline;
  Places places;
  Channels channels;
};

}  // namespace weft::exports
