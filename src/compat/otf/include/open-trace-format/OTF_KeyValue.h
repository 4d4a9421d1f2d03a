/* SPDX-License-Identifier: BSD-3-Clause */
/* OTF_KeyValueList: the typed values that a record carries, each with its key, in the order in which they came. */
#ifndef OTF_KEYVALUE_H
#define OTF_KEYVALUE_H

#include "OTF_Definitions.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum OTF_Type_enum {
  OTF_UNKNOWN = -1,
  OTF_CHAR = 0,
  OTF_INT8 = 1,
  OTF_UINT8 = 2,
  OTF_INT16 = 3,
  OTF_UINT16 = 4,
  OTF_INT32 = 5,
  OTF_UINT32 = 6,
  OTF_INT64 = 7,
  OTF_UINT64 = 8,
  OTF_FLOAT = 9,
  OTF_DOUBLE = 10,
  OTF_BYTE_ARRAY = 11
} OTF_Type;

/* One piece of a byte array, and how many bytes there are from its beginning to the end of the array. */
typedef struct byte_array_struct {
  uint8_t array[OTF_KEYVALUE_MAX_ARRAY_LEN];
  uint32_t len;
} byte_array;

typedef union OTF_Value_union {
  char otf_char;
  int8_t otf_int8;
  uint8_t otf_uint8;
  int16_t otf_int16;
  uint16_t otf_uint16;
  int32_t otf_int32;
  uint32_t otf_uint32;
  int64_t otf_int64;
  uint64_t otf_uint64;
  float otf_float;
  double otf_double;
  byte_array otf_byte_array;
} OTF_Value;

struct OTF_KeyValuePair_struct {
  uint32_t key;
  OTF_Type type;
  OTF_Value value;
};
typedef struct OTF_KeyValuePair_struct OTF_KeyValuePair;

typedef struct OTF_KeyValuePairList_struct {
  struct OTF_KeyValuePair_struct kvPair;
  struct OTF_KeyValuePairList_struct* kvNext;
  struct OTF_KeyValuePairList_struct* kvPrev;
} OTF_KeyValuePairList;

/* Pairs from kvBegin to the one before kvCurrent are in use. */
struct OTF_KeyValueList_struct {
  uint32_t key_count;
  uint32_t count;
  uint32_t size;
  OTF_KeyValuePairList* kvBegin;
  OTF_KeyValuePairList* kvEnd;
  OTF_KeyValuePairList* kvCurrent;
};
typedef struct OTF_KeyValueList_struct OTF_KeyValueList;

OTF_KeyValueList* OTF_KeyValueList_new(void);
uint8_t OTF_KeyValueList_close(OTF_KeyValueList* list);
OTF_KeyValueList* OTF_KeyValueList_clone(OTF_KeyValueList* list);
uint8_t OTF_KeyValueList_reset(OTF_KeyValueList* list);
uint8_t OTF_KeyValueList_realloc(OTF_KeyValueList* list, uint32_t num);

/* 0: appended, 1: the key is there already, 255: an error. */
uint8_t OTF_KeyValueList_appendPair(OTF_KeyValueList* list, OTF_KeyValuePair pair);
uint8_t OTF_KeyValueList_appendChar(OTF_KeyValueList* list, uint32_t key, char value);
uint8_t OTF_KeyValueList_appendInt8(OTF_KeyValueList* list, uint32_t key, int8_t value);
uint8_t OTF_KeyValueList_appendUint8(OTF_KeyValueList* list, uint32_t key, uint8_t value);
uint8_t OTF_KeyValueList_appendInt16(OTF_KeyValueList* list, uint32_t key, int16_t value);
uint8_t OTF_KeyValueList_appendUint16(OTF_KeyValueList* list, uint32_t key, uint16_t value);
uint8_t OTF_KeyValueList_appendInt32(OTF_KeyValueList* list, uint32_t key, int32_t value);
uint8_t OTF_KeyValueList_appendUint32(OTF_KeyValueList* list, uint32_t key, uint32_t value);
uint8_t OTF_KeyValueList_appendInt64(OTF_KeyValueList* list, uint32_t key, int64_t value);
uint8_t OTF_KeyValueList_appendUint64(OTF_KeyValueList* list, uint32_t key, uint64_t value);
uint8_t OTF_KeyValueList_appendFloat(OTF_KeyValueList* list, uint32_t key, float value);
uint8_t OTF_KeyValueList_appendDouble(OTF_KeyValueList* list, uint32_t key, double value);
uint8_t OTF_KeyValueList_appendByteArray(OTF_KeyValueList* list, uint32_t key, uint8_t* value, uint32_t len);
uint8_t OTF_KeyValueList_appendKeyValueList(OTF_KeyValueList* dest_list, OTF_KeyValueList* source_list);

/* 0: found, 1: no such key, 2: it has another type, 255: an error. */
uint8_t OTF_KeyValueList_getChar(OTF_KeyValueList* list, uint32_t key, char* value);
uint8_t OTF_KeyValueList_getInt8(OTF_KeyValueList* list, uint32_t key, int8_t* value);
uint8_t OTF_KeyValueList_getUint8(OTF_KeyValueList* list, uint32_t key, uint8_t* value);
uint8_t OTF_KeyValueList_getInt16(OTF_KeyValueList* list, uint32_t key, int16_t* value);
uint8_t OTF_KeyValueList_getUint16(OTF_KeyValueList* list, uint32_t key, uint16_t* value);
uint8_t OTF_KeyValueList_getInt32(OTF_KeyValueList* list, uint32_t key, int32_t* value);
uint8_t OTF_KeyValueList_getUint32(OTF_KeyValueList* list, uint32_t key, uint32_t* value);
uint8_t OTF_KeyValueList_getInt64(OTF_KeyValueList* list, uint32_t key, int64_t* value);
uint8_t OTF_KeyValueList_getUint64(OTF_KeyValueList* list, uint32_t key, uint64_t* value);
uint8_t OTF_KeyValueList_getFloat(OTF_KeyValueList* list, uint32_t key, float* value);
uint8_t OTF_KeyValueList_getDouble(OTF_KeyValueList* list, uint32_t key, double* value);
/* `len` has the room on entry, and how many bytes were stored on return. */
uint8_t OTF_KeyValueList_getByteArray(OTF_KeyValueList* list, uint32_t key, uint8_t* value, uint32_t* len);
uint8_t OTF_KeyValueList_getArrayLength(OTF_KeyValueList* list, uint32_t key, uint32_t* len);

OTF_Type OTF_KeyValueList_getTypeForKey(OTF_KeyValueList* list, uint32_t key);
/* 0 means that it is there. */
uint8_t OTF_KeyValueList_hasKey(OTF_KeyValueList* list, uint32_t key);
uint8_t OTF_KeyValueList_removeKey(OTF_KeyValueList* list, uint32_t key);

/* By place, counted from 0. */
uint8_t OTF_KeyValueList_getKeyByIndex(OTF_KeyValueList* list, uint32_t index, uint32_t* key);
uint8_t OTF_KeyValueList_getPairByIndex(OTF_KeyValueList* list, uint32_t index, OTF_KeyValuePair** pair);
uint32_t OTF_KeyValueList_getCount(OTF_KeyValueList* list);

/* The bits of a real, and back. */
float OTF_Int32ToFloat(uint32_t value);
uint32_t OTF_FloatToInt32(float value);
double OTF_Int64ToDouble(uint64_t value);
uint64_t OTF_DoubleToInt64(double value);

#ifdef __cplusplus
}
#endif

#endif
