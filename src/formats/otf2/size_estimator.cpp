// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/size_estimator.hpp"

#include <algorithm>

#include "formats/otf2/anchor.hpp"

namespace weft::otf2 {

namespace {

std::uint64_t compressed_bytes(std::uint64_t value) { return 1 + significant_bytes(value); }

}  // namespace

void SizeEstimator::set_number(MappingType type, std::uint64_t number) {
  if (number == 0) {
    space(type).id_bytes = 1;
    return;
  }
  space(type).number = number;
  // Locations may have any id, however few they are.
  if (type != MappingType::location) space(type).id_bytes = compressed_bytes(number - 1);
}

std::uint64_t SizeEstimator::definition_chunk_bytes() const {
  const auto table_bytes = [&](MappingType type) { return space(type).number * space(type).id_bytes; };
  // Numbers of 32 bits are multiplied as such, as the reference does it.
  const std::uint64_t table = std::max(
      {table_bytes(MappingType::location), std::uint64_t{static_cast<std::uint32_t>(table_bytes(MappingType::region))},
          std::uint64_t{static_cast<std::uint32_t>(table_bytes(MappingType::metric))}});
  const std::uint64_t body = 23 + table;
  const std::uint64_t record = 3 + 1 + length_field_bytes(body) + body;
  const std::uint64_t chunk = (record + smallest_chunk) / smallest_chunk * smallest_chunk;
  return chunk > largest_chunk ? 0 : chunk;
}

std::uint64_t SizeEstimator::attribute_head_bytes(std::uint64_t entries) {
  return 1 + length_field_bytes(attribute_list_estimate(entries)) + compressed_bytes(entries);
}

std::uint64_t SizeEstimator::attribute_bytes(Type type) const {
  const auto ids = mapping_of(type);
  return space(MappingType::attribute).id_bytes + 1 + (ids ? space(*ids).id_bytes : most_bytes(form_of(type)));
}

}  // namespace weft::otf2
