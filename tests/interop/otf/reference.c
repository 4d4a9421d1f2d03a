/* SPDX-License-Identifier: BSD-3-Clause */
/* The reference library at work: reference write STUB FORMAT LEVEL BUFFER | unsorted STUB | read STUB. Reading prints
   every call of a handler; weft_otf.cpp prints the same. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <open-trace-format/otf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "otf_samples.h"

/* After a search, today's zlib goes on without a header, which the library does not expect. */
int inflateReset(z_streamp stream) {
  static int is_inside;
  if (is_inside) return ((int (*)(z_streamp))dlsym(RTLD_NEXT, "inflateReset"))(stream);
  is_inside = 1;
  const int status = inflateReset2(stream, MAX_WBITS);
  is_inside = 0;
  return status;
}

static void print_number(uint64_t value) { printf(" %llu", (unsigned long long)value); }
static void print_text(const char* text) { text ? printf(" \"%s\"", text) : printf(" NULL"); }
static void print_list(uint32_t count, const uint32_t* elements) {
  printf(" [");
  for (uint32_t i = 0; i < count; ++i) print_number(elements[i]);
  printf(" ]");
}

static uint64_t value_of(OTF_KeyValueList* list, uint32_t key, OTF_Type type) {
  union {
    uint64_t bits;
    uint8_t b;
    uint16_t s;
    uint32_t w;
  } v = {0};
  switch (type) {
    case OTF_CHAR:
      OTF_KeyValueList_getChar(list, key, (char*)&v.b);
      break;
    case OTF_INT8:
      OTF_KeyValueList_getInt8(list, key, (int8_t*)&v.b);
      break;
    case OTF_UINT8:
      OTF_KeyValueList_getUint8(list, key, &v.b);
      break;
    case OTF_INT16:
      OTF_KeyValueList_getInt16(list, key, (int16_t*)&v.s);
      break;
    case OTF_UINT16:
      OTF_KeyValueList_getUint16(list, key, &v.s);
      break;
    case OTF_INT32:
      OTF_KeyValueList_getInt32(list, key, (int32_t*)&v.w);
      break;
    case OTF_UINT32:
      OTF_KeyValueList_getUint32(list, key, &v.w);
      break;
    case OTF_INT64:
      OTF_KeyValueList_getInt64(list, key, (int64_t*)&v.bits);
      break;
    case OTF_UINT64:
      OTF_KeyValueList_getUint64(list, key, &v.bits);
      break;
    case OTF_FLOAT:
      OTF_KeyValueList_getFloat(list, key, (float*)&v.w);
      break;
    case OTF_DOUBLE:
      OTF_KeyValueList_getDouble(list, key, (double*)&v.bits);
      break;
    default:
      break;
  }
  return v.bits;
}

static void print_values(OTF_KeyValueList* list) {
  for (uint32_t i = 0; i < OTF_KeyValueList_getCount(list); ++i) {
    uint32_t key = 0;
    OTF_KeyValueList_getKeyByIndex(list, i, &key);
    const OTF_Type type = OTF_KeyValueList_getTypeForKey(list, key);
    printf(" %u:%u=", key, (unsigned)type);
    if (type != OTF_BYTE_ARRAY) {
      printf("%llx", (unsigned long long)value_of(list, key, type));
      continue;
    }
    uint8_t bytes[1000];
    uint32_t size = sizeof bytes;
    OTF_KeyValueList_getByteArray(list, key, bytes, &size);
    for (uint32_t k = 0; k < size; ++k) printf("%02x", bytes[k]);
  }
  printf("\n");
}

static int on_unknown(void* data, uint64_t time, uint32_t process, const char* text) {
  (void)data;
  printf("UnknownRecord %llu %u \"%s\"\n", (unsigned long long)time, process, text);
  return 0;
}

static unsigned places; /* of all records that are written */

#include "stamped.h"

static void add_values(OTF_KeyValueList* list, unsigned place) {
  for (unsigned pair = 0; pair < 3; ++pair) {
    const unsigned type = sample_value_type(place, pair);
    const uint32_t key = place + pair;
    const uint64_t value = sample_value(place, pair);
    uint8_t bytes[1000];
    if (type == OTF_BYTE_ARRAY) {
      OTF_KeyValueList_appendByteArray(list, key, bytes, sample_bytes(place, bytes));
      continue;
    }
    OTF_KeyValuePair one;
    memset(&one, 0, sizeof one);
    one.key = key;
    one.type = (OTF_Type)type;
    memcpy(&one.value, &value, sizeof value);
    OTF_KeyValueList_appendPair(list, one);
  }
}

static void write_all(OTF_Writer* writer) {
  const unsigned count = sizeof writes / sizeof *writes;
  places = sample_rounds * count;
  OTF_KeyValueList* list = OTF_KeyValueList_new();
  for (unsigned place = 0; place < places; ++place) {
    OTF_KeyValueList_reset(list);
    if (sample_has_values(place)) add_values(list, place);
    if (!writes[place % count](writer, place / count, place, list)) {
      fprintf(stderr, "record %u was not written: %s\n", place, otf_strerr);
      exit(1);
    }
  }
  OTF_KeyValueList_close(list);
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  OTF_FileManager* manager = OTF_FileManager_open(20);
  if (strcmp(argv[1], "read") == 0) {
    OTF_Reader* reader = OTF_Reader_open(argv[2], manager);
    if (!reader) {
      OTF_FileManager_close(manager);
      return 1;
    }
    OTF_HandlerArray* handlers = OTF_HandlerArray_open();
    set_handlers(handlers);
    OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_unknown, OTF_UNKNOWN_RECORD);
    printf("%llu definitions\n", (unsigned long long)OTF_Reader_readDefinitions(reader, handlers));
    printf("%llu events\n", (unsigned long long)OTF_Reader_readEvents(reader, handlers));
    printf("%llu snapshots\n", (unsigned long long)OTF_Reader_readSnapshots(reader, handlers));
    printf("%llu statistics\n", (unsigned long long)OTF_Reader_readStatistics(reader, handlers));
    printf("%llu markers\n", (unsigned long long)OTF_Reader_readMarkers(reader, handlers));
    OTF_HandlerArray_close(handlers);
    OTF_Reader_close(reader);
    OTF_FileManager_close(manager);
    return 0;
  }
  OTF_Writer* writer = OTF_Writer_open(argv[2], sample_streams, manager);
  if (strcmp(argv[1], "unsorted") == 0) {
    for (unsigned i = 0; i < sample_unsorted_count; ++i) OTF_Writer_writeEnter(writer, sample_unsorted[i], i, 1, 0);
  } else {
    OTF_Writer_setFormat(writer, (uint32_t)atoi(argv[3]));
    OTF_Writer_setCompression(writer, (OTF_FileCompression)atoi(argv[4]));
    OTF_Writer_setBufferSizes(writer, (uint32_t)atoi(argv[5]));
    write_all(writer);
  }
  OTF_Writer_close(writer);
  OTF_FileManager_close(manager);
  return 0;
}
