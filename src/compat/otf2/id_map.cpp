// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/id_map.hpp"

#include <algorithm>
#include <memory>

#include "compat/otf2/errors.hpp"

namespace weft::otf2::compat {

namespace {

OTF2_ErrorCode fail_for_map_memory(const char* function, unsigned long long ids) {
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_MEM_ALLOC_FAILED, "no memory for a map of %llu ids", ids);
}

// Empty, with room for `capacity` pairs.
std::unique_ptr<OTF2_IdMap> new_empty_map(IdMapMode mode, std::uint64_t capacity) {
  std::unique_ptr<OTF2_IdMap> map;
  const bool made = has_memory_for([&] {
    map = std::make_unique<OTF2_IdMap>();
    map->mode = mode;
    map->pairs.reserve(capacity);
  });
  if (!made) map.reset();
  return map;
}

// Undefined ids stay undefined when they become wider.
std::uint64_t widened(std::uint64_t id) { return id; }
std::uint64_t widened(std::uint32_t id) { return id == ~std::uint32_t{0} ? ~std::uint64_t{0} : id; }

template <class Id>
OTF2_IdMap* map_from_array(const char* function, std::uint64_t length, const Id* globals, bool optimize_size) {
  if (!globals) return fail_for_null(function), nullptr;
  const auto is_changed = [&](std::uint64_t local) { return widened(globals[local]) != local; };
  std::uint64_t pairs = length;
  IdMapMode mode = IdMapMode::dense;
  if (optimize_size) {
    std::uint64_t changed = 0;
    for (std::uint64_t local = 0; local < length; ++local) changed += is_changed(local);
    if (changed == 0) return nullptr;  // no map is needed
    // A pair takes twice the room of a global id.
    if (changed < length - changed) {
      pairs = changed;
      mode = IdMapMode::sparse;
    }
  }
  if (pairs == 0) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "the array is empty"), nullptr;
  auto map = new_empty_map(mode, pairs);
  if (!map) return fail_for_map_memory(function, pairs), nullptr;
  for (std::uint64_t local = 0; local < length; ++local)
    if (mode == IdMapMode::dense || is_changed(local)) map->pairs.push_back({local, widened(globals[local])});
  return map.release();
}

}  // namespace

OTF2_IdMap* new_id_map(const IdMap& map) {
  auto out = new_empty_map(map.mode, map.entries.size());
  if (out) out->assign(map);
  return out.release();
}

}  // namespace weft::otf2::compat

using weft::otf2::IdMap;
using weft::otf2::IdMapMode;
using weft::otf2::IdPair;
using namespace weft::otf2::compat;

void OTF2_IdMap_struct::assign(const IdMap& map) {
  mode = map.mode;
  pairs.assign(map.entries.begin(), map.entries.end());
}

OTF2_IdMap* OTF2_IdMap_Create(OTF2_IdMapMode mode, uint64_t capacity) {
  if (capacity == 0) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "a map needs room for an id"), nullptr;
  if (mode > OTF2_ID_MAP_SPARSE) return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_ARGUMENT, "no such mode: %u", mode), nullptr;
  auto map = new_empty_map(static_cast<IdMapMode>(mode), capacity);
  if (!map) return fail_for_map_memory(__func__, capacity), nullptr;
  return map.release();
}

OTF2_IdMap* OTF2_IdMap_CreateFromUint64Array(uint64_t length, const uint64_t* mappings, bool optimizeSize) {
  return map_from_array(__func__, length, mappings, optimizeSize);
}

OTF2_IdMap* OTF2_IdMap_CreateFromUint32Array(uint64_t length, const uint32_t* mappings, bool optimizeSize) {
  return map_from_array(__func__, length, mappings, optimizeSize);
}

void OTF2_IdMap_Free(OTF2_IdMap* instance) { delete instance; }

OTF2_ErrorCode OTF2_IdMap_GetSize(const OTF2_IdMap* instance, uint64_t* size) {
  if (!instance || !size) return fail_for_null(__func__);
  *size = instance->pairs.size();
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_IdMap_GetMode(const OTF2_IdMap* instance, OTF2_IdMapMode* mode) {
  if (!instance || !mode) return fail_for_null(__func__);
  *mode = static_cast<OTF2_IdMapMode>(instance->mode);
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_IdMap_Clear(OTF2_IdMap* instance) {
  if (!instance) return fail_for_null(__func__);
  instance->pairs.clear();
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_IdMap_AddIdPair(OTF2_IdMap* instance, uint64_t localId, uint64_t globalId) {
  if (!instance) return fail_for_null(__func__);
  auto& pairs = instance->pairs;
  if (instance->mode == IdMapMode::dense && localId != pairs.size())
    return WEFT_OTF2_FAIL(OTF2_ERROR_INVALID_DATA, "a dense map takes local ids in order");
  const auto place = std::ranges::lower_bound(pairs, localId, {}, &IdPair::local);
  if (place != pairs.end() && place->local == localId) {
    place->global = globalId;
    return OTF2_SUCCESS;
  }
  const bool added = has_memory_for([&] { pairs.insert(place, {localId, globalId}); });
  return added ? OTF2_SUCCESS : fail_for_map_memory(__func__, pairs.size() + 1);
}

OTF2_ErrorCode OTF2_IdMap_GetGlobalId(const OTF2_IdMap* instance, uint64_t localId, uint64_t* globalId) {
  if (!instance || !globalId) return fail_for_null(__func__);
  *globalId = instance->view().global(localId);
  return OTF2_SUCCESS;
}

// That there is no entry is an answer here, not an error to report.
OTF2_ErrorCode OTF2_IdMap_GetGlobalIdSave(const OTF2_IdMap* instance, uint64_t localId, uint64_t* globalId) {
  if (!instance || !globalId) return fail_for_null(__func__);
  const auto found = std::ranges::lower_bound(instance->pairs, localId, {}, &IdPair::local);
  if (found == instance->pairs.end() || found->local != localId) return OTF2_ERROR_INDEX_OUT_OF_BOUNDS;
  *globalId = found->global;
  return OTF2_SUCCESS;
}

OTF2_ErrorCode OTF2_IdMap_Traverse(const OTF2_IdMap* instance, OTF2_IdMap_TraverseCallback callback, void* userData) {
  if (!instance || !callback) return fail_for_null(__func__);
  for (const IdPair& pair : instance->pairs) callback(pair.local, pair.global, userData);
  return OTF2_SUCCESS;
}
