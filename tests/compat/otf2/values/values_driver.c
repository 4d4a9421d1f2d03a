/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls every function for errors, attributes, id maps and size estimates, well and badly, and prints all that comes
   back. Runs on our library and on the reference; the outputs have to be the same. The lists of types, enumerations,
   id spaces and events are made from the headers by run_values.py:

     VALUE(function, member, parameter type)    OTF2_AttributeList_Add... and _Get...
     ENUMERATION(name)                          OTF2_AttributeValue_Set... and _Get...
     ENUMERATOR(enumeration, value)             its values
     NUMBER(name)                               OTF2_EventSizeEstimator_SetNumberOf...Definitions
     EVENT(name)                                OTF2_EventSizeEstimator_GetSizeOf...Event
     COUNTED_EVENT(name, count type)            the same for events with a list */
#include <inttypes.h>
#include <limits.h>
#include <otf2/OTF2_AttributeList.h>
#include <otf2/OTF2_AttributeValue.h>
#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/OTF2_EventSizeEstimator.h>
#include <otf2/OTF2_IdMap.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { UNTOUCHED = 0x5a, TYPES = 256 };

static const uint64_t edges[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x101, 0x7fff, 0x8000, 0xffff, 0x10000, 0x10001,
    0xffffff, 0x1000000, 0x1000001, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x100000000, 0x123456789abcdef0,
    0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffffe, 0xffffffffffffffff};
enum { EDGES = sizeof edges / sizeof edges[0] };

static uint64_t random_state;
static uint64_t next_random(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return random_state >> 33;
}

/* Errors */

static OTF2_ErrorCode tell(void* userData, const char* file, uint64_t line, const char* function,
    OTF2_ErrorCode errorCode, const char* msgFormatString, va_list va) {
  char message[1000];
  const int length = vsnprintf(message, sizeof message, msgFormatString, va);
  printf("  reported: %s code %d user data %d file %d line %d message %d\n", function, errorCode, *(int*)userData,
      file != NULL && file[0] != '\0', line > 0, length > 0);
  return errorCode;
}

static OTF2_ErrorCode change_code(void* userData, const char* file, uint64_t line, const char* function,
    OTF2_ErrorCode errorCode, const char* msgFormatString, va_list va) {
  (void)file, (void)line, (void)msgFormatString, (void)va;
  printf("  changed: %s code %d\n", function, errorCode);
  return (OTF2_ErrorCode) * (int*)userData;
}

static OTF2_ErrorCode register_another(void* userData, const char* file, uint64_t line, const char* function,
    OTF2_ErrorCode errorCode, const char* msgFormatString, va_list va) {
  (void)file, (void)line, (void)msgFormatString, (void)va;
  printf("  replaced: %s code %d was %d\n", function, errorCode,
      OTF2_Error_RegisterCallback(tell, userData) == register_another);
  return errorCode;
}

static void describe(int code) {
  const char* description = OTF2_Error_GetDescription((OTF2_ErrorCode)code);
  printf("code %d: %s, described %d\n", code, OTF2_Error_GetName((OTF2_ErrorCode)code),
      description != NULL && strlen(description) > 3);
}

static void test_errors(void) {
  static int user_data = 17;
  for (int code = -300; code < 300; ++code) describe(code);
  describe(INT_MAX);
  describe(INT_MIN);

  uint64_t size;
  int other = 42;
  printf("first callback %d\n", OTF2_Error_RegisterCallback(tell, &user_data) == NULL);
  printf("report %d\n", OTF2_IdMap_GetSize(NULL, &size));
  printf("same callback %d\n", OTF2_Error_RegisterCallback(tell, &other) == tell);
  printf("report %d\n", OTF2_IdMap_GetSize(NULL, &size));
  printf("next callback %d\n", OTF2_Error_RegisterCallback(change_code, &other) == tell);
  printf("report %d\n", OTF2_IdMap_GetSize(NULL, &size));
  other = OTF2_SUCCESS;
  printf("report %d\n", OTF2_IdMap_GetSize(NULL, &size));
  printf("last callback %d\n", OTF2_Error_RegisterCallback(register_another, &user_data) == change_code);
  printf("report %d\n", OTF2_IdMap_GetSize(NULL, &size));
  printf("report %d\n", OTF2_IdMap_GetSize(NULL, &size));
}

/* To standard error, one line each. */
static void test_errors_without_callback(void) {
  OTF2_AttributeList* list = OTF2_AttributeList_New();
  OTF2_Error_RegisterCallback(NULL, NULL);
  printf("no callback %d\n", OTF2_Error_RegisterCallback(NULL, NULL) == NULL);
  uint64_t size;
  uint8_t value;
  OTF2_AttributeValue any;
  any.uint64 = 1;
  printf("%d\n", OTF2_IdMap_GetSize(NULL, &size));
  printf("%d\n", OTF2_AttributeList_GetUint8(list, 1, &value));
  printf("%d\n", OTF2_AttributeList_AddUint16(list, 1, 1));
  printf("%d\n", OTF2_AttributeList_GetUint8(list, 1, &value));
  printf("%d\n", OTF2_AttributeValue_GetRegionRole(OTF2_TYPE_STRING, any, &value));
  OTF2_AttributeList_Delete(list);
}

/* Attribute lists */

static void print_list(const OTF2_AttributeList* list) {
  const uint32_t n = OTF2_AttributeList_GetNumberOfElements(list);
  printf("  %" PRIu32 " attributes:", n);
  for (uint32_t i = 0; i < n; ++i) {
    OTF2_AttributeRef attribute = UNTOUCHED;
    OTF2_Type type = UNTOUCHED;
    OTF2_AttributeValue value;
    value.uint64 = UNTOUCHED;
    const OTF2_ErrorCode code = OTF2_AttributeList_GetAttributeByIndex(list, i, &attribute, &type, &value);
    printf(" [%d %" PRIu32 " %u %" PRIx64 "]", code, attribute, type, value.uint64);
  }
  printf("\n");
}

static void get_as_every_type(const OTF2_AttributeList* list, OTF2_AttributeRef attribute) {
  OTF2_AttributeValue value;
#define ENUMERATION(name)
#define ENUMERATOR(enumeration, enumerator)
#define NUMBER(name)
#define EVENT(name)
#define COUNTED_EVENT(name, type)
#define VALUE(function, member, type)                                    \
  value.uint64 = UNTOUCHED;                                              \
  printf("Get" #function "(%" PRIu32 ") %d", attribute,                  \
      OTF2_AttributeList_Get##function(list, attribute, &value.member)); \
  printf(" %" PRIx64 "\n", value.uint64);
#include "values_cases.inc"
#undef VALUE
}

static void get_into_nothing(const OTF2_AttributeList* list, OTF2_AttributeRef attribute) {
#define VALUE(function, member, type) \
  printf("Get" #function " into NULL %d\n", OTF2_AttributeList_Get##function(list, attribute, NULL));
#include "values_cases.inc"
#undef VALUE
}

static void test_types_of_attributes(void) {
  OTF2_AttributeList* list = OTF2_AttributeList_New();
  OTF2_AttributeRef next = 0;
#define VALUE(function, member, type)                                                                                \
  printf("Add" #function " to NULL %d\n", OTF2_AttributeList_Add##function(NULL, 1, (type)1));                       \
  for (int i = 0; i < EDGES; ++i, ++next) {                                                                          \
    OTF2_AttributeValue given, got;                                                                                  \
    given.uint64 = edges[i];                                                                                         \
    got.uint64 = UNTOUCHED;                                                                                          \
    OTF2_Type found = UNTOUCHED;                                                                                     \
    printf("Add" #function "(%d) %d\n", i, OTF2_AttributeList_Add##function(list, next, given.member));              \
    printf("again %d\n", OTF2_AttributeList_Add##function(list, next, given.member));                                \
    printf("test %d %d\n", OTF2_AttributeList_TestAttributeByID(list, next),                                         \
        OTF2_AttributeList_TestAttributeByID(list, next + 1));                                                       \
    printf("get %d", OTF2_AttributeList_GetAttributeByID(list, next, &found, &got));                                 \
    printf(" type %u bits %" PRIx64, found, got.uint64);                                                             \
    got.uint64 = UNTOUCHED;                                                                                          \
    printf(" typed %d", OTF2_AttributeList_Get##function(list, next, &got.member));                                  \
    printf(" same %d bits %" PRIx64 "\n", memcmp(&given.member, &got.member, sizeof given.member) == 0, got.uint64); \
  }
#include "values_cases.inc"
#undef VALUE
  print_list(list);
  for (OTF2_AttributeRef attribute = 0; attribute <= next; attribute += EDGES) get_as_every_type(list, attribute);
  get_into_nothing(list, 0);
  get_into_nothing(list, next);
  get_into_nothing(NULL, 0);
  get_as_every_type(NULL, 0);
  printf("delete %d\n", OTF2_AttributeList_Delete(list));
}

/* Values of types there are and of types there are not. */
static void test_generic_attributes(void) {
  OTF2_AttributeList* list = OTF2_AttributeList_New();
  OTF2_AttributeValue value;
  for (unsigned type = 0; type < TYPES; ++type) {
    value.uint64 = edges[type % EDGES];
    printf("add type %u %d\n", type,
        OTF2_AttributeList_AddAttribute(list, type == 255 ? 0xffffffffu : 7 * type, (OTF2_Type)type, value));
    get_as_every_type(list, 7 * type);
  }
  print_list(list);
  for (uint32_t i = 0; i < 200; ++i) {
    const OTF2_AttributeRef attribute = (OTF2_AttributeRef)(next_random() % (7 * TYPES));
    value.uint64 = edges[i % EDGES];
    const bool has = OTF2_AttributeList_TestAttributeByID(list, attribute);
    printf("remove %" PRIu32 " %d %d\n", attribute, has, OTF2_AttributeList_RemoveAttribute(list, attribute));
    if (i % 3 == 0) printf("add %d\n", OTF2_AttributeList_AddAttribute(list, attribute, OTF2_TYPE_UINT64, value));
  }
  print_list(list);
  OTF2_AttributeRef attribute = UNTOUCHED;
  OTF2_Type type = UNTOUCHED;
  while (OTF2_AttributeList_GetNumberOfElements(list) > 5) {
    const OTF2_ErrorCode code = OTF2_AttributeList_PopAttribute(list, &attribute, &type, &value);
    printf("pop %d %" PRIu32 " %u %" PRIx64 "\n", code, attribute, type, value.uint64);
  }
  printf("remove all %d\n", OTF2_AttributeList_RemoveAllAttributes(list));
  print_list(list);
  printf("remove all %d\n", OTF2_AttributeList_RemoveAllAttributes(list));
  printf("pop %d", OTF2_AttributeList_PopAttribute(list, &attribute, &type, &value));
  printf(" %" PRIu32 " %u %" PRIx64 "\n", attribute, type, value.uint64);
  printf("add %d\n", OTF2_AttributeList_AddInt8(list, 3, -1));
  print_list(list);
  OTF2_AttributeList_Delete(list);
}

static void misuse_list(OTF2_AttributeList* list) {
  OTF2_AttributeRef attribute = UNTOUCHED;
  OTF2_Type type = UNTOUCHED;
  OTF2_AttributeValue value;
  value.uint64 = UNTOUCHED;
  printf("test %d\n", OTF2_AttributeList_TestAttributeByID(list, 1));
  printf("remove %d\n", OTF2_AttributeList_RemoveAttribute(list, 1));
  printf("id %d\n", OTF2_AttributeList_GetAttributeByID(list, 1, &type, &value));
  printf("id %d\n", OTF2_AttributeList_GetAttributeByID(list, 8, NULL, &value));
  printf("id %d\n", OTF2_AttributeList_GetAttributeByID(list, 8, &type, NULL));
  const uint32_t indices[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff};
  for (int i = 0; i < 6; ++i) {
    attribute = UNTOUCHED, type = UNTOUCHED, value.uint64 = UNTOUCHED;
    printf("index %d", OTF2_AttributeList_GetAttributeByIndex(list, indices[i], &attribute, &type, &value));
    printf(" %" PRIu32 " %u %" PRIx64 "\n", attribute, type, value.uint64);
  }
  printf("index %d\n", OTF2_AttributeList_GetAttributeByIndex(list, 0, NULL, &type, &value));
  printf("index %d\n", OTF2_AttributeList_GetAttributeByIndex(list, 0, &attribute, NULL, &value));
  printf("index %d\n", OTF2_AttributeList_GetAttributeByIndex(list, 0, &attribute, &type, NULL));
  printf("index %d\n", OTF2_AttributeList_GetAttributeByIndex(list, 9, &attribute, &type, NULL));
  printf("pop %d\n", OTF2_AttributeList_PopAttribute(list, NULL, &type, &value));
  printf("pop %d\n", OTF2_AttributeList_PopAttribute(list, &attribute, NULL, &value));
  printf("pop %d\n", OTF2_AttributeList_PopAttribute(list, &attribute, &type, NULL));
  printf("elements %" PRIu32 "\n", OTF2_AttributeList_GetNumberOfElements(list));
}

static void test_misused_attributes(void) {
  OTF2_AttributeList* list = OTF2_AttributeList_New();
  OTF2_AttributeRef attribute = UNTOUCHED;
  OTF2_Type type = UNTOUCHED;
  OTF2_AttributeValue value;
  value.uint64 = UNTOUCHED;
  misuse_list(NULL);
  misuse_list(list);
  OTF2_AttributeList_AddDouble(list, 8, 0.1);
  misuse_list(list);
  print_list(list);
  printf("add to NULL %d\n", OTF2_AttributeList_AddAttribute(NULL, 1, OTF2_TYPE_UINT8, value));
  printf("pop from NULL %d\n", OTF2_AttributeList_PopAttribute(NULL, &attribute, &type, &value));
  printf("empty NULL %d\n", OTF2_AttributeList_RemoveAllAttributes(NULL));
  printf("delete NULL %d\n", OTF2_AttributeList_Delete(NULL));
  OTF2_AttributeList_Delete(list);
}

/* Enumerations as attribute values */

#define VALUE(function, member, type)
#undef ENUMERATION
#define ENUMERATION(name)                                                                                              \
  static void set_##name(uint64_t number) {                                                                            \
    OTF2_Type type = UNTOUCHED;                                                                                        \
    OTF2_AttributeValue value;                                                                                         \
    value.uint64 = 0x1122334455667788;                                                                                 \
    printf("Set" #name "(%" PRIu64 ") %d", number, OTF2_AttributeValue_Set##name((OTF2_##name)number, &type, &value)); \
    printf(" %u %" PRIx64, type, value.uint64);                                                                        \
    OTF2_##name got = UNTOUCHED;                                                                                       \
    printf(" got %d", OTF2_AttributeValue_Get##name(type, value, &got));                                               \
    printf(" %" PRIu64 "\n", (uint64_t)got);                                                                           \
  }                                                                                                                    \
  static void misuse_##name(void) {                                                                                    \
    OTF2_Type type = UNTOUCHED;                                                                                        \
    OTF2_AttributeValue value;                                                                                         \
    value.uint64 = 0x1122334455667788;                                                                                 \
    printf("Set" #name " %d\n", OTF2_AttributeValue_Set##name(1, NULL, &value));                                       \
    printf("Set" #name " %d\n", OTF2_AttributeValue_Set##name(1, &type, NULL));                                        \
    printf("unchanged %u %" PRIx64 "\n", type, value.uint64);                                                          \
    for (unsigned t = 0; t < TYPES; ++t) {                                                                             \
      OTF2_##name got = UNTOUCHED;                                                                                     \
      printf("Get" #name " type %u %d", t, OTF2_AttributeValue_Get##name((OTF2_Type)t, value, &got));                  \
      printf(" %" PRIu64 "\n", (uint64_t)got);                                                                         \
    }                                                                                                                  \
    printf("Get" #name " into NULL %d %d\n", OTF2_AttributeValue_Get##name(OTF2_TYPE_UINT8, value, NULL),              \
        OTF2_AttributeValue_Get##name(OTF2_TYPE_STRING, value, NULL));                                                 \
  }
#include "values_cases.inc"

static void test_enumerations(void) {
#undef ENUMERATION
#define ENUMERATION(name) \
  misuse_##name();        \
  for (int i = 0; i < EDGES; ++i) set_##name(edges[i]);
#undef ENUMERATOR
#define ENUMERATOR(enumeration, enumerator) set_##enumeration(enumerator);
#include "values_cases.inc"
}

/* Id maps */

static void print_pair(uint64_t localId, uint64_t globalId, void* userData) {
  ++*(int*)userData;
  printf(" %" PRIu64 ":%" PRIu64, localId, globalId);
}

static void print_map(const OTF2_IdMap* map) {
  uint64_t size = UNTOUCHED;
  OTF2_IdMapMode mode = UNTOUCHED;
  int called = 0;
  if (map == NULL) {
    printf("  no map\n");
    return;
  }
  printf("  size %d", OTF2_IdMap_GetSize(map, &size));
  printf(" %" PRIu64 " mode %d", size, OTF2_IdMap_GetMode(map, &mode));
  printf(" %u:", mode);
  const OTF2_ErrorCode code = OTF2_IdMap_Traverse(map, print_pair, &called);
  printf(" %d called %d\n", code, called);
}

static void look_up(const OTF2_IdMap* map, uint64_t id) {
  uint64_t global = UNTOUCHED;
  printf("global id of %" PRIu64 " %d", id, OTF2_IdMap_GetGlobalId(map, id, &global));
  printf(" %" PRIu64, global);
  global = UNTOUCHED;
  printf(" safely %d", OTF2_IdMap_GetGlobalIdSave(map, id, &global));
  printf(" %" PRIu64 "\n", global);
}

static void test_growing_map(OTF2_IdMapMode mode, uint64_t capacity) {
  printf("map of mode %u for %" PRIu64 "\n", mode, capacity);
  OTF2_IdMap* map = OTF2_IdMap_Create(mode, capacity);
  print_map(map);
  look_up(map, 0);
  for (int i = 0; i < 300; ++i) {
    const uint64_t local = mode == OTF2_ID_MAP_SPARSE ? next_random() % 200 : (uint64_t)i;
    printf("add %d\n", OTF2_IdMap_AddIdPair(map, local, next_random()));
  }
  print_map(map);
  for (int i = 0; i < EDGES; ++i) look_up(map, edges[i]);
  for (int i = 0; i < EDGES; ++i) printf("add %d\n", OTF2_IdMap_AddIdPair(map, edges[i], edges[EDGES - 1 - i]));
  for (int i = 0; i < EDGES; ++i) look_up(map, edges[i]);
  print_map(map);
  printf("clear %d\n", OTF2_IdMap_Clear(map));
  print_map(map);
  look_up(map, 1);
  printf("add %d\n", OTF2_IdMap_AddIdPair(map, 0, 5));
  printf("add %d\n", OTF2_IdMap_AddIdPair(map, 3, 6));
  printf("add %d\n", OTF2_IdMap_AddIdPair(map, 1, 7));
  print_map(map);
  OTF2_IdMap_Free(map);
}

static void test_map_of_array(uint64_t length, uint64_t changed) {
  uint64_t wide[64];
  uint32_t narrow[64];
  for (uint64_t i = 0; i < length; ++i) narrow[i] = (uint32_t)(wide[i] = i);
  for (uint64_t i = 0; i < changed; ++i) {
    const uint64_t place = next_random() % length;
    wide[place] = i % 5 == 4 ? UINT64_MAX : i % 5 == 3 ? UINT32_MAX : next_random();
    narrow[place] = (uint32_t)wide[place];
  }
  for (int optimize = 0; optimize < 2; ++optimize) {
    printf("array of %" PRIu64 " with %" PRIu64 " changed, optimized %d\n", length, changed, optimize);
    OTF2_IdMap* of_wide = OTF2_IdMap_CreateFromUint64Array(length, wide, optimize);
    print_map(of_wide);
    if (of_wide) printf("add %d\n", OTF2_IdMap_AddIdPair(of_wide, length, 1));
    print_map(of_wide);
    OTF2_IdMap_Free(of_wide);
    OTF2_IdMap* of_narrow = OTF2_IdMap_CreateFromUint32Array(length, narrow, optimize);
    print_map(of_narrow);
    OTF2_IdMap_Free(of_narrow);
  }
}

static void test_misused_maps(void) {
  const uint64_t wide[] = {3};
  const uint32_t narrow[] = {3};
  uint64_t number;
  OTF2_IdMapMode mode;
  int called = 0;
  for (unsigned m = 0; m < 256; ++m) {
    printf("create mode %u\n", m);
    OTF2_IdMap* map = OTF2_IdMap_Create((OTF2_IdMapMode)m, 3);
    print_map(map);
    OTF2_IdMap_Free(map);
    print_map(OTF2_IdMap_Create((OTF2_IdMapMode)m, 0));
  }
  print_map(OTF2_IdMap_Create(OTF2_ID_MAP_DENSE, UINT64_MAX));
  print_map(OTF2_IdMap_Create(OTF2_ID_MAP_SPARSE, UINT64_MAX));
  for (int optimize = 0; optimize < 2; ++optimize) {
    print_map(OTF2_IdMap_CreateFromUint64Array(0, wide, optimize));
    print_map(OTF2_IdMap_CreateFromUint64Array(1, NULL, optimize));
    print_map(OTF2_IdMap_CreateFromUint64Array(0, NULL, optimize));
    print_map(OTF2_IdMap_CreateFromUint32Array(0, narrow, optimize));
    print_map(OTF2_IdMap_CreateFromUint32Array(1, NULL, optimize));
    print_map(OTF2_IdMap_CreateFromUint32Array(0, NULL, optimize));
  }
  OTF2_IdMap* map = OTF2_IdMap_Create(OTF2_ID_MAP_SPARSE, 1);
  OTF2_IdMap_Free(NULL);
  look_up(NULL, 1);
  printf("size %d %d\n", OTF2_IdMap_GetSize(NULL, &number), OTF2_IdMap_GetSize(map, NULL));
  printf("mode %d %d\n", OTF2_IdMap_GetMode(NULL, &mode), OTF2_IdMap_GetMode(map, NULL));
  printf("clear %d\n", OTF2_IdMap_Clear(NULL));
  printf("add %d\n", OTF2_IdMap_AddIdPair(NULL, 1, 1));
  printf("global %d %d\n", OTF2_IdMap_GetGlobalId(map, 1, NULL), OTF2_IdMap_GetGlobalIdSave(map, 1, NULL));
  printf("traverse %d %d\n", OTF2_IdMap_Traverse(NULL, print_pair, &called), OTF2_IdMap_Traverse(map, NULL, &called));
  OTF2_IdMap_Free(map);
}

static void test_maps(void) {
  test_growing_map(OTF2_ID_MAP_DENSE, 1);
  test_growing_map(OTF2_ID_MAP_SPARSE, 1);
  test_growing_map(OTF2_ID_MAP_DENSE, 1000);
  test_growing_map(OTF2_ID_MAP_SPARSE, 1000);
  for (uint64_t length = 1; length < 12; ++length)
    for (uint64_t changed = 0; changed <= length; ++changed) test_map_of_array(length, changed);
  for (int i = 0; i < 30; ++i) {
    const uint64_t length = 12 + next_random() % 50;
    test_map_of_array(length, next_random() % length);
  }
  test_misused_maps();
}

/* Size estimates */

static void estimate_events(OTF2_EventSizeEstimator* estimator) {
#undef ENUMERATION
#undef ENUMERATOR
#undef EVENT
#undef COUNTED_EVENT
#define ENUMERATION(name)
#define ENUMERATOR(enumeration, enumerator)
#define EVENT(name) printf(" " #name " %zu\n", OTF2_EventSizeEstimator_GetSizeOf##name##Event(estimator));
#define COUNTED_EVENT(name, type)                                                                                 \
  for (int i = 0; i < EDGES; ++i)                                                                                 \
    printf(" " #name "(%d) %zu\n", i, OTF2_EventSizeEstimator_GetSizeOf##name##Event(estimator, (type)edges[i])); \
  for (type n = 0; n < 60; ++n)                                                                                   \
    printf(" " #name "(%u) %zu\n", (unsigned)n, OTF2_EventSizeEstimator_GetSizeOf##name##Event(estimator, n));
#include "values_cases.inc"
}

static void estimate_lists(const OTF2_EventSizeEstimator* estimator) {
  OTF2_AttributeList* list = OTF2_AttributeList_New();
  printf("empty list %zu, none %zu\n", OTF2_EventSizeEstimator_GetSizeOfAttributeList(estimator, list),
      OTF2_EventSizeEstimator_GetSizeOfAttributeList(estimator, NULL));
  for (unsigned type = 0; type < TYPES; ++type) {
    OTF2_AttributeValue value;
    value.uint64 = edges[type % EDGES];
    OTF2_AttributeList_AddAttribute(list, type, (OTF2_Type)type, value);
    printf("list %u %zu", type, OTF2_EventSizeEstimator_GetSizeOfAttributeList(estimator, list));
    OTF2_AttributeList* one = OTF2_AttributeList_New();
    OTF2_AttributeList_AddAttribute(one, type, (OTF2_Type)type, value);
    printf(" one %zu\n", OTF2_EventSizeEstimator_GetSizeOfAttributeList(estimator, one));
    OTF2_AttributeList_Delete(one);
  }
  OTF2_AttributeList_Delete(list);
}

static void estimate_all(OTF2_EventSizeEstimator* estimator) {
  printf("chunk %zu\n", OTF2_EventSizeEstimator_GetDefChunkSize(estimator));
  printf("timestamp %zu\n", OTF2_EventSizeEstimator_GetSizeOfTimestamp(estimator));
  estimate_events(estimator);
}

#undef EVENT
#undef COUNTED_EVENT
#undef NUMBER
#define EVENT(name)
#define COUNTED_EVENT(name, type)

/* Every number alone, then a random one of every kind. */
static void test_estimator(void) {
  OTF2_EventSizeEstimator* estimator = OTF2_EventSizeEstimator_New();
  printf("new estimator %d\n", estimator != NULL);
  estimate_all(estimator);
  estimate_lists(estimator);
#define NUMBER(name)                                                                                \
  for (int i = 0; i < EDGES; ++i) {                                                                 \
    OTF2_EventSizeEstimator* other = OTF2_EventSizeEstimator_New();                                 \
    printf("number of " #name " %d %d\n", i,                                                        \
        OTF2_EventSizeEstimator_SetNumberOf##name##Definitions(other, (OTF2_##name##Ref)edges[i])); \
    estimate_all(other);                                                                            \
    if (i % 8 == 4) estimate_lists(other);                                                          \
    printf("delete %d\n", OTF2_EventSizeEstimator_Delete(other));                                   \
  }
#include "values_cases.inc"
#undef NUMBER
  for (int round = 0; round < 20; ++round) {
#define NUMBER(name)                                                                         \
  printf("number of " #name " %d\n", OTF2_EventSizeEstimator_SetNumberOf##name##Definitions( \
                                         estimator, (OTF2_##name##Ref)edges[next_random() % EDGES]));
#include "values_cases.inc"
#undef NUMBER
    estimate_all(estimator);
    estimate_lists(estimator);
  }
  printf("delete %d\n", OTF2_EventSizeEstimator_Delete(estimator));
}

static void test_chunk_sizes(void) {
  for (uint64_t records = 0; records < 5000000; records += 1 + records / 16) {
    OTF2_EventSizeEstimator* estimator = OTF2_EventSizeEstimator_New();
    OTF2_EventSizeEstimator_SetNumberOfRegionDefinitions(estimator, (uint32_t)records);
    printf("chunk for %" PRIu64 " regions %zu", records, OTF2_EventSizeEstimator_GetDefChunkSize(estimator));
    OTF2_EventSizeEstimator_SetNumberOfMetricDefinitions(estimator, (uint32_t)records + 9);
    printf(" metrics %zu", OTF2_EventSizeEstimator_GetDefChunkSize(estimator));
    OTF2_EventSizeEstimator_SetNumberOfLocationDefinitions(estimator, records);
    printf(" locations %zu", OTF2_EventSizeEstimator_GetDefChunkSize(estimator));
    OTF2_EventSizeEstimator_SetNumberOfLocationDefinitions(estimator, 0);
    printf(" none %zu\n", OTF2_EventSizeEstimator_GetDefChunkSize(estimator));
    OTF2_EventSizeEstimator_Delete(estimator);
  }
  /* Where the record just fits a chunk. */
  for (uint64_t locations = 29115; locations < 29130; ++locations) {
    OTF2_EventSizeEstimator* estimator = OTF2_EventSizeEstimator_New();
    OTF2_EventSizeEstimator_SetNumberOfLocationDefinitions(estimator, locations);
    printf("chunk for %" PRIu64 " locations %zu\n", locations, OTF2_EventSizeEstimator_GetDefChunkSize(estimator));
    OTF2_EventSizeEstimator_Delete(estimator);
  }
  for (uint32_t regions = 65536 - 20; regions < 65536 + 20; ++regions) {
    OTF2_EventSizeEstimator* estimator = OTF2_EventSizeEstimator_New();
    OTF2_EventSizeEstimator_SetNumberOfRegionDefinitions(estimator, regions);
    printf("chunk for %" PRIu32 " regions %zu\n", regions, OTF2_EventSizeEstimator_GetDefChunkSize(estimator));
    OTF2_EventSizeEstimator_Delete(estimator);
  }
}

static void test_misused_estimator(void) {
  OTF2_AttributeList* list = OTF2_AttributeList_New();
  OTF2_AttributeList_AddUint8(list, 1, 1);
  printf("delete NULL %d\n", OTF2_EventSizeEstimator_Delete(NULL));
  estimate_all(NULL);
#define NUMBER(name) \
  printf("number of " #name " %d\n", OTF2_EventSizeEstimator_SetNumberOf##name##Definitions(NULL, 1));
#include "values_cases.inc"
#undef NUMBER
  printf("list %zu %zu\n", OTF2_EventSizeEstimator_GetSizeOfAttributeList(NULL, list),
      OTF2_EventSizeEstimator_GetSizeOfAttributeList(NULL, NULL));
  OTF2_AttributeList_Delete(list);
}

int main(void) {
  /* What was printed before a crash is wanted. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  test_errors();
  test_types_of_attributes();
  test_generic_attributes();
  test_misused_attributes();
  test_enumerations();
  test_maps();
  test_estimator();
  test_chunk_sizes();
  test_misused_estimator();
  test_errors_without_callback();
  printf("done\n");
  return 0;
}
