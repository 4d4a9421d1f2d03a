// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/size_estimator.hpp"

#include <new>

#include "compat/otf2/attribute_list.hpp"

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
  return estimator->definition_chunk_bytes();
}

size_t OTF2_EventSizeEstimator_GetSizeOfTimestamp(OTF2_EventSizeEstimator* estimator) {
  if (!estimator) return fail_for_null(__func__), 0;
  return weft::otf2::SizeEstimator::timestamp_bytes;
}

size_t OTF2_EventSizeEstimator_GetSizeOfAttributeList(
    const OTF2_EventSizeEstimator* estimator, const OTF2_AttributeList* attributeList) {
  if (!estimator) return fail_for_null(__func__), 0;
  return estimator->attribute_list_bytes(
      entries(attributeList), [](const weft::AttributeEntry& entry) { return entry.value.type; });
}
