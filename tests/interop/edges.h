/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Edge values for every encoding of OTF2, counted through by a step k: edge_<encoding>(k) is a value,
 * ref_<encoding>(k) a reference that is defined or undefined, id_<encoding>(k) the k-th id of a definition,
 * count_<encoding>(k) the length of an array and list_<encoding>(k) its elements. The tables have
 * different lengths, so that fields stepped together meet in ever new pairs. */
#ifndef WEFT_INTEROP_EDGES_H
#define WEFT_INTEROP_EDGES_H

#include "reference_writer.h"

#include <float.h>
#include <math.h>

/* How often each record is written, and the room for the arrays: more than any count below. */
enum { rounds = 64, longest_list = 400 };

static const OTF2_LocationRef edge_locations[] = {
    0,
    1,
    255,
    256,
    65536,
    UINT32_MAX,
    UINT64_C(1) << 32,
    UINT64_C(1) << 40,
    INT64_MAX,
    UINT64_C(1) << 63,
    UINT64_MAX - 1,
    42,
};

#define EDGES(name, type, ...)                  \
  static inline type name(unsigned k) {         \
    static const type values[] = {__VA_ARGS__}; \
    return values[k % COUNT_OF(values)];        \
  }

EDGES(edge_u8, uint8_t, 0, 1, 2, 16, 127, 128, 254, UINT8_MAX)
EDGES(edge_u16, uint16_t, 0, 1, 255, 256, INT16_MAX, 0x8000, UINT16_MAX - 1, UINT16_MAX, 0x1234)
EDGES(edge_cu32, uint32_t, 0, 1, 255, 256, 0xffff, 0x10000, 0xffffff, 0x1000000, INT32_MAX, 0x80000000, 0x12345678,
    UINT32_MAX - 1, UINT32_MAX)
EDGES(edge_cu64, uint64_t, 0, 1, 255, 256, 0xffff, 0x10000, 0xffffff, UINT32_MAX, UINT64_C(1) << 32,
    (UINT64_C(1) << 40) - 1, UINT64_C(1) << 40, (UINT64_C(1) << 48) - 1, UINT64_C(1) << 48, (UINT64_C(1) << 56) - 1,
    UINT64_C(1) << 56, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX - 1, UINT64_MAX)
EDGES(edge_u64full, uint64_t, 0, 1, 255, UINT32_MAX, UINT64_C(0x0123456789abcdef), INT64_MAX, UINT64_C(1) << 63,
    UINT64_MAX - 1, UINT64_MAX)
EDGES(edge_i8, int8_t, 0, 1, -1, INT8_MAX, INT8_MIN, INT8_MIN + 1)
EDGES(edge_i16, int16_t, 0, 1, -1, 255, -256, INT16_MAX, INT16_MIN)
EDGES(edge_ci32, int32_t, 0, 1, -1, 255, 256, -256, 0xffff, INT32_MAX, INT32_MIN, INT32_MIN + 1, -65536)
EDGES(edge_ci64, int64_t, 0, 1, -1, 127, 255, 256, -256, INT32_MIN, UINT32_MAX, INT64_C(1) << 40, INT64_MAX, INT64_MIN,
    INT64_MIN + 1)
EDGES(edge_f32, float, 0.0F, -0.0F, 1.5F, 0.1F, -1.0F / 3, FLT_MIN, FLT_MAX, -FLT_MAX, FLT_EPSILON, 1e-45F, INFINITY,
    -INFINITY, NAN)
EDGES(edge_f64, double, 0.0, -0.0, 1.5, 0.1, -1.0 / 3, DBL_MIN, DBL_MAX, -DBL_MAX, DBL_EPSILON, 5e-324, 1e23,
    9007199254740993.0, INFINITY, -INFINITY, NAN)
EDGES(edge_type, OTF2_Type, OTF2_TYPE_NONE, OTF2_TYPE_UINT8, OTF2_TYPE_UINT16, OTF2_TYPE_UINT32, OTF2_TYPE_UINT64,
    OTF2_TYPE_INT8, OTF2_TYPE_INT16, OTF2_TYPE_INT32, OTF2_TYPE_INT64, OTF2_TYPE_FLOAT, OTF2_TYPE_DOUBLE,
    OTF2_TYPE_STRING, OTF2_TYPE_ATTRIBUTE, OTF2_TYPE_LOCATION, OTF2_TYPE_REGION, OTF2_TYPE_GROUP, OTF2_TYPE_METRIC,
    OTF2_TYPE_COMM, OTF2_TYPE_PARAMETER, OTF2_TYPE_RMA_WIN, OTF2_TYPE_SOURCE_CODE_LOCATION, OTF2_TYPE_CALLING_CONTEXT,
    OTF2_TYPE_INTERRUPT_GENERATOR, OTF2_TYPE_IO_FILE, OTF2_TYPE_IO_HANDLE, OTF2_TYPE_LOCATION_GROUP, 26, 200, 255)
enum { number_of_types = 29 };

/* Texts around the length where a String record changes to the long form, and bytes that are no UTF-8. */
static inline const char* edge_string(unsigned k) {
  enum { longest = 70000, turn_from = 245, turn_to = 257 };
  static const char* const texts[] = {
      "",
      "a",
      "two words",
      "\"quoted\\ /slashed/\"",
      "tab\tline\nreturn\r\x01\x1f\x7f",
      "Gr\xc3\xbc\xc3\x9f \xe2\x9c\x93 \xf0\x9d\x84\x9e",
      "\xff\xfe",
      "cut \xe2\x9c",
      "\xc3",
      "overlong \xc0\xaf \xe0\x80\xaf",
      "surrogate \xed\xa0\x80",
      "beyond \xf4\x90\x80\x80 \xf8",
      "\x80 mixed \xe2\xe2\x82\xac",
  };
  static const unsigned lengths[] = {1000, longest};
  static char filler[longest + 1];
  unsigned length;
  k %= COUNT_OF(texts) + (turn_to - turn_from) + COUNT_OF(lengths);
  if (k < COUNT_OF(texts)) return texts[k];
  k -= COUNT_OF(texts);
  length = k < turn_to - turn_from ? turn_from + k : lengths[k - (turn_to - turn_from)];
  memset(filler, 'x', longest);
  return filler + longest - length;
}

/* Ids: the edge values first, then a run of their own; none is undefined and none comes twice. */
static inline uint32_t id_cu32(unsigned k) { return k < 12 ? edge_cu32(k) : 1000 + k; }

static inline uint8_t id_u8(unsigned k) {
  return k % rounds == rounds - 1 ? UINT8_MAX - 1 : (uint8_t)(3 * (k % rounds));
}

static inline uint64_t id_cu64(unsigned k) { return k < 18 ? edge_cu64(k) : (UINT64_C(1) << 33) + k; }

static inline uint32_t ref_cu32(unsigned k) { return k % 13 == 12 ? UINT32_MAX : id_cu32(k % rounds); }

static inline uint8_t ref_u8(unsigned k) { return k % 13 == 12 ? UINT8_MAX : id_u8(k); }

static inline uint64_t ref_cu64(unsigned k) {
  return k % 13 == 12 ? OTF2_UNDEFINED_LOCATION : edge_locations[k % COUNT_OF(edge_locations)];
}

EDGES(count_u8, uint8_t, 0, 1, 2, 3, 24, 25, 254, 255)
EDGES(count_cu32, uint32_t, 0, 1, 2, 3, 48, 49, 300)

#define LIST(name, type, item)                                     \
  static inline const type* list_##name(unsigned k) {              \
    static type items[longest_list];                               \
    for (unsigned i = 0; i < longest_list; ++i) items[i] = (item); \
    return items;                                                  \
  }

LIST(u8, uint8_t, edge_u8(k + i))
LIST(cu32, uint32_t, ref_cu32(k + i))
LIST(cu64, uint64_t, edge_cu64(k + i))
LIST(types, OTF2_Type, edge_type(k + i))

#endif
