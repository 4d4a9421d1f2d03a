// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/c_value.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "compat/otf2/stamp/c_names.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2::stamp {

namespace {

// All id spaces, in the order of their numbers.
using Refs = TypeList<IoParadigmRef, StringRef, AttributeRef, SystemTreeNodeRef, LocationGroupRef, LocationRef,
    RegionRef, CallsiteRef, CallpathRef, GroupRef, MetricMemberRef, MetricRef, CommRef, ParameterRef, RmaWinRef,
    CartDimensionRef, CartTopologyRef, SourceCodeLocationRef, CallingContextRef, InterruptGeneratorRef, IoFileRef,
    IoHandleRef>;
static_assert(Refs::size == id_spaces);

CValue number(const std::string& function, const std::string& c_type, const std::string& member) {
  return {function, c_type, member, member + "Value", "OTF2_TYPE_" + upper_snake(function)};
}

CValue value_of(const Enumerator& type) {
  const std::string name = camel(type.name);
  if (type.name == "FLOAT") return number(name, "float", "float32");
  if (type.name == "DOUBLE") return number(name, "double", "float64");
  const std::string lower = lower_first(name);
  if (type.name.find("INT") != std::string::npos && type.name.find_first_of("0123456789") != std::string::npos)
    return number(name, lower + "_t", lower);
  return {name + "Ref", fmt::format("OTF2_{}Ref", name), lower + "Ref", lower + "Ref", "OTF2_TYPE_" + type.name};
}

bool has_mapping(std::string_view upper_name) {
  return std::ranges::any_of(
      enumerators<MappingType>(), [&](const Enumerator& mapping) { return mapping.name == upper_name; });
}

}  // namespace

std::vector<CValue> c_values() {
  std::vector<CValue> all;
  for (const Enumerator& type : enumerators<Type>())
    if (type.value != static_cast<std::uint64_t>(Type::none)) all.push_back(value_of(type));
  return all;
}

std::vector<CRef> c_refs() {
  std::vector<CRef> all;
  Refs::each([&]<class R>(std::type_identity<R>) {
    const std::string_view name = R::space::name;
    const std::string upper = upper_snake(name);
    all.push_back({std::string{name}, fmt::format("OTF2_{}Ref", name),
        fmt::format("uint{}_t", 8 * sizeof(typename R::rep)), "OTF2_UNDEFINED_" + upper, has_mapping(upper)});
  });
  return all;
}

}  // namespace weft::otf2::stamp
