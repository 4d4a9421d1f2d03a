/* SPDX-License-Identifier: BSD-3-Clause */
/* low_level DIRECTORY: the functions of single buffers, errors, progress and deprecated calls, all answers printed. */
#include <inttypes.h>
#include <open-trace-format/otf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declared by no header, as in the original. */
extern char otf_strerr[];
int OTF_fileExists(const char* filename);

static char stub[4096];
static char* path(const char* suffix) {
  static char name[8192];
  snprintf(name, sizeof name, "%s%s", stub, suffix);
  return name;
}

static void say(const char* what, long long answer) {
  printf("%s %lld%s\n", what, answer, otf_errno ? " error" : "");
  otf_errno = 0;
}

static void write_values(OTF_WBuffer* out) {
  static const uint64_t edges[] = {
      0, 1, 9, 10, 15, 16, 127, 128, 255, 256, 65535, 65536, 0xffffffffu, 1ull << 32, ~0ull};
  const uint8_t bytes[] = {0, 1, 0x7f, 0x80, 0xff};
  for (size_t i = 0; i < sizeof edges / sizeof *edges; ++i) {
    say("keyword", OTF_WBuffer_writeKeyword(out, i % 2 ? "WORD " : "W"));
    say("uint8", OTF_WBuffer_writeUint8(out, (uint8_t)edges[i]));
    say("char", OTF_WBuffer_writeChar(out, ','));
    say("uint16", OTF_WBuffer_writeUint16(out, (uint16_t)edges[i]));
    say("char", OTF_WBuffer_writeChar(out, ' '));
    say("uint32", OTF_WBuffer_writeUint32(out, (uint32_t)edges[i]));
    say("char", OTF_WBuffer_writeChar(out, '\t'));
    say("uint64", OTF_WBuffer_writeUint64(out, edges[i]));
    say("newline", OTF_WBuffer_writeNewline(out));
  }
  say("string", OTF_WBuffer_writeString(out, "a \"quoted\" and\nbroken text \x80\xff"));
  say("string", OTF_WBuffer_writeString(out, ""));
  say("newline", OTF_WBuffer_writeNewline(out));
  say("bytes", OTF_WBuffer_writeBytes(out, bytes, sizeof bytes));
  say("newline", OTF_WBuffer_writeNewline(out));
}

static void write_lists(OTF_WBuffer* out) {
  uint8_t bytes[150];
  memset(bytes, 0xab, sizeof bytes);
  OTF_KeyValueList* list = OTF_KeyValueList_new();
  for (int is_long = 0; is_long < 2; ++is_long) {
    OTF_KeyValueList_appendChar(list, 1, 'x');
    OTF_KeyValueList_appendInt64(list, 2, -5);
    OTF_KeyValueList_appendDouble(list, 3, 0.5);
    OTF_KeyValueList_appendByteArray(list, 4, bytes, sizeof bytes);
    OTF_KeyValuePair* pair = NULL;
    OTF_KeyValueList_getPairByIndex(list, 1, &pair);
    say("pair",
        is_long ? OTF_WBuffer_writeKeyValuePair_long(out, pair) : OTF_WBuffer_writeKeyValuePair_short(out, pair));
    say("list",
        is_long ? OTF_WBuffer_writeKeyValueList_long(out, list) : OTF_WBuffer_writeKeyValueList_short(out, list));
    OTF_KeyValueList_reset(list);
  }
  OTF_KeyValueList_close(list);
}

static void write_states(OTF_WBuffer* out) {
  static const struct {
    uint64_t time;
    uint32_t process;
  } steps[] = {{0, 1}, {0, 1}, {5, 1}, {5, 1}, {5, 2}, {9, 2}, {8, 2}, {9, 2}, {0, 3}, {~0ull, 4}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
    printf("state %d\n", OTF_WBuffer_setTimeAndProcess(out, steps[i].time, steps[i].process));
    otf_errno = 0; /* which the reference sets only once in a file */
    say("keyword", OTF_WBuffer_writeKeyword(out, "E"));
    say("uint32", OTF_WBuffer_writeUint32(out, (uint32_t)i));
    say("newline", OTF_WBuffer_writeNewline(out));
  }
}

static void write_buffers(OTF_FileManager* manager) {
  OTF_WBuffer* out = OTF_WBuffer_open(path(".values"), manager);
  say("size", OTF_WBuffer_setSize(out, 10));
  say("size", OTF_WBuffer_setSize(out, 1000));
  say("guarantee", OTF_WBuffer_guarantee(out, 500));
  say("guarantee", OTF_WBuffer_guarantee(out, 5000));
  write_values(out);
  say("flush", OTF_WBuffer_flush(out));
  write_lists(out);
  say("close", OTF_WBuffer_close(out));
  out = OTF_WBuffer_open(path(".states"), manager);
  OTF_WBuffer_setSize(out, 1000);
  write_states(out);
  say("close", OTF_WBuffer_close(out));
  out = OTF_WBuffer_open_zlevel(path(".packed.z"), manager, 4);
  OTF_WBuffer_setSize(out, 1000);
  OTF_WBuffer_setZBufferSize(out, 512);
  write_values(out);
  say("close", OTF_WBuffer_close(out));
}

static void put(const char* suffix, const char* text) {
  FILE* file = fopen(path(suffix), "w");
  if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(2);
}

/* Each line is taken apart as its first letter says; what fails leaves the rest of the line. */
static void take_apart(OTF_RBuffer* in) {
  uint32_t* numbers = NULL;
  uint32_t room = 0;
  uint8_t bytes[8] = {0};
  char* rest = OTF_RBuffer_printRecord(in);
  printf("line at %" PRIu64 " of %u: %s\n", OTF_RBuffer_getCurrentTime(in), OTF_RBuffer_getCurrentProcess(in), rest);
  free(rest);
  if (OTF_RBuffer_testKeyword(in, "NUM")) {
    printf("numbers %u", OTF_RBuffer_readUint32(in));
    say("", OTF_RBuffer_testChar(in, ','));
    printf("and %" PRIu64 "\n", OTF_RBuffer_readUint64(in));
  } else if (OTF_RBuffer_testPrefix(in, "TE")) {
    OTF_RBuffer_skipKeyword(in);
    OTF_RBuffer_skipSpaces(in);
    const char* text = OTF_RBuffer_readString(in);
    printf("text %s\n", text ? text : "(none)");
  } else if (OTF_RBuffer_testKeyword(in, "LIST")) {
    const uint32_t count = OTF_RBuffer_readArray(in, &numbers, &room);
    printf("list of %u:", count);
    for (uint32_t i = 0; i < count; ++i) printf(" %u", numbers[i]);
    printf("\n");
    free(numbers);
  } else if (OTF_RBuffer_testKeyword(in, "BYTES")) {
    OTF_RBuffer_skipSpaces(in);
    const uint32_t count = OTF_RBuffer_readBytes(in, bytes, sizeof bytes);
    printf("bytes %u: %02x %02x\n", count, bytes[0], bytes[1]);
  } else if (OTF_RBuffer_readKeyValueList(in)) {
    printf("key-values: %u\n", in->list->count);
    return;
  } else {
    printf("nothing known\n");
  }
  rest = OTF_RBuffer_printRecord(in);
  printf("left: %s\n", rest);
  free(rest);
  say("newline", OTF_RBuffer_readNewline(in));
}

static void read_buffers(OTF_FileManager* manager) {
  put(".1.events",
      "1\n*7\nNUM a,ffffffffffffffff\nNUM ,\nNUM 1ffffffff\nTEXT \"a b\"\nTE\"x\"y\nLIST 1,2,ff,\n"
      "a\n*8\nLIST 1,2\nLIST\nBYTES 00ff\nBYTES\nNUMBER 5\nK1Y6V5\nE1\nOTHER\n\n"
      "14\n*7\nNUM 5 , 6\n1e\n*8\nE2\n1e\n*8\n");
  OTF_RBuffer* in = OTF_RBuffer_open(path(".1.events"), manager);
  say("size", OTF_RBuffer_setSize(in, 50));
  say("size", OTF_RBuffer_setSize(in, 4096));
  say("jump size", OTF_RBuffer_setJumpSize(in, 10));
  say("jump size", OTF_RBuffer_setJumpSize(in, 1024));
  say("properties", OTF_RBuffer_getFileProperties(in));
  printf("%" PRIu64 " to %" PRIu64 ", %" PRIu64 " bytes\n", in->firstTime, in->lastTime, OTF_RBuffer_getFileSize(in));
  say("jump", OTF_RBuffer_jump(in, 0));
  for (int i = 0; i < 40 && OTF_RBuffer_getRecord(in); ++i) take_apart(in);
  static const uint64_t times[] = {0, 1, 2, 10, 11, 20, 30, 31};
  for (size_t i = 0; i < sizeof times / sizeof *times; ++i) {
    say("search", OTF_RBuffer_searchTime(in, times[i]));
    char* line = OTF_RBuffer_getRecord(in);
    if (line) printf("%" PRIu64 " %u %.3s\n", OTF_RBuffer_getCurrentTime(in), OTF_RBuffer_getCurrentProcess(in), line);
  }
  OTF_RBuffer_setCurrentTime(in, 77);
  OTF_RBuffer_setCurrentProcess(in, 5);
  printf("set %" PRIu64 " %u\n", OTF_RBuffer_getCurrentTime(in), OTF_RBuffer_getCurrentProcess(in));
  say("close", OTF_RBuffer_close(in));
  say("missing", OTF_RBuffer_open(path(".nothing"), manager) != NULL);
}

static void use_errors(void) {
  OTF_Warning("a warning %d\n", 1);
  say("warning", otf_errno);
  OTF_Error("an error with %d and %s\n", 42, "text");
  printf("%s", otf_strerr);
  say("error", otf_errno);
}

static uint64_t first, now, last;
static void show(const char* name, int is_known) {
  printf("%s %d: %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", name, is_known, first, now, last);
  first = now = last = 0;
}

typedef uint8_t (*ReaderProgress)(OTF_Reader*, uint64_t*, uint64_t*, uint64_t*);
typedef uint8_t (*StreamProgress)(OTF_RStream*, uint64_t*, uint64_t*, uint64_t*);

static const struct {
  const char* name;
  uint64_t (*read)(OTF_Reader*, OTF_HandlerArray*);
  ReaderProgress times[2];
  ReaderProgress bytes;
  uint64_t (*read_stream)(OTF_RStream*, OTF_HandlerArray*);
  StreamProgress stream_times[2];
  StreamProgress stream_bytes;
} kinds[] = {
    {"events", OTF_Reader_readEvents, {OTF_Reader_eventProgress, OTF_Reader_eventTimeProgress},
        OTF_Reader_eventBytesProgress, OTF_RStream_readEvents,
        {OTF_RStream_eventProgress, OTF_RStream_eventTimeProgress}, OTF_RStream_eventBytesProgress},
    {"snapshots", OTF_Reader_readSnapshots, {OTF_Reader_snapshotProgress, OTF_Reader_snapshotTimeProgress},
        OTF_Reader_snapshotBytesProgress, OTF_RStream_readSnapshots,
        {OTF_RStream_snapshotProgress, OTF_RStream_snapshotTimeProgress}, OTF_RStream_snapshotBytesProgress},
    {"statistics", OTF_Reader_readStatistics, {OTF_Reader_statisticProgress, OTF_Reader_statisticTimeProgress},
        OTF_Reader_statisticBytesProgress, OTF_RStream_readStatistics,
        {OTF_RStream_statisticProgress, OTF_RStream_statisticTimeProgress}, OTF_RStream_statisticBytesProgress},
};

/* In small steps, in time; in bytes only at the end, as both read other pieces at once. */
static void watch(OTF_FileManager* manager) {
  OTF_HandlerArray* nobody = OTF_HandlerArray_open();
  for (int k = 0; k < 3; ++k) {
    OTF_Reader* reader = OTF_Reader_open(stub, manager);
    OTF_RStream* stream = OTF_RStream_open(stub, 1, manager);
    OTF_Reader_setRecordLimit(reader, 2);
    OTF_RStream_setRecordLimit(stream, 2);
    for (uint64_t count = 1; count > 0;) {
      count = kinds[k].read(reader, nobody);
      say(kinds[k].name, (long long)count);
      for (int i = 0; i < 2; ++i) show("times", kinds[k].times[i](reader, &first, &now, &last));
    }
    show("bytes", kinds[k].bytes(reader, &first, &now, &last));
    for (uint64_t count = 1; count > 0;) {
      count = kinds[k].read_stream(stream, nobody);
      say(kinds[k].name, (long long)count);
      for (int i = 0; i < 2; ++i) show("times", kinds[k].stream_times[i](stream, &first, &now, &last));
    }
    show("bytes", kinds[k].stream_bytes(stream, &first, &now, &last));
    OTF_Reader_close(reader);
    OTF_RStream_close(stream);
  }
  OTF_HandlerArray_close(nobody);
}

static void use_old_names(OTF_FileManager* manager) {
  OTF_Writer* writer = OTF_Writer_open(path("old"), 1, manager);
  say("version", OTF_Writer_writeOtfVersion(writer, 0));
  say("enter", OTF_Writer_writeEnter(writer, 1, 1, 1, 0));
  say("close", OTF_Writer_close(writer));
  say("exists", OTF_fileExists(path("old.otf")));
  say("exists", OTF_fileExists(path("young.otf")));
  OTF_MasterControl_finish(OTF_MasterControl_new(manager));
  printf("version %d.%d.%d %s\n", OTF_VERSION_MAYOR, OTF_VERSION_MINOR, OTF_VERSION_SUB, OTF_VERSION_STRING);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  snprintf(stub, sizeof stub, "%s/t", argv[1]);
  OTF_FileManager* manager = OTF_FileManager_open(10);
  write_buffers(manager);
  read_buffers(manager);
  use_errors();
  put(".otf", "1:1,2\n2:3\n");
  put(".1.events", "a\n*1\nE1\nE2\n14\n*2\nE1\n1e\n*1\nL\nL\n1e\n*1\n");
  put(".2.events", "5\n*3\nE1\n28\n*3\nL\n28\n*3\n");
  put(".1.snaps", "b\n*1\nTOaE1\nTOaE2\nb\n*1\n");
  put(".1.stats", "b\n*1\nSF1N1E5I5\n28\n*1\nSF1N1E5I5\n28\n*1\n");
  watch(manager);
  use_old_names(manager);
  OTF_FileManager_close(manager);
  return 0;
}
