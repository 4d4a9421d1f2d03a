/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads damaged files and prints what is said of the first attempt: what comes afterwards is up to each library, and so
   is what can be saved of a file. Archive and damage are its own, in the current directory. Left out is damage that the
   reference hangs or crashes on, or does not notice. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNK = 256 * 1024, EVENTS = 40000 };
#define EVENT_FILE "damaged/trace/0.evt"
#define DEFINITION_FILE "damaged/trace/0.def"
#define GLOBAL_FILE "damaged/trace.def"
#define ANCHOR "damaged/trace.otf2"

static OTF2_ErrorCode keep_quiet(void* data, const char* file, uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) {
  (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
  return code;
}
static OTF2_FlushType pre_flush(void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final) {
  (void)data, (void)type, (void)location, (void)caller, (void) final;
  return OTF2_FLUSH;
}

static void write_archive(void) {
  static const OTF2_FlushCallbacks flush = {pre_flush, NULL};
  const uint64_t regions[] = {10, 11, 12};
  OTF2_Archive* archive = OTF2_Archive_Open(
      "damaged", "trace", OTF2_FILEMODE_WRITE, CHUNK, CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive, 0);
  for (uint64_t i = 1; i <= EVENTS; ++i) OTF2_EvtWriter_Enter(events, NULL, i * 10, (OTF2_RegionRef)i % 3);
  OTF2_DefWriter* definitions = OTF2_Archive_GetDefWriter(archive, 0);
  OTF2_IdMap* map = OTF2_IdMap_CreateFromUint64Array(3, regions, false);
  OTF2_DefWriter_WriteMappingTable(definitions, OTF2_MAPPING_REGION, map);
  OTF2_DefWriter_WriteClockOffset(definitions, 10, 5, 0);
  OTF2_IdMap_Free(map);
  OTF2_GlobalDefWriter* global = OTF2_Archive_GetGlobalDefWriter(archive);
  for (OTF2_StringRef i = 0; i < 20; ++i) OTF2_GlobalDefWriter_WriteString(global, i, "a text");
  OTF2_Archive_Close(archive);
}

/* Puts `length` bytes at a place of a file; a negative length cuts the file there. Places before 0 count from the end.
 */
static void damage(const char* name, long place, const char* bytes, int length) {
  FILE* file = fopen(name, "rb");
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  char* content = malloc((size_t)size);
  rewind(file);
  if (fread(content, 1, (size_t)size, file) != (size_t)size) exit(EXIT_FAILURE);
  fclose(file);
  if (place < 0) place += size;
  if (length > 0) memcpy(content + place, bytes, (size_t)length);
  if (length < 0) size = place;
  file = fopen(name, "wb");
  fwrite(content, 1, (size_t)size, file);
  fclose(file);
  free(content);
}

static void tell_of_reading(void) {
  uint64_t count = 12345;
  OTF2_Reader* reader = OTF2_Reader_Open(ANCHOR);
  printf("  anchor: %s\n", reader ? "yes" : "no");
  if (!reader) return;
  OTF2_Reader_SetSerialCollectiveCallbacks(reader);
  OTF2_GlobalDefReader* global = OTF2_Reader_GetGlobalDefReader(reader);
  printf("  global definitions: %s\n", global ? "yes" : "no");
  if (global) printf("  %d\n", (int)OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &count));
  OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, 0);
  printf("  definitions: %s\n", definitions ? "yes" : "no");
  if (definitions) printf("  %d\n", (int)OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count));
  OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, 0);
  printf("  events: %s\n", events ? "yes" : "no");
  if (events) printf("  %d\n", (int)OTF2_Reader_ReadAllLocalEvents(reader, events, &count));
}

/* In a process of its own: the reference may find in fresh memory what an earlier file has left there. */
static void apart(void (*work)(void)) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  waitpid(child, &status, 0);
  if (status != 0) printf("  status %d\n", status);
}

int main(void) {
  static const struct {
    const char *file, *bytes;
    long place;
    int length; /* -1: cut */
  } damages[] = {{EVENT_FILE, "", 0, 0}, {EVENT_FILE, "", 100000, -1}, {EVENT_FILE, "", 10, -1},
      {EVENT_FILE, "", 1, -1}, {EVENT_FILE, "", 0, -1}, {EVENT_FILE, "\x07", 0, 1}, {EVENT_FILE, "\x07", 1, 1},
      {EVENT_FILE, "\x07", CHUNK, 1}, {EVENT_FILE, "\x99", CHUNK + 1, 1},
      {EVENT_FILE, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 1000, 16},
      {GLOBAL_FILE, "", -2, -1}, {GLOBAL_FILE, "", -10, -1}, {GLOBAL_FILE, "", 20, -1}, {GLOBAL_FILE, "\xf0", 19, 1},
      {GLOBAL_FILE, "", 0, -1}, {DEFINITION_FILE, "", -5, -1}, {DEFINITION_FILE, "\xf0", 19, 1}, {ANCHOR, "", 0, -1},
      {ANCHOR, "\xff", 0, 1}};
  OTF2_Error_RegisterCallback(keep_quiet, NULL);
  setvbuf(stdout, NULL, _IONBF, 0);
  for (size_t i = 0; i < sizeof damages / sizeof *damages; ++i) {
    apart(write_archive);
    damage(damages[i].file, damages[i].place, damages[i].bytes, damages[i].length);
    printf("%s, place %ld, %d bytes\n", damages[i].file, damages[i].place, damages[i].length);
    apart(tell_of_reading);
  }
  apart(write_archive);
  return 0;
}
