/* SPDX-License-Identifier: BSD-3-Clause */
/* defects DIRECTORY: what the sequences of driver.c go around, one line for each. */
#include <inttypes.h>
#include <open-trace-format/otf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(const char* stub, const char* suffix, const char* text) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s", stub, suffix);
  FILE* file = fopen(path, "w");
  if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(2);
}

static int stops;
static int on_enter(void* data, uint64_t t, uint32_t f, uint32_t p, uint32_t s, OTF_KeyValueList* list) {
  (void)data, (void)p, (void)s;
  printf(" %" PRIu64 ":%u(%u)", t, f, OTF_KeyValueList_getCount(list));
  return stops && stops-- == 1;
}

static void read_events(OTF_Reader* reader, uint64_t limit) {
  OTF_HandlerArray* handlers = OTF_HandlerArray_open();
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_enter, OTF_ENTER_RECORD);
  OTF_Reader_setRecordLimit(reader, limit);
  OTF_Reader_readEvents(reader, handlers);
  OTF_HandlerArray_close(handlers);
}

/* After a write that failed. */
static void write_on(OTF_FileManager* manager, const char* stub) {
  OTF_WStream* stream = OTF_WStream_open(stub, 1, manager);
  const int unsorted = OTF_WStream_writeEnter(stream, 10, 1, 1, 0) && OTF_WStream_writeEnter(stream, 5, 1, 1, 0);
  OTF_WStream* other = OTF_WStream_open(stub, 2, manager);
  printf("write behind an error: %d %d\n", unsorted, OTF_WStream_writeEnter(other, 1, 1, 2, 0));
  OTF_WStream_close(stream);
  OTF_WStream_close(other);
  otf_errno = 0;
}

static void join_lists(void) {
  uint8_t bytes[3] = {1, 2, 3};
  uint32_t length = 0;
  OTF_KeyValueList *a = OTF_KeyValueList_new(), *b = OTF_KeyValueList_new();
  OTF_KeyValueList_appendByteArray(a, 7, bytes, 3);
  OTF_KeyValueList_appendByteArray(b, 7, bytes, 3);
  OTF_KeyValueList_appendKeyValueList(a, b);
  OTF_KeyValueList_getArrayLength(a, 7, &length);
  printf("join byte arrays of one key: %u pairs, length %u\n", a->count, length);
  OTF_KeyValueList_close(a);
  OTF_KeyValueList_close(b);
}

static void remove_key(void) {
  OTF_KeyValueList* list = OTF_KeyValueList_new();
  OTF_KeyValueList_appendUint32(list, 1, 10);
  OTF_KeyValueList_appendUint32(list, 2, 20);
  OTF_KeyValueList_removeKey(list, 1);
  uint32_t first = 0, second = 0;
  OTF_KeyValueList_getKeyByIndex(list, 0, &first);
  const int is_gone = OTF_KeyValueList_getKeyByIndex(list, 1, &second);
  printf("remove one key of two: the first is %u, there is %s second\n", first, is_gone ? "no" : "a");
  OTF_KeyValueList_close(list);
}

/* Two streams, whose first records have the same time: behind the key-value of one, it is the other's turn. */
static void write_two_streams(const char* stub) {
  put(stub, ".otf", "1:1\n2:2\n");
  put(stub, ".0.def", "DTR3e8\n");
  put(stub, ".1.events", "1\n*1\nK1Y6V5\nE1\n2\n*1\nE2\n2\n*1\n");
  put(stub, ".2.events", "1\n*2\nK1Y6V5\nE3\n3\n*2\nE4\n3\n*2\n");
}

static void stop_at_key_values(OTF_FileManager* manager, const char* stub) {
  OTF_RStream* stream = OTF_RStream_open(stub, 1, manager);
  OTF_HandlerArray* handlers = OTF_HandlerArray_open();
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_enter, OTF_ENTER_RECORD);
  stops = 1;
  printf("go on behind a stop:");
  OTF_RStream_readEvents(stream, handlers);
  printf(" |");
  OTF_RStream_readEvents(stream, handlers);
  printf("\n");
  OTF_HandlerArray_close(handlers);
  OTF_RStream_close(stream);
  otf_errno = 0;
}

static void place_elsewhere(OTF_FileManager* manager, const char* stub) {
  OTF_Reader* reader = OTF_Reader_open(stub, manager);
  printf("place a reader behind key-values:");
  read_events(reader, 1);
  OTF_Reader_setTimeInterval(reader, 2, 100);
  printf(" |");
  read_events(reader, OTF_READ_MAXRECORDS);
  printf("\n");
  OTF_Reader_close(reader);
}

static int on_process(void* data, uint32_t s, uint32_t p, const char* name, uint32_t parent, OTF_KeyValueList* list) {
  (void)data, (void)name, (void)parent, (void)list;
  printf(" process %u of stream %u", p, s);
  return 0;
}

static void disable_process(OTF_FileManager* manager, const char* stub) {
  put(stub, ".1.def", "DP1NM\"one\"\n");
  put(stub, ".2.def", "DP2NM\"two\"\n");
  OTF_Reader* reader = OTF_Reader_open(stub, manager);
  OTF_HandlerArray* handlers = OTF_HandlerArray_open();
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_process, OTF_DEFPROCESS_RECORD);
  OTF_Reader_setProcessStatus(reader, 1, 0);
  printf("definitions without process 1:");
  OTF_Reader_readDefinitions(reader, handlers);
  printf("\n");
  OTF_HandlerArray_close(handlers);
  OTF_Reader_close(reader);
}

int main(int argc, char** argv) {
  char written[4096], two[4096];
  if (argc != 2) return 2;
  snprintf(written, sizeof written, "%s/written", argv[1]);
  snprintf(two, sizeof two, "%s/two", argv[1]);
  OTF_FileManager* manager = OTF_FileManager_open(10);
  write_on(manager, written);
  join_lists();
  remove_key();
  write_two_streams(two);
  stop_at_key_values(manager, two);
  place_elsewhere(manager, two);
  disable_process(manager, two);
  OTF_FileManager_close(manager);
  return 0;
}
