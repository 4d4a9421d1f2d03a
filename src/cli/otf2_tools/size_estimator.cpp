// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/size_estimator.hpp"

#include <algorithm>
#include <bit>

namespace weft::cli::otf2_tools {

namespace {

using otf2::MappingType;

// The compressed form: a count, then the bytes that matter.
std::uint64_t compressed_bytes(std::uint64_t value) {
  return 1 + (static_cast<std::uint64_t>(std::bit_width(value)) + 7) / 8;
}

std::uint64_t number_bytes(Type type) {
  switch (type) {
    case Type::uint8:
    case Type::int8:
      return 1;
    case Type::uint16:
    case Type::int16:
      return 2;
    case Type::float_:
      return 4;
    case Type::double_:
      return 8;
    case Type::uint32:
    case Type::int32:
      return 5;
    default:
      return 9;
  }
}

}  // namespace

void SizeEstimator::set_number(MappingType type, std::uint64_t number) {
  IdSpaceSize& space = spaces_[static_cast<std::size_t>(type)];
  if (type != MappingType::location) number = static_cast<std::uint32_t>(number);
  if (number == 0) {
    space.id_bytes = 1;
    return;
  }
  space.number = number;
  if (type != MappingType::location) space.id_bytes = compressed_bytes(number - 1);
}

std::uint64_t SizeEstimator::definition_chunk_bytes() const {
  constexpr std::uint64_t step = 262144, largest = std::uint64_t{16} << 20;
  // Products of 32 bits, as the reference has them.
  auto product = [&](MappingType type) {
    return static_cast<std::uint32_t>(space(type).number * space(type).id_bytes);
  };
  const IdSpaceSize& locations = space(MappingType::location);
  const std::uint64_t data = 23 + std::max({locations.number * locations.id_bytes,
                                      std::uint64_t{product(MappingType::region)},
                                      std::uint64_t{product(MappingType::metric)}});
  const std::uint64_t record = 3 + 1 + length_bytes(data) + data;
  const std::uint64_t bytes = (record + step) / step * step;
  return bytes > largest ? 0 : bytes;
}

std::uint64_t SizeEstimator::attribute_list_bytes(std::span<const Type> types) const {
  if (types.empty()) return 0;
  std::uint64_t bytes = 1 + length_bytes(15 * types.size() + 5) + compressed_bytes(types.size());
  for (const Type type : types) {
    const auto mapping = otf2::mapping_of(type);
    bytes += space(MappingType::attribute).id_bytes + 1 + (mapping ? space(*mapping).id_bytes : number_bytes(type));
  }
  return bytes;
}

}  // namespace weft::cli::otf2_tools
