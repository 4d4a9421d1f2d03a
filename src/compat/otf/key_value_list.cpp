// SPDX-License-Identifier: BSD-3-Clause
// The pairs in use are those from kvBegin to before kvCurrent; the others wait to be used.
#include "compat/otf/key_value_list.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "compat/otf/errors.hpp"

namespace {

using namespace weft::otf::compat;

constexpr uint32_t pairs_at_once = 10;
constexpr uint8_t done = 0, failed = 255;
constexpr uint32_t piece_bytes = OTF_KEYVALUE_MAX_ARRAY_LEN;

bool add_room(OTF_KeyValueList& list, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    auto* const pair = static_cast<OTF_KeyValuePairList*>(std::calloc(1, sizeof(OTF_KeyValuePairList)));
    if (!pair) {
      set_error("no memory for key-values");
      return false;
    }
    pair->kvPrev = list.kvEnd;
    (list.kvEnd ? list.kvEnd->kvNext : list.kvBegin) = pair;
    list.kvEnd = pair;
    if (!list.kvCurrent) list.kvCurrent = pair;
    ++list.size;
  }
  return true;
}

OTF_KeyValuePairList* find(const OTF_KeyValueList& list, uint32_t key) {
  for (auto* pair = list.kvBegin; pair != list.kvCurrent; pair = pair->kvNext)
    if (pair->kvPair.key == key) return pair;
  return nullptr;
}

bool append(OTF_KeyValueList& list, const OTF_KeyValuePair& pair) {
  if (!list.kvCurrent && !add_room(list, pairs_at_once)) return false;
  const bool is_continued = list.kvCurrent->kvPrev && list.kvCurrent->kvPrev->kvPair.key == pair.key;
  list.kvCurrent->kvPair = pair;
  list.kvCurrent = list.kvCurrent->kvNext;
  ++list.count;
  if (!is_continued) ++list.key_count;
  return true;
}

bool append_bytes(OTF_KeyValueList& list, uint32_t key, const void* bytes, uint32_t size) {
  const auto* from = static_cast<const uint8_t*>(bytes);
  while (size > 0) {
    OTF_KeyValuePair pair{key, OTF_BYTE_ARRAY, {}};
    const uint32_t piece = std::min(size, piece_bytes);
    std::memcpy(pair.value.otf_byte_array.array, from, piece);
    pair.value.otf_byte_array.len = size;
    if (!append(list, pair)) return false;
    from += piece;
    size -= piece;
  }
  return true;
}

uint32_t bytes_in(const OTF_KeyValuePair& pair) { return std::min(pair.value.otf_byte_array.len, piece_bytes); }

template <class Value>
uint8_t append_value(OTF_KeyValueList* list, uint32_t key, OTF_Type type, Value value) {
  OTF_KeyValuePair pair{key, type, {}};
  std::memcpy(&pair.value, &value, sizeof value);
  return OTF_KeyValueList_appendPair(list, pair);
}

// 1: no such key, 2: of another type.
uint8_t find_typed(OTF_KeyValueList* list, uint32_t key, OTF_Type type, OTF_KeyValuePairList*& pair) {
  if (!list) {
    set_error("expected a list of key-values, found NULL");
    return failed;
  }
  pair = find(*list, key);
  if (!pair) return 1;
  return pair->kvPair.type == type ? done : 2;
}

template <class Value>
uint8_t get_value(OTF_KeyValueList* list, uint32_t key, OTF_Type type, Value* value) {
  OTF_KeyValuePairList* pair = nullptr;
  const uint8_t status = find_typed(list, key, type, pair);
  if (status == done) std::memcpy(value, &pair->kvPair.value, sizeof *value);
  return status;
}

// The first pair of the key at this place.
OTF_KeyValuePairList* at(OTF_KeyValueList& list, uint32_t index) {
  for (auto* pair = list.kvBegin; pair != list.kvCurrent; pair = pair->kvNext) {
    if (pair->kvPrev && pair->kvPrev->kvPair.key == pair->kvPair.key) continue;
    if (index-- == 0) return pair;
  }
  return nullptr;
}

void unlink(OTF_KeyValueList& list, OTF_KeyValuePairList* pair) {
  (pair->kvPrev ? pair->kvPrev->kvNext : list.kvBegin) = pair->kvNext;
  (pair->kvNext ? pair->kvNext->kvPrev : list.kvEnd) = pair->kvPrev;
}

}  // namespace

namespace weft::otf::compat {

void copy_values(const KeyValues& from, OTF_KeyValueList& to) {
  for (const KeyValues::Pair& pair : from.pairs()) {
    if (pair.type == ValueType::byte_array) {
      const std::string_view bytes = from.bytes(pair);
      append_bytes(to, pair.key, bytes.data(), static_cast<uint32_t>(bytes.size()));
      continue;
    }
    OTF_KeyValuePair stored{pair.key, static_cast<OTF_Type>(pair.type), {}};
    stored.value.otf_uint64 = pair.bits;
    append(to, stored);
  }
}

void copy_pair(const OTF_KeyValuePair& from, KeyValues& to) {
  if (from.type == OTF_BYTE_ARRAY)
    to.add_bytes(from.key, {reinterpret_cast<const char*>(from.value.otf_byte_array.array), bytes_in(from)});
  else if (from.type >= OTF_CHAR && from.type < OTF_BYTE_ARRAY)
    to.add(from.key, static_cast<ValueType>(from.type), from.value.otf_uint64);
}

void copy_values(const OTF_KeyValueList& from, KeyValues& to) {
  for (auto* pair = from.kvBegin; pair != from.kvCurrent; pair = pair->kvNext) copy_pair(pair->kvPair, to);
}

}  // namespace weft::otf::compat

extern "C" {

OTF_KeyValueList* OTF_KeyValueList_new() {
  auto* const list = static_cast<OTF_KeyValueList*>(std::calloc(1, sizeof(OTF_KeyValueList)));
  if (list && add_room(*list, pairs_at_once)) return list;
  OTF_KeyValueList_close(list);
  return nullptr;
}

uint8_t OTF_KeyValueList_close(OTF_KeyValueList* list) {
  if (!list) return 1;
  for (auto* pair = list->kvBegin; pair;) {
    auto* const next = pair->kvNext;
    std::free(pair);
    pair = next;
  }
  std::free(list);
  return done;
}

OTF_KeyValueList* OTF_KeyValueList_clone(OTF_KeyValueList* list) {
  OTF_KeyValueList* const copy = OTF_KeyValueList_new();
  if (copy && list) OTF_KeyValueList_appendKeyValueList(copy, list);
  return copy;
}

uint8_t OTF_KeyValueList_reset(OTF_KeyValueList* list) {
  if (!list) return 1;
  make_empty(*list);
  return done;
}

uint8_t OTF_KeyValueList_realloc(OTF_KeyValueList* list, uint32_t num) {
  if (!list) return 1;
  return add_room(*list, num) ? done : 1;
}

uint8_t OTF_KeyValueList_appendPair(OTF_KeyValueList* list, OTF_KeyValuePair pair) {
  if (!list) {
    set_error("expected a list of key-values, found NULL");
    return failed;
  }
  if (find(*list, pair.key)) return 1;
  return append(*list, pair) ? done : failed;
}

uint8_t OTF_KeyValueList_appendByteArray(OTF_KeyValueList* list, uint32_t key, uint8_t* value, uint32_t len) {
  if (!list) {
    set_error("expected a list of key-values, found NULL");
    return failed;
  }
  if (find(*list, key)) return 1;
  return append_bytes(*list, key, value, len) ? done : failed;
}

uint8_t OTF_KeyValueList_appendKeyValueList(OTF_KeyValueList* dest_list, OTF_KeyValueList* source_list) {
  if (!source_list) return 1;
  if (!dest_list) {
    set_error("expected a list of key-values, found NULL");
    return failed;
  }
  bool is_new = true;
  for (auto* pair = source_list->kvBegin; pair != source_list->kvCurrent; pair = pair->kvNext) {
    const bool is_continued = pair->kvPrev && pair->kvPrev->kvPair.key == pair->kvPair.key;
    if (!is_continued) is_new = !find(*dest_list, pair->kvPair.key);
    if (is_new && !append(*dest_list, pair->kvPair)) return failed;
  }
  return done;
}

#define WEFT_TYPED(Name, Type, Constant)                                                    \
  uint8_t OTF_KeyValueList_append##Name(OTF_KeyValueList* list, uint32_t key, Type value) { \
    return append_value(list, key, Constant, value);                                        \
  }                                                                                         \
  uint8_t OTF_KeyValueList_get##Name(OTF_KeyValueList* list, uint32_t key, Type* value) {   \
    return get_value(list, key, Constant, value);                                           \
  }
WEFT_TYPED(Char, char, OTF_CHAR)
WEFT_TYPED(Int8, int8_t, OTF_INT8)
WEFT_TYPED(Uint8, uint8_t, OTF_UINT8)
WEFT_TYPED(Int16, int16_t, OTF_INT16)
WEFT_TYPED(Uint16, uint16_t, OTF_UINT16)
WEFT_TYPED(Int32, int32_t, OTF_INT32)
WEFT_TYPED(Uint32, uint32_t, OTF_UINT32)
WEFT_TYPED(Int64, int64_t, OTF_INT64)
WEFT_TYPED(Uint64, uint64_t, OTF_UINT64)
WEFT_TYPED(Float, float, OTF_FLOAT)
WEFT_TYPED(Double, double, OTF_DOUBLE)
#undef WEFT_TYPED

uint8_t OTF_KeyValueList_getValue(OTF_KeyValueList* list, uint32_t key, OTF_Type otf_type, OTF_Value* otf_value);
uint8_t OTF_KeyValueList_getValue(OTF_KeyValueList* list, uint32_t key, OTF_Type otf_type, OTF_Value* otf_value) {
  return get_value(list, key, otf_type, otf_value);
}

uint8_t OTF_KeyValueList_getByteArray(OTF_KeyValueList* list, uint32_t key, uint8_t* value, uint32_t* len) {
  OTF_KeyValuePairList* pair = nullptr;
  if (const uint8_t status = find_typed(list, key, OTF_BYTE_ARRAY, pair)) return status;
  uint32_t stored = 0;
  bool fits = true;
  for (; pair != list->kvCurrent && pair->kvPair.key == key && fits; pair = pair->kvNext) {
    const uint32_t piece = std::min(bytes_in(pair->kvPair), *len - stored);
    fits = piece == bytes_in(pair->kvPair);
    std::memcpy(value + stored, pair->kvPair.value.otf_byte_array.array, piece);
    stored += piece;
  }
  *len = stored;
  if (!fits) set_error("the byte array is larger than the room for it");
  return fits ? done : failed;
}

uint8_t OTF_KeyValueList_getArrayLength(OTF_KeyValueList* list, uint32_t key, uint32_t* len) {
  OTF_KeyValuePairList* pair = nullptr;
  const uint8_t status = find_typed(list, key, OTF_BYTE_ARRAY, pair);
  if (status == done) *len = pair->kvPair.value.otf_byte_array.len;
  return status;
}

OTF_Type OTF_KeyValueList_getTypeForKey(OTF_KeyValueList* list, uint32_t key) {
  const auto* const pair = list ? find(*list, key) : nullptr;
  return pair ? pair->kvPair.type : OTF_UNKNOWN;
}

uint8_t OTF_KeyValueList_hasKey(OTF_KeyValueList* list, uint32_t key) {
  if (!list) return 2;
  return find(*list, key) ? done : 1;
}

// The pair goes behind those in use. The number of keys stays, as programs are used to.
uint8_t OTF_KeyValueList_removeKey(OTF_KeyValueList* list, uint32_t key) {
  if (!list) return 2;
  auto* const pair = find(*list, key);
  if (!pair) return 1;
  unlink(*list, pair);
  pair->kvPrev = list->kvEnd;
  pair->kvNext = nullptr;
  (list->kvEnd ? list->kvEnd->kvNext : list->kvBegin) = pair;
  list->kvEnd = pair;
  if (!list->kvCurrent) list->kvCurrent = pair;
  --list->count;
  return done;
}

uint8_t OTF_KeyValueList_getKeyByIndex(OTF_KeyValueList* list, uint32_t index, uint32_t* key) {
  OTF_KeyValuePair* pair = nullptr;
  const uint8_t status = OTF_KeyValueList_getPairByIndex(list, index, &pair);
  if (status == done) *key = pair->key;
  return status;
}

uint8_t OTF_KeyValueList_getPairByIndex(OTF_KeyValueList* list, uint32_t index, OTF_KeyValuePair** pair) {
  if (!list) return 2;
  auto* const found = at(*list, index);
  if (!found) return 1;
  *pair = &found->kvPair;
  return done;
}

uint32_t OTF_KeyValueList_getCount(OTF_KeyValueList* list) { return list ? list->key_count : 0; }
}
