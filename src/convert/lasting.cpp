// SPDX-License-Identifier: BSD-3-Clause
#include "convert/lasting.hpp"

#include <algorithm>

#include "formats/registry.hpp"

namespace weft {

namespace {

bool is_lasting(MetricMode mode) {
  return mode == MetricMode::accumulated_start || mode == MetricMode::accumulated_next ||
         mode == MetricMode::absolute_next;
}

bool is_lasting(const Definitions& definitions, const def::MetricClass& metric) {
  return std::ranges::any_of(metric.metric_members, [&](MetricMemberRef id) {
    const auto* member = definitions.find<def::MetricMember>(id);
    return member && is_lasting(member->metric_mode);
  });
}

}  // namespace

Lasting::Lasting(const Definitions& definitions) {
  for (const def::MetricClass& metric : definitions.all<def::MetricClass>())
    if (is_lasting(definitions, metric)) metrics_.insert(metric.self);
  for (const def::MetricInstance& metric : definitions.all<def::MetricInstance>())
    if (metrics_.contains(metric.metric_class)) metrics_.insert(metric.self);
  for (const def::Parameter& parameter : definitions.all<def::Parameter>())
    if (is_defining_parameter(definitions.text(parameter.name))) parameters_.insert(parameter.self);
}

}  // namespace weft
