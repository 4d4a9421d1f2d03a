// SPDX-License-Identifier: BSD-3-Clause
// What the values of a metric event are values of.
#pragma once

#include <span>

#include "model/definitions.hpp"

namespace weft {

// The members behind a metric: those of the class, or of the class an instance belongs to.
inline std::span<const MetricMemberRef> members_of(const Definitions& definitions, MetricRef metric) {
  const def::MetricClass* metric_class = definitions.find<def::MetricClass>(metric);
  if (!metric_class)
    if (const auto* const instance = definitions.find<def::MetricInstance>(metric))
      metric_class = definitions.find<def::MetricClass>(instance->metric_class);
  return metric_class ? std::span<const MetricMemberRef>(metric_class->metric_members)
                      : std::span<const MetricMemberRef>{};
}

// The one at a place among them; undefined if there is none.
inline MetricMemberRef member_at(const Definitions& definitions, MetricRef metric, std::size_t place) {
  const auto members = members_of(definitions, metric);
  return place < members.size() ? members[place] : MetricMemberRef{};
}

}  // namespace weft
