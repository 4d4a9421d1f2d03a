// SPDX-License-Identifier: BSD-3-Clause
#include "check/values.hpp"

#include <array>
#include <optional>
#include <set>

namespace weft::check {

void check_metric_types(const Definitions& definitions, Findings& findings) {
  for (const def::MetricMember& member : definitions.all<def::MetricMember>())
    if (member.value_type != Type::int64 && member.value_type != Type::uint64 && member.value_type != Type::double_)
      findings.add(metric_type, [&] {
        return fmt::format("metric {} is of type {}", named(definitions, member.self), named(member.value_type));
      });
}

namespace {

Type type_of(ParameterType type) {
  switch (type) {
    case ParameterType::string:
      return Type::string;
    case ParameterType::int64:
      return Type::int64;
    case ParameterType::uint64:
      return Type::uint64;
  }
  return Type::none;
}

// The class behind an id, which may be that of an instance. An instance of an instance is looked through, too.
const def::MetricClass* metric_class(const Definitions& definitions, MetricRef id) {
  constexpr int most_layers = 8;
  for (int layer = 0; layer < most_layers; ++layer) {
    if (const auto* found = definitions.find<def::MetricClass>(id)) return found;
    const auto* instance = definitions.find<def::MetricInstance>(id);
    if (!instance) return nullptr;
    id = instance->metric_class;
  }
  return nullptr;
}

}  // namespace

void check_callpath_parameters(const Definitions& definitions, Findings& findings) {
  for (const def::CallpathParameter& value : definitions.all<def::CallpathParameter>()) {
    const auto* parameter = definitions.find<def::Parameter>(value.parameter);
    if (parameter && type_of(parameter->parameter_type) != value.value.type)
      findings.add(parameter_type, [&] {
        return fmt::format("callpath {} gives parameter {} of type {} a value of type {}", value.callpath.value,
            named(definitions, value.parameter), named(parameter->parameter_type), named(value.value.type));
      });
  }
}

void check_paradigm_properties(const Definitions& definitions, Findings& findings) {
  for (const def::ParadigmProperty& property : definitions.all<def::ParadigmProperty>()) {
    if (property.property > ParadigmProperty::rma_only) continue;  // of a newer version
    const Type type = property.property == ParadigmProperty::rma_only ? Type::uint8 : Type::string;
    if (property.value.type != type)
      findings.add(paradigm_property, [&] {
        return fmt::format("{} of paradigm {} is of type {}, not {}", named(property.property),
            named(property.paradigm), named(property.value.type), named(type));
      });
  }
}

namespace {

// The class of each paradigm that has one.
std::optional<ParadigmClass> class_of(Paradigm paradigm) {
  switch (paradigm) {
    case Paradigm::mpi:
    case Paradigm::gaspi:
    case Paradigm::upc:
    case Paradigm::shmem:
      return ParadigmClass::process;
    case Paradigm::openmp:
    case Paradigm::ompss:
    case Paradigm::tbbthread:
    case Paradigm::mtapi:
      return ParadigmClass::thread_fork_join;
    case Paradigm::pthread:
    case Paradigm::winthread:
    case Paradigm::qtthread:
    case Paradigm::acethread:
      return ParadigmClass::thread_create_wait;
    case Paradigm::cuda:
    case Paradigm::hmpp:
    case Paradigm::openacc:
    case Paradigm::opencl:
    case Paradigm::hip:
    case Paradigm::kokkos:
      return ParadigmClass::accelerator;
    default:
      return std::nullopt;
  }
}

}  // namespace

void check_paradigm_classes(const Definitions& definitions, Findings& findings) {
  std::set<Paradigm> seen;
  for (const def::Paradigm& paradigm : definitions.all<def::Paradigm>()) {
    if (!seen.insert(paradigm.paradigm).second)
      findings.add(
          paradigm_class, [&] { return fmt::format("paradigm {} is defined twice", named(paradigm.paradigm)); });
    const auto expected = class_of(paradigm.paradigm);
    if (expected && paradigm.paradigm_class != *expected)
      findings.add(paradigm_class, [&] {
        return fmt::format("paradigm {} is of class {}, not {}", named(paradigm.paradigm),
            named(paradigm.paradigm_class), named(*expected));
      });
  }
}

void Values::see(const evt::Metric& e, const Place& at) {
  const def::MetricClass* metric = metric_class(definitions_, e.metric);
  if (!metric) return;
  if (metric->metric_members.size() != e.metric_values.size()) {
    findings_.add(metric_values, at, [&] {
      return fmt::format("metric {} has {} members, the event {} values", named(definitions_, e.metric),
          metric->metric_members.size(), e.metric_values.size());
    });
    return;
  }
  for (std::size_t i = 0; i < e.metric_values.size(); ++i) {
    const auto* member = definitions_.find<def::MetricMember>(metric->metric_members[i]);
    if (member && member->value_type != e.metric_values[i].type)
      findings_.add(metric_values, at, [&] {
        return fmt::format("metric {} is of type {}, its value of type {}", named(definitions_, member->self),
            named(member->value_type), named(e.metric_values[i].type));
      });
  }
}

void Values::parameter(ParameterRef id, ParameterType type, const Place& at) {
  const auto* parameter = definitions_.find<def::Parameter>(id);
  if (parameter && parameter->parameter_type != type)
    findings_.add(parameter_type, at, [&] {
      return fmt::format("parameter {} of type {} takes a value of type {}", named(definitions_, id),
          named(parameter->parameter_type), named(type));
    });
}

}  // namespace weft::check
