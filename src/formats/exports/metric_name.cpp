// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/metric_name.hpp"

#include <fmt/format.h>

namespace weft::exports {

MetricName metric_name(const Definitions& definitions, MetricRef metric, std::size_t place) {
  const def::MetricClass* metric_class = definitions.find<def::MetricClass>(metric);
  if (!metric_class)
    if (const auto* const instance = definitions.find<def::MetricInstance>(metric))
      metric_class = definitions.find<def::MetricClass>(instance->metric_class);
  const def::MetricMember* const member = metric_class && place < metric_class->metric_members.size()
                                              ? definitions.find<def::MetricMember>(metric_class->metric_members[place])
                                              : nullptr;
  MetricName answer;
  if (member) answer = {std::string(definitions.text(member->name)), definitions.text(member->unit)};
  if (answer.name.empty()) answer.name = fmt::format("metric {}.{}", metric.value, place);
  return answer;
}

}  // namespace weft::exports
