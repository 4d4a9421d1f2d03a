// SPDX-License-Identifier: BSD-3-Clause
// Stage: what all locations of an export share: the definitions and what they mean for viewers.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "formats/exports/channels.hpp"
#include "formats/exports/places.hpp"
#include "formats/exports/timeline.hpp"
#include "model/definitions.hpp"
#include "model/loss_report.hpp"

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

// Definitions whose names, or what they say, are part of what calls show.
using CallDefinitions = TypeList<def::ClockProperties, def::String, def::LocationGroup, def::Location, def::Region,
    def::SourceCodeLocation, def::CallingContext>;
// And of what other events show.
using EventDefinitions = Concat<CallDefinitions,
    TypeList<def::Attribute, def::Group, def::Comm, def::InterComm, def::RmaWin, def::MetricMember, def::MetricClass,
        def::MetricInstance, def::Parameter, def::InterruptGenerator, def::IoParadigm, def::IoRegularFile,
        def::IoDirectory, def::IoHandle>>;

template <class Carried>
void tell_lost_definitions(const Definitions& definitions, std::string_view target, LossReport& report) {
  definitions.each_table([&](const auto& table) {
    using R = typename std::remove_cvref_t<decltype(table.rows())>::value_type;
    if constexpr (!Carried::template contains<R>)
      if (table.size())
        report.lost(std::string(R::schema.name), std::string(target) + " has no such definition", table.size());
  });
}

}  // namespace weft::exports
