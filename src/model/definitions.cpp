// SPDX-License-Identifier: BSD-3-Clause
#include "model/definitions.hpp"

#include <fmt/format.h>

namespace weft {

std::string_view Definitions::text(StringRef id) const {
  const auto* found = find<def::String>(id);
  return found ? found->string : std::string_view{};
}

std::uint64_t Definitions::announced_events() const {
  std::uint64_t sum = 0;
  for (const def::Location& location : all<def::Location>()) {
    if (location.number_of_events > ~std::uint64_t{0} - 1 - sum) return 0;
    sum += location.number_of_events;
  }
  return sum;
}

namespace {

std::string name_of_definition(const Definitions&, const def::String& d) { return std::string(d.string); }

std::string name_of_definition(const Definitions& defs, const def::SystemTreeNode& d) {
  return fmt::format("{} {}", defs.text(d.class_name), defs.text(d.name));
}

std::string name_of_definition(const Definitions& defs, const def::SourceCodeLocation& d) {
  return fmt::format("{}:{}", defs.text(d.file), d.line_number);
}

std::string name_of_definition(const Definitions& defs, const def::CallingContext& d) {
  std::string name = defs.name(d.region);
  if (const std::string line = defs.name(d.source_code_location); !line.empty()) name += " at " + line;
  return name;
}

std::string name_of_definition(const Definitions& defs, const def::Callpath& d) { return defs.name(d.region); }

std::string name_of_definition(const Definitions& defs, const def::MetricClass& d) {
  std::string name;
  for (const MetricMemberRef member : d.metric_members) name += (name.empty() ? "" : ", ") + defs.name(member);
  return name;
}

std::string name_of_definition(const Definitions& defs, const def::MetricInstance& d) {
  // An instance that names an instance is damage; following it could go round in circles.
  const auto* metric_class = defs.find<def::MetricClass>(d.metric_class);
  return metric_class ? name_of_definition(defs, *metric_class) : std::string{};
}

std::string name_of_definition(const Definitions& defs, const def::IoHandle& d) {
  const std::string_view name = defs.text(d.name);
  return name.empty() ? defs.name(d.file) : std::string(name);
}

template <class R>
std::string name_of_definition(const Definitions& defs, const R& d) {
  if constexpr (requires { d.name; })
    return std::string(defs.text(d.name));
  else
    return {};
}

}  // namespace

template <class Id>
std::string Definitions::name(Id id) const {
  std::string name;
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (HasId<R>)
      if constexpr (std::is_same_v<decltype(R::self), Id>)
        if (const R* found = find<R>(id); found && name.empty()) name = name_of_definition(*this, *found);
  });
  return name;
}

template std::string Definitions::name(StringRef) const;
template std::string Definitions::name(AttributeRef) const;
template std::string Definitions::name(SystemTreeNodeRef) const;
template std::string Definitions::name(LocationGroupRef) const;
template std::string Definitions::name(LocationRef) const;
template std::string Definitions::name(RegionRef) const;
template std::string Definitions::name(CallsiteRef) const;
template std::string Definitions::name(CallpathRef) const;
template std::string Definitions::name(GroupRef) const;
template std::string Definitions::name(MetricMemberRef) const;
template std::string Definitions::name(MetricRef) const;
template std::string Definitions::name(CommRef) const;
template std::string Definitions::name(ParameterRef) const;
template std::string Definitions::name(RmaWinRef) const;
template std::string Definitions::name(CartDimensionRef) const;
template std::string Definitions::name(CartTopologyRef) const;
template std::string Definitions::name(SourceCodeLocationRef) const;
template std::string Definitions::name(CallingContextRef) const;
template std::string Definitions::name(InterruptGeneratorRef) const;
template std::string Definitions::name(IoFileRef) const;
template std::string Definitions::name(IoHandleRef) const;
template std::string Definitions::name(IoParadigmRef) const;

}  // namespace weft
