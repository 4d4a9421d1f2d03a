// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/metric_name.hpp"

#include <fmt/format.h>

#include "model/metric_members.hpp"

namespace weft::exports {

MetricName metric_name(const Definitions& definitions, MetricRef metric, std::size_t place) {
  const auto* const member = definitions.find<def::MetricMember>(member_at(definitions, metric, place));
  MetricName answer;
  if (member) answer = {std::string(definitions.text(member->name)), definitions.text(member->unit)};
  if (answer.name.empty()) answer.name = fmt::format("metric {}.{}", metric.value, place);
  return answer;
}

}  // namespace weft::exports
