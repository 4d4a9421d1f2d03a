// SPDX-License-Identifier: BSD-3-Clause
// Rules on values: metrics, parameters and properties have the types their definitions announce.
#pragma once

#include "check/findings.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule metric_type{"metric-type", "A metric is defined with a type that metrics cannot have.",
    "Metrics are of type INT64, UINT64 or DOUBLE."};
inline constexpr Rule metric_values{"metric-values", "A metric event has other values than its metric class announces.",
    "There is one value for each member of the class, of the type of that member."};
inline constexpr Rule parameter_type{"parameter-type",
    "A parameter takes a value of another type than it is defined with.",
    "Parameters are of type STRING, INT64 or UINT64, and have events of that type."};
inline constexpr Rule paradigm_property{"paradigm-property",
    "A property of a paradigm has another type than it has to have.",
    "COMM_NAME_TEMPLATE and RMA_WIN_NAME_TEMPLATE are of type STRING, RMA_ONLY of type UINT8."};
inline constexpr Rule paradigm_class{"paradigm-class", "A paradigm is defined twice, or of another class than it is.",
    "Tools choose by class how to read events: processes, threads by fork and join or create and wait, accelerators."};

inline constexpr Rule value_rules[] = {metric_type, metric_values, parameter_type, paradigm_property, paradigm_class};

void check_metric_types(const Definitions& definitions, Findings& findings);
void check_callpath_parameters(const Definitions& definitions, Findings& findings);
void check_paradigm_properties(const Definitions& definitions, Findings& findings);
void check_paradigm_classes(const Definitions& definitions, Findings& findings);

// The values in the events of one location.
class Values {
 public:
  Values(const Definitions& definitions, Findings& findings) : definitions_(definitions), findings_(findings) {}

  void see(const evt::Metric& e, const Place& at);
  void see(const evt::ParameterString& e, const Place& at) { parameter(e.parameter, ParameterType::string, at); }
  void see(const evt::ParameterInt& e, const Place& at) { parameter(e.parameter, ParameterType::int64, at); }
  void see(const evt::ParameterUnsignedInt& e, const Place& at) { parameter(e.parameter, ParameterType::uint64, at); }

 private:
  void parameter(ParameterRef id, ParameterType type, const Place& at);

  const Definitions& definitions_;
  Findings& findings_;
};

}  // namespace weft::check
