// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/size_estimator.hpp"

#include <algorithm>
#include <new>

#include "compat/otf2/attribute_list.hpp"

namespace weft::otf2::compat {

namespace {

constexpr std::size_t compressed_bytes(std::uint64_t value) { return 1 + significant_bytes(value); }

std::size_t largest_value_bytes(const OTF2_EventSizeEstimator& estimator, Type type) {
  if (const auto ids = mapping_of(type)) return estimator.ids(*ids).bytes;
  switch (form_of(type)) {
    case ValueForm::fixed8:
      return 1;
    case ValueForm::fixed16:
      return 2;
    case ValueForm::fixed32:
      return 4;
    case ValueForm::fixed64:
      return 8;
    case ValueForm::compressed32:
      return 1 + 4;
    case ValueForm::compressed64:
      break;
  }
  return 1 + 8;
}

}  // namespace

OTF2_ErrorCode set_number_of(
    const char* function, OTF2_EventSizeEstimator* estimator, MappingType type, std::uint64_t number) {
  if (!estimator) return fail_for_null(function);
  OTF2_EventSizeEstimator::Ids& ids = estimator->ids(type);
  if (number == 0) {
    ids.bytes = 1;
    return OTF2_SUCCESS;
  }
  ids.number = number;
  // Locations may have any id, however few they are.
  if (type != MappingType::location) ids.bytes = compressed_bytes(number - 1);
  return OTF2_SUCCESS;
}

}  // namespace weft::otf2::compat

using weft::otf2::MappingType;
using namespace weft::otf2::compat;

OTF2_EventSizeEstimator* OTF2_EventSizeEstimator_New(void) {
  auto* estimator = new (std::nothrow) OTF2_EventSizeEstimator;
  if (!estimator) WEFT_OTF2_FAIL(OTF2_ERROR_MEM_ALLOC_FAILED, "no memory for an estimator");
  return estimator;
}

OTF2_ErrorCode OTF2_EventSizeEstimator_Delete(OTF2_EventSizeEstimator* estimator) {
  delete estimator;
  return OTF2_SUCCESS;
}

size_t OTF2_EventSizeEstimator_GetDefChunkSize(OTF2_EventSizeEstimator* estimator) {
  if (!estimator) return fail_for_null(__func__), 0;
  const auto table_bytes = [&](MappingType type) {
    const OTF2_EventSizeEstimator::Ids& ids = estimator->ids(type);
    return ids.number * ids.bytes;
  };
  // Numbers of 32 bits are multiplied as such, as the reference does it.
  const std::uint64_t table = std::max(
      {table_bytes(MappingType::location), std::uint64_t{static_cast<std::uint32_t>(table_bytes(MappingType::region))},
          std::uint64_t{static_cast<std::uint32_t>(table_bytes(MappingType::metric))}});
  constexpr std::uint64_t chunk_step = 256 << 10;
  constexpr std::uint64_t largest_chunk = 16 << 20;
  const std::uint64_t fields = 23 + table;
  const std::uint64_t record = 3 + 1 + length_bytes(fields) + fields;
  const std::uint64_t chunk = (record + chunk_step) / chunk_step * chunk_step;
  return chunk > largest_chunk ? 0 : chunk;
}

size_t OTF2_EventSizeEstimator_GetSizeOfTimestamp(OTF2_EventSizeEstimator* estimator) {
  if (!estimator) return fail_for_null(__func__), 0;
  return 1 + sizeof(OTF2_TimeStamp);
}

size_t OTF2_EventSizeEstimator_GetSizeOfAttributeList(
    const OTF2_EventSizeEstimator* estimator, const OTF2_AttributeList* attributeList) {
  if (!estimator) return fail_for_null(__func__), 0;
  const auto all = entries(attributeList);
  if (all.empty()) return 0;
  std::size_t bytes = 1 + length_bytes(15 * all.size() + 5) + compressed_bytes(all.size());
  for (const weft::AttributeEntry& entry : all)
    bytes += estimator->ids(MappingType::attribute).bytes + 1 + largest_value_bytes(*estimator, entry.value.type);
  return bytes;
}
