// SPDX-License-Identifier: BSD-3-Clause
#include "check/attributes.hpp"

#include <algorithm>
#include <vector>

namespace weft::check {

namespace {

struct Convention {
  std::string_view name;
  Type type;
};

// The names tools agree on in the OTF2 manual.
constexpr Convention conventions[] = {
    {"OTF2::MEMORY_SPACE_SOURCE", Type::location_group},
    {"OTF2::MEMORY_SPACE_DESTINATION", Type::location_group},
    {"ALLOCATION_SIZE", Type::uint64},
    {"DEALLOCATION_SIZE", Type::uint64},
    {"RESULT_ADDRESS", Type::uint64},
    {"ARGUMENT_ADDRESS", Type::uint64},
    {"Offset", Type::uint64},
    {"ProcessId", Type::uint64},
    {"ThreadId", Type::uint64},
    {"SOURCE_CODE_LOCATION", Type::source_code_location},
};

// The attributes that are there more than once. Lists are nearly always short, but nothing keeps them from being long.
std::vector<AttributeRef> repeated(std::span<const AttributeEntry> attributes) {
  if (attributes.size() < 2) return {};
  std::vector<AttributeRef> ids;
  for (const AttributeEntry& entry : attributes) ids.push_back(entry.attribute);
  std::ranges::sort(ids);
  std::vector<AttributeRef> found;
  for (std::size_t i = 1; i < ids.size(); ++i)
    if (ids[i] == ids[i - 1] && (found.empty() || found.back() != ids[i])) found.push_back(ids[i]);
  return found;
}

}  // namespace

void check_attribute_conventions(const Definitions& definitions, Findings& findings) {
  for (const def::Attribute& attribute : definitions.all<def::Attribute>())
    for (const Convention& convention : conventions)
      if (definitions.text(attribute.name) == convention.name && attribute.type != convention.type)
        findings.add(attribute_convention, [&] {
          return fmt::format("attribute {} is of type {}, not {}", named(definitions, attribute.self),
              named(attribute.type), named(convention.type));
        });
}

void check_attributes(
    const Definitions& definitions, std::span<const AttributeEntry> attributes, const Place& at, Findings& findings) {
  for (const AttributeEntry& entry : attributes) {
    const auto* definition = definitions.find<def::Attribute>(entry.attribute);
    if (definition && definition->type != entry.value.type)
      findings.add(attribute_type, at, [&] {
        return fmt::format("attribute {} has type {}, but is defined as {}", named(definitions, entry.attribute),
            named(entry.value.type), named(definition->type));
      });
  }
  for (const AttributeRef twice : repeated(attributes))
    findings.add(
        attribute_twice, at, [&] { return fmt::format("attribute {} is there twice", named(definitions, twice)); });
}

}  // namespace weft::check
