// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/attribute_list.hpp"

#include <algorithm>
#include <new>

namespace weft::otf2::compat {

namespace {

OTF2_ErrorCode fail_for_absent_attribute(const char* function, OTF2_AttributeRef attribute) {
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "the list has no attribute %u", attribute);
}

// Lists are short: looking at every entry is fastest.
template <class Entries>
auto find_attribute(Entries& entries, OTF2_AttributeRef attribute) {
  return std::ranges::find(entries, AttributeRef{attribute}, &AttributeEntry::attribute);
}

void copy_attribute_value(const AttributeEntry& entry, OTF2_Type* type, OTF2_AttributeValue* value) {
  *type = static_cast<OTF2_Type>(entry.value.type);
  *value = value_of(entry.value.bits);
}

}  // namespace

}  // namespace weft::otf2::compat

using namespace weft::otf2::compat;
using weft::AttributeEntry;

OTF2_AttributeList* OTF2_AttributeList_New(void) {
  auto* list = new (std::nothrow) OTF2_AttributeList;
  if (!list) WEFT_OTF2_FAIL(OTF2_ERROR_MEM_ALLOC_FAILED, "no memory for a list of attributes");
  return list;
}

OTF2_ErrorCode OTF2_AttributeList_Delete(OTF2_AttributeList* attributeList) {
  delete attributeList;
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_AttributeList_AddAttribute(OTF2_AttributeList* attributeList, OTF2_AttributeRef attribute,
    OTF2_Type type, OTF2_AttributeValue attributeValue) {
  if (!attributeList) return fail_for_null(__func__);
  auto& entries = attributeList->entries;
  if (find_attribute(entries, attribute) != entries.end())
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "the list has attribute %u already", attribute);
  const AttributeEntry entry{{attribute}, {static_cast<weft::Type>(type), bits_of(attributeValue)}};
  if (!has_memory_for([&] { entries.push_back(entry); }))
    return WEFT_OTF2_FAIL(OTF2_ERROR_MEM_ALLOC_FAILED, "no memory for %zu attributes", entries.size() + 1);
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_AttributeList_RemoveAttribute(OTF2_AttributeList* attributeList, OTF2_AttributeRef attribute) {
  if (!attributeList) return fail_for_null(__func__);
  const auto found = find_attribute(attributeList->entries, attribute);
  if (found == attributeList->entries.end()) return fail_for_absent_attribute(__func__, attribute);
  attributeList->entries.erase(found);
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_AttributeList_RemoveAllAttributes(OTF2_AttributeList* attributeList) {
  if (!attributeList) return fail_for_null(__func__);
  attributeList->entries.clear();
  return OTF2_SUCCESS;
}

bool OTF2_AttributeList_TestAttributeByID(const OTF2_AttributeList* attributeList, OTF2_AttributeRef attribute) {
  const auto all = entries(attributeList);
  return find_attribute(all, attribute) != all.end();
}

OTF2_ErrorCode OTF2_AttributeList_GetAttributeByID(const OTF2_AttributeList* attributeList, OTF2_AttributeRef attribute,
    OTF2_Type* type, OTF2_AttributeValue* attributeValue) {
  if (!attributeList || !type || !attributeValue) return fail_for_null(__func__);
  const auto found = find_attribute(attributeList->entries, attribute);
  if (found == attributeList->entries.end()) return fail_for_absent_attribute(__func__, attribute);
  copy_attribute_value(*found, type, attributeValue);
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_AttributeList_GetAttributeByIndex(const OTF2_AttributeList* attributeList, uint32_t index,
    OTF2_AttributeRef* attribute, OTF2_Type* type, OTF2_AttributeValue* attributeValue) {
  if (!attributeList || !attribute || !type || !attributeValue) return fail_for_null(__func__);
  const auto& entries = attributeList->entries;
  if (index >= entries.size())
    return WEFT_OTF2_FAIL(OTF2_ERROR_INDEX_OUT_OF_BOUNDS, "index %u of %zu attributes", index, entries.size());
  *attribute = entries[index].attribute.value;
  copy_attribute_value(entries[index], type, attributeValue);
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_AttributeList_PopAttribute(OTF2_AttributeList* attributeList, OTF2_AttributeRef* attribute,
    OTF2_Type* type, OTF2_AttributeValue* attributeValue) {
  if (!attributeList || !attribute || !type || !attributeValue) return fail_for_null(__func__);
  auto& entries = attributeList->entries;
  if (entries.empty()) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "the list is empty");
  *attribute = entries.front().attribute.value;
  copy_attribute_value(entries.front(), type, attributeValue);
  entries.erase(entries.begin());
  return OTF2_SUCCESS;
}

uint32_t OTF2_AttributeList_GetNumberOfElements(const OTF2_AttributeList* attributeList) {
  if (!attributeList) return fail_for_null(__func__), 0;
  return static_cast<uint32_t>(attributeList->entries.size());
}
