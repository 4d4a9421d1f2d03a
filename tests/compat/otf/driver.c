/* SPDX-License-Identifier: BSD-3-Clause */
/* driver SEED DIRECTORY: calls that only the seed decides, and all answers printed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <open-trace-format/OTF_CopyHandler.h>
#include <open-trace-format/otf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* After a search, today's zlib goes on without a header, which the reference does not expect. */
int inflateReset(z_streamp stream) {
  static int is_inside;
  if (is_inside) return ((int (*)(z_streamp))dlsym(RTLD_NEXT, "inflateReset"))(stream);
  is_inside = 1;
  const int status = inflateReset2(stream, MAX_WBITS);
  is_inside = 0;
  return status;
}

static uint64_t state;
static uint32_t any(uint32_t below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

/* Otherwise the reference takes every later write for failed. */
static void say(const char* what, long long answer) {
  printf("%s %lld%s\n", what, answer, otf_errno ? " error" : "");
  otf_errno = 0;
}

static void show_list(OTF_KeyValueList* list) {
  printf("list %u %u:", list->key_count, list->count);
  for (uint32_t i = 0; i < OTF_KeyValueList_getCount(list); ++i) {
    OTF_KeyValuePair* pair = NULL;
    if (OTF_KeyValueList_getPairByIndex(list, i, &pair)) continue;
    uint32_t size = 0;
    printf(" %u/%d", pair->key, pair->type);
    if (pair->type == OTF_UINT32) printf("=%u", pair->value.otf_uint32);
    if (OTF_KeyValueList_getArrayLength(list, pair->key, &size) == 0) printf("[%u]", size);
  }
  printf("\n");
}

static void fill(OTF_KeyValueList* list) {
  uint8_t bytes[260];
  memset(bytes, 7, sizeof bytes);
  for (uint32_t i = any(4); i > 0; --i) {
    const uint32_t key = any(6);
    switch (any(4)) {
      case 0:
        say("append uint32", OTF_KeyValueList_appendUint32(list, key, any(1000)));
        break;
      case 1:
        say("append int16", OTF_KeyValueList_appendInt16(list, key, (int16_t)any(1000)));
        break;
      case 2:
        say("append double", OTF_KeyValueList_appendDouble(list, key, any(1000) / 8.0));
        break;
      default:
        say("append bytes", OTF_KeyValueList_appendByteArray(list, key, bytes, any(260)));
    }
  }
}

static void use_lists(void) {
  OTF_KeyValueList *a = OTF_KeyValueList_new(), *b = OTF_KeyValueList_new();
  for (int i = 0; i < 20; ++i) {
    uint32_t number = 0;
    const uint32_t key = any(6);
    fill(any(2) ? a : b);
    switch (any(6)) {
      case 0:
        say("remove", OTF_KeyValueList_removeKey(a, key));
        say("has", OTF_KeyValueList_hasKey(a, key));
        OTF_KeyValueList_reset(a); /* the reference now miscounts its pairs */
        break;
      case 1:
        OTF_KeyValueList_reset(a); /* the reference takes byte arrays whose key is there already */
        say("join", OTF_KeyValueList_appendKeyValueList(a, b));
        break;
      case 2:
        say("get", OTF_KeyValueList_getUint32(a, key, &number));
        printf("%u\n", number);
        break;
      case 3:
        say("has", OTF_KeyValueList_hasKey(a, key));
        say("type", OTF_KeyValueList_getTypeForKey(b, key));
        break;
      case 4:
        OTF_KeyValueList_reset(b);
        break;
      default:
        OTF_KeyValueList_close(b);
        b = OTF_KeyValueList_clone(a);
    }
    show_list(a);
    show_list(b);
  }
  OTF_KeyValueList_close(a);
  OTF_KeyValueList_close(b);
}

static void use_mapping(OTF_FileManager* manager, const char* stub) {
  OTF_MasterControl* mapping = OTF_MasterControl_new(manager);
  for (int i = 0; i < 40; ++i) say("map", OTF_MasterControl_append(mapping, any(6), any(30)));
  say("new stream", OTF_MasterControl_getNewStreamId(mapping));
  say("check", OTF_MasterControl_check(mapping));
  say("write", OTF_MasterControl_write(mapping, stub));
  OTF_MasterControl* read = OTF_MasterControl_new(manager);
  say("read", OTF_MasterControl_read(read, stub));
  for (uint32_t i = 0; i < OTF_MasterControl_getCount(read); ++i) {
    OTF_MapEntry* entry = OTF_MasterControl_getEntryByIndex(read, i);
    printf("%u:", entry->argument);
    for (uint32_t k = 0; k < entry->n; ++k)
      printf(" %u(%u)", entry->values[k], OTF_MasterControl_mapReverse(read, entry->values[k]));
    printf("\n");
  }
  OTF_MasterControl_close(mapping);
  OTF_MasterControl_close(read);
}

static void write_trace(OTF_FileManager* manager, const char* stub) {
  OTF_Writer* writer = OTF_Writer_open(stub, any(5), manager);
  OTF_KeyValueList* list = OTF_KeyValueList_new();
  uint64_t time = 0;
  OTF_Writer_setFormat(writer, any(4));
  OTF_Writer_setBufferSizes(writer, 300 + any(3000));
  say("level", OTF_Writer_setCompression(writer, any(3) ? 0 : any(12)));
  say("assign", OTF_Writer_assignProcess(writer, 1 + any(8), any(4)));
  for (uint32_t i = 0; i < 8; ++i) OTF_Writer_writeDefProcess(writer, any(3), 1 + i, "process", i / 2);
  for (uint32_t i = 0; i < 300 + any(300); ++i) {
    const uint32_t process = 1 + any(8);
    time += any(4) ? any(1000) : 0;
    OTF_KeyValueList_reset(list);
    if (any(10) == 0) fill(list);
    switch (any(9)) {
      case 0:
        say("counter", OTF_Writer_writeCounterKV(writer, time, process, any(9), i, list));
        break;
      case 1:
        say("send", OTF_Writer_writeSendMsg(writer, time, process, 1 + any(8), 0, any(3), any(5000), any(2)));
        break;
      case 2:
        say("leave", OTF_Writer_writeLeaveKV(writer, time, any(2), process, any(2), list));
        break;
      case 3:
        say("summary", OTF_Writer_writeFunctionSummary(writer, time, any(5), process, i, i, i));
        break;
      case 4:
        say("snapshot", OTF_Writer_writeEnterSnapshot(writer, time, time / 2, any(5), process, 0));
        break;
      case 5:
        say("marker", OTF_Writer_writeMarker(writer, time, process, any(3), "a marker"));
        break;
      default:
        say("enter", OTF_Writer_writeEnter(writer, time, any(100), process, any(2)));
    }
  }
  OTF_KeyValueList_close(list);
  say("close", OTF_Writer_close(writer));
}

static uint64_t calls, stop_at;
static int has_disabled; /* after which the reference mistakes the streams of definitions */
static int told(const char* what, uint64_t time, uint32_t process, uint64_t value, OTF_KeyValueList* list) {
  printf("%s %" PRIu64 " %u %" PRIu64 " ", what, time, process, value);
  show_list(list);
  /* Where a handler stops, the reference keeps the key-values for the next record. */
  if (stop_at == 0 || ++calls < stop_at || list->count > 0) return 0;
  stop_at = 0;
  return 1;
}
static int on_enter(void* data, uint64_t t, uint32_t f, uint32_t p, uint32_t s, OTF_KeyValueList* list) {
  (void)data, (void)s;
  return told("enter", t, p, f, list);
}
static int on_counter(void* data, uint64_t t, uint32_t p, uint32_t c, uint64_t v, OTF_KeyValueList* list) {
  (void)data, (void)c;
  return told("counter", t, p, v, list);
}
static int on_summary(
    void* data, uint64_t t, uint32_t f, uint32_t p, uint64_t n, uint64_t e, uint64_t i, OTF_KeyValueList* list) {
  (void)data, (void)f, (void)e, (void)i;
  return told("summary", t, p, n, list);
}
static int on_snapshot(void* data, uint64_t t, uint64_t o, uint32_t f, uint32_t p, uint32_t s, OTF_KeyValueList* list) {
  (void)data, (void)f, (void)s;
  return told("snapshot", t, p, o, list);
}
static int on_process(void* data, uint32_t s, uint32_t p, const char* name, uint32_t parent, OTF_KeyValueList* list) {
  (void)data, (void)parent;
  printf("%s ", name);
  return told("process", has_disabled ? 0 : s, p, 0, list);
}

/* Placed elsewhere, the reference hands the key-values that it has read already to the record that it comes upon. */
static void forget_key_values(OTF_Reader* reader) {
  OTF_MasterControl* streams = OTF_Reader_getMasterControl(reader);
  for (uint32_t i = 0; i < OTF_MasterControl_getCount(streams); ++i) {
    OTF_RStream* stream = OTF_Reader_getStream(reader, OTF_MasterControl_getEntryByIndex(streams, i)->argument);
    OTF_RBuffer* buffers[] = {stream->eventBuffer, stream->snapsBuffer, stream->statsBuffer};
    for (int k = 0; k < 3; ++k)
      if (buffers[k]) OTF_KeyValueList_reset(buffers[k]->list);
  }
}

/* After an error, both begin again. */
static void say_read(const char* what, OTF_Reader* reader, uint64_t count) {
  say(what, (long long)count);
  if (count == OTF_READ_ERROR) forget_key_values(reader);
}

static void show_progress(OTF_Reader* reader) {
  uint64_t first = 0, now = 0, last = 0;
  if (OTF_Reader_eventTimeProgress(reader, &first, &now, &last))
    printf("times %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", first, now, last);
}

static void read_trace(OTF_FileManager* manager, const char* stub) {
  OTF_Reader* reader = OTF_Reader_open(stub, manager);
  OTF_HandlerArray* handlers = OTF_HandlerArray_open();
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_enter, OTF_ENTER_RECORD);
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_counter, OTF_COUNTER_RECORD);
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_summary, OTF_FUNCTIONSUMMARY_RECORD);
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_snapshot, OTF_ENTERSNAPSHOT_RECORD);
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_process, OTF_DEFPROCESS_RECORD);
  for (int i = 0; i < 30; ++i) {
    const uint32_t from = any(100000);
    switch (any(12)) {
      case 0:
        say("definitions", (long long)OTF_Reader_readDefinitions(reader, handlers));
        break;
      case 1:
        say_read("snapshots", reader, OTF_Reader_readSnapshots(reader, handlers));
        break;
      case 2:
        say_read("statistics", reader, OTF_Reader_readStatisticsUnsorted(reader, handlers));
        break;
      case 3:
        OTF_Reader_setRecordLimit(reader, 1 + any(100));
        break;
      case 4:
        forget_key_values(reader);
        OTF_Reader_setTimeInterval(reader, from, from + any(100000));
        break;
      case 5:
        has_disabled = 1;
        forget_key_values(reader);
        say("status", OTF_Reader_setProcessStatus(reader, any(10), (uint8_t)any(2)));
        break;
      case 6:
        has_disabled = 1;
        say("disable", OTF_Reader_disableProcess(reader, any(10)));
        break;
      case 7:
        forget_key_values(reader);
        OTF_Reader_reset(reader);
        break;
      case 8:
        stop_at = 1 + any(50);
        calls = 0;
        break;
      case 9:
        say("markers", (long long)OTF_Reader_readMarkers(reader, handlers));
        break;
      default:
        say_read("events", reader, OTF_Reader_readEvents(reader, handlers));
        show_progress(reader);
    }
  }
  OTF_HandlerArray_close(handlers);
  say("close", OTF_Reader_close(reader));
}

/* How far both come in one step is their own affair; where they are at the end, and how many bytes there are, is not.
 */
static void show_bytes(OTF_Reader* reader, uint8_t (*progress)(OTF_Reader*, uint64_t*, uint64_t*, uint64_t*)) {
  uint64_t first = 0, now = 0, last = 0;
  const int is_known = progress(reader, &first, &now, &last);
  printf("bytes %d: %" PRIu64 " of %" PRIu64 "\n", is_known, now, last);
}

static void copy_trace(OTF_FileManager* manager, const char* from, const char* to) {
  OTF_Reader* reader = OTF_Reader_open(from, manager);
  OTF_Writer* writer = OTF_Writer_open(to, 0, manager);
  OTF_HandlerArray* handlers = OTF_HandlerArray_open();
  say("copy handlers", OTF_HandlerArray_getCopyHandler(handlers, writer));
  say("definitions", (long long)OTF_Reader_readDefinitions(reader, handlers));
  say("events", (long long)OTF_Reader_readEvents(reader, handlers));
  show_bytes(reader, OTF_Reader_eventBytesProgress);
  say("snapshots", (long long)OTF_Reader_readSnapshots(reader, handlers));
  show_bytes(reader, OTF_Reader_snapshotBytesProgress);
  say("statistics", (long long)OTF_Reader_readStatistics(reader, handlers));
  show_bytes(reader, OTF_Reader_statisticBytesProgress);
  say("markers", (long long)OTF_Reader_readMarkers(reader, handlers));
  OTF_HandlerArray_close(handlers);
  say("close", OTF_Writer_close(writer));
  OTF_Reader_close(reader);
}

static void read_lines(OTF_FileManager* manager, const char* stub) {
  OTF_RStream* stream = OTF_RStream_open(stub, 1, manager);
  OTF_RBuffer* buffer = OTF_RStream_getEventBuffer(stream);
  if (buffer) {
    say("properties", OTF_RBuffer_getFileProperties(buffer));
    printf("%" PRIu64 " to %" PRIu64 "\n", buffer->firstTime, buffer->lastTime);
    say("search", OTF_RBuffer_searchTime(buffer, buffer->firstTime + any(50000)));
    for (int i = 0; i < 20 && OTF_RBuffer_getRecord(buffer); ++i) {
      char* line = OTF_RBuffer_printRecord(buffer);
      printf("%" PRIu64 " %u %s\n", OTF_RBuffer_getCurrentTime(buffer), OTF_RBuffer_getCurrentProcess(buffer), line);
      free(line);
      if (OTF_RBuffer_testKeyword(buffer, "E") || OTF_RBuffer_testKeyword(buffer, "ENTER"))
        printf("enter %u\n", OTF_RBuffer_readUint32(buffer));
      OTF_RBuffer_readNewline(buffer);
    }
  }
  OTF_RStream_close(stream);
}

static void read_streams(OTF_FileManager* manager, const char* stub) {
  static const char definitions[] = "DP1NM\"a\"\nDP2NM\"b\"PT1\n";
  OTF_HandlerArray* handlers = OTF_HandlerArray_open();
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_process, OTF_DEFPROCESS_RECORD);
  OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer*)on_enter, OTF_ENTER_RECORD);
  OTF_RStream* stream = OTF_RStream_open(stub, 1, manager);
  OTF_RStream_setDefBuffer(stream, OTF_RBuffer_open_with_external_buffer(sizeof definitions - 1, definitions, 0));
  say("definitions", (long long)OTF_RStream_readDefinitions(stream, handlers));
  OTF_RStream_setRecordLimit(stream, 1 + any(50));
  say("events", (long long)OTF_RStream_readEvents(stream, handlers));
  uint64_t first = 0, now = 0, last = 0;
  say("progress", OTF_RStream_eventTimeProgress(stream, &first, &now, &last));
  printf("times %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", first, now, last);
  say("events", (long long)OTF_RStream_readEvents(stream, handlers));
  say("close", OTF_RStream_close(stream));
  OTF_HandlerArray_close(handlers);
}

int main(int argc, char** argv) {
  char first[4096], second[4096], third[4096];
  if (argc != 3) return 2;
  state = strtoull(argv[1], NULL, 10);
  snprintf(first, sizeof first, "%s/first", argv[2]);
  snprintf(second, sizeof second, "%s/second", argv[2]);
  snprintf(third, sizeof third, "%s/third", argv[2]);
  OTF_FileManager* manager = OTF_FileManager_open(2 + any(20));
  use_lists();
  use_mapping(manager, third);
  write_trace(manager, first);
  copy_trace(manager, first, second);
  read_trace(manager, second);
  stop_at = 0;
  read_lines(manager, second);
  read_streams(manager, second);
  OTF_FileManager_close(manager);
  return 0;
}
