// SPDX-License-Identifier: BSD-3-Clause
// What the values of a metric event are called.
#pragma once

#include <string>
#include <string_view>

#include "model/definitions.hpp"

namespace weft::exports {

struct MetricName {
  std::string name;  // never empty
  std::string_view unit;
};

// Of the value at this place of the events of a metric class or instance.
MetricName metric_name(const Definitions& definitions, MetricRef metric, std::size_t place);

}  // namespace weft::exports
