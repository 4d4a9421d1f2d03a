/* SPDX-License-Identifier: BSD-3-Clause */
/* aux_driver SEED DIRECTORY: calls of libotfaux that only the seed decides, and all answers and callbacks printed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <open-trace-format/otfaux.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exported, but in no header. */
typedef struct OTFAUX_Process OTFAUX_Process;
OTFAUX_Process* OTFAUX_Process_create(uint64_t process, void* shared);
int OTFAUX_Process_enterFunction(OTFAUX_Process*, uint64_t, uint32_t, uint32_t, void*);
int OTFAUX_Process_leaveFunction(OTFAUX_Process*, uint64_t, uint32_t);
int OTFAUX_Process_writeStack(OTFAUX_Process*, uint64_t, void*);
int OTFAUX_Process_enqueueRecv(OTFAUX_Process*, uint64_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
int OTFAUX_Process_sendMessage(OTFAUX_Process*, uint64_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint64_t*,
    uint32_t*, uint32_t*, void*);
int OTFAUX_Process_writeSends(OTFAUX_Process*, uint64_t, void*);
int OTFAUX_Process_openFile(OTFAUX_Process*, uint64_t, uint32_t, uint64_t, uint32_t, void*);
int OTFAUX_Process_closeFile(OTFAUX_Process*, uint64_t, uint64_t);
int OTFAUX_Process_writeOpenFiles(OTFAUX_Process*, uint64_t, void*);
int OTFAUX_Process_beginCollOp(
    OTFAUX_Process*, uint64_t, uint32_t, uint32_t, uint32_t, uint64_t, uint64_t, uint64_t, uint32_t, void*);
int OTFAUX_Process_endCollOp(OTFAUX_Process*, uint64_t, uint64_t);
int OTFAUX_Process_countCollOp(OTFAUX_Process*, uint32_t);
int OTFAUX_Process_writeCollOps(OTFAUX_Process*, uint64_t, void*);
int OTFAUX_Process_beginFileOp(OTFAUX_Process*, uint64_t, uint64_t, uint32_t, void*);
int OTFAUX_Process_endFileOp(OTFAUX_Process*, uint64_t, uint64_t);
int OTFAUX_Process_writeFileOps(OTFAUX_Process*, uint64_t, void*);
int OTFAUX_Process_updateCounter(OTFAUX_Process*, uint64_t, uint32_t, uint64_t, void*);
int OTFAUX_Process_writeCounters(OTFAUX_Process*, uint64_t, void*);
int OTFAUX_Process_enableThumbnail(OTFAUX_Process*, uint32_t);
void OTFAUX_Process_updateThumbnail(OTFAUX_Process*, uint32_t);
void OTFAUX_Process_writeThumbnail(OTFAUX_Process*, uint32_t, FILE*);
void OTFAUX_Process_destroy(OTFAUX_Process*);
uint32_t hashword(const uint32_t*, size_t, uint32_t);
void hashword2(const uint32_t*, size_t, uint32_t*, uint32_t*);
uint32_t hashlittle(const void*, size_t, uint32_t);
void hashlittle2(const void*, size_t, uint32_t*, uint32_t*);
uint32_t hashbig(const void*, size_t, uint32_t);

static uint64_t state;
static uint32_t any(uint32_t below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}
static uint64_t any64(void) { return (uint64_t)any(1u << 30) << 40 ^ (uint64_t)any(1u << 30) << 20 ^ any(1u << 30); }
static void say(const char* what, long long answer) { printf("%s %lld\n", what, answer); }

static uintptr_t notes;
static void* note(void) { return any(5) ? (void*)++notes : NULL; }

/* What is called back. One call in many is refused. */
static uint32_t patience;
static int answer(void) { return !(patience && any(patience) == 0); }
static void release(void* user, void* data) { printf("  release %p %p\n", user, data); }
static int on_enter(
    void* user, uint64_t at, uint64_t time, uint64_t process, uint32_t function, uint32_t scl, void* data) {
  printf("  enter %p %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %u %p\n", user, at, time, process, function, scl, data);
  return answer();
}
static int on_send(void* user, uint64_t at, uint64_t time, uint64_t sender, uint64_t receiver, uint32_t comm,
    uint32_t tag, uint32_t length, uint32_t scl, uint64_t received, uint32_t received_length, uint32_t received_scl,
    void* data) {
  printf("  send %p %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %u %u %u %" PRIu64 " %u %u %p\n", user, at, time,
      sender, receiver, comm, tag, length, scl, received, received_length, received_scl, data);
  return answer();
}
static int on_file(void* user, uint64_t at, uint64_t time, uint64_t process, uint32_t file, uint64_t handle,
    uint32_t scl, void* data) {
  printf("  file %p %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %" PRIu64 " %u %p\n", user, at, time, process, file, handle,
      scl, data);
  return answer();
}
static int on_collective(void* user, uint64_t at, uint64_t time, uint64_t process, uint32_t collective, uint64_t id,
    uint32_t comm, uint32_t root, uint64_t sent, uint64_t received, uint32_t scl, void* data) {
  printf("  collective %p %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %" PRIu64 " %u %u %" PRIu64 " %" PRIu64 " %u %p\n",
      user, at, time, process, collective, id, comm, root, sent, received, scl, data);
  return answer();
}
static int on_operation(
    void* user, uint64_t at, uint64_t time, uint64_t process, uint64_t id, uint32_t scl, void* data) {
  printf(
      "  operation %p %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %p\n", user, at, time, process, id, scl, data);
  return answer();
}
static int on_count(void* user, uint64_t at, uint64_t process, uint32_t comm, uint64_t count) {
  printf("  count %p %" PRIu64 " %" PRIu64 " %u %" PRIu64 "\n", user, at, process, comm, count);
  return answer();
}
static int on_counter(
    void* user, uint64_t at, uint64_t time, uint64_t process, uint32_t counter, uint64_t value, void* data) {
  printf("  counter %p %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %" PRIu64 " %p\n", user, at, time, process, counter,
      value, data);
  return answer();
}

/* The reference does without the callbacks for data and messages, but not without the others. */
static void set_callbacks(OTFAUX_State* s) {
  if (any(8)) say("set release", OTFAUX_State_setReleaseEventDataCallback(s, release, (void*)7));
  say("set enter", OTFAUX_State_setWriteEnterSnapshotCallback(s, on_enter));
  if (any(8)) say("set send", OTFAUX_State_setWriteSendSnapshotCallback(s, on_send));
  say("set file", OTFAUX_State_setWriteOpenFileSnapshotCallback(s, on_file));
  say("set collective", OTFAUX_State_setWriteBeginCollopSnapshotCallback(s, on_collective));
  say("set operation", OTFAUX_State_setWriteBeginFileOpSnapshotCallback(s, on_operation));
  say("set count", OTFAUX_State_setWriteCollopCountSnapshotCallback(s, on_count));
  say("set counter", OTFAUX_State_setWriteCounterSnapshotCallback(s, on_counter));
}

static uint32_t kinds; /* how many processes, communicators, counters there are */
static uint64_t a_process(void) {
  const uint64_t process = any(kinds);
  return process % 7 == 3 ? process << 33 | process : process;
}
static uint32_t a_token(void) { return any(kinds) * 37; }

static void use_state_once(OTFAUX_State* s, uint64_t time) {
  uint64_t received = 0;
  uint32_t length = 0, scl = 0;
  const uint64_t process = a_process();
  switch (any(14)) {
    case 0:
    case 1:
      say("enter", OTFAUX_State_processEnter(s, time, process, a_token(), any(3), note()));
      break;
    case 2:
      say("leave", OTFAUX_State_processLeave(s, time, process, a_token()));
      break;
    case 3:
      say("expect",
          OTFAUX_State_enqueueRecvMsg(s, time + any(200), a_process(), process, any(2), any(2), any(99), any(3)));
      break;
    case 4:
      say("send", OTFAUX_State_processSendMsg(s, time, process, a_process(), any(2), any(2), any(99), any(3), &received,
                      &length, &scl, note()));
      printf("%" PRIu64 " %u %u\n", received, length, scl);
      break;
    case 5:
      say("begin collective", OTFAUX_State_processBeginCollectiveOperation(s, time, process, a_token(), any(3), any(3),
                                  any(6), any64(), any64(), any(3), note()));
      break;
    case 6:
      say("end collective", OTFAUX_State_processEndCollectiveOperation(s, time, process, any(6)));
      break;
    case 7:
      say("collective", OTFAUX_State_processCollectiveOperation(s, time, process, a_token(), 1, 2, 3, 4, 5));
      break;
    case 8:
      say("open", OTFAUX_State_processFileOpen(s, time, process, a_token(), any(6), any(3), note()));
      break;
    case 9:
      say("close", OTFAUX_State_processFileClose(s, time, process, any(6)));
      break;
    case 10:
      say("begin operation", OTFAUX_State_processBeginFileOperation(s, time, process, any(6), any(3), note()));
      break;
    case 11:
      say("end operation", OTFAUX_State_processEndFileOperation(s, time, process, any(6)));
      break;
    case 12:
      say("counter", OTFAUX_State_processCounter(s, time, process, a_token(), any64(), note()));
      break;
    default:
      if (any(10) == 0) say("snapshot", OTFAUX_State_writeSnapshot(s, time, (void*)9));
      if (any(10) == 0) say("declare", OTFAUX_State_declareProcess(s, process, (int)any(2)));
  }
}

static char stub[4000];
static void name_file(const char* directory, const char* name) {
  snprintf(stub, sizeof stub, "%s/%s", directory, name);
}

static void use_state(const char* directory) {
  OTFAUX_State* s = OTFAUX_State_create();
  set_callbacks(s);
  kinds = any(3) ? 6 : 3000;
  patience = any(3) ? 0 : 60;
  uint64_t time = any(100);
  if (any(2)) say("set up", OTFAUX_State_setupThumbnail(s, time, time + any(3000), any(200)));
  if (any(4) == 0) say("set up", OTFAUX_State_setupThumbnail(s, time, time + any(3000), any(200)));
  for (uint32_t i = any(10); i > 0; --i) say("declare", OTFAUX_State_declareProcess(s, a_process(), (int)any(2)));
  for (int i = 0; i < 1500; ++i, time += any(5)) use_state_once(s, time);
  say("snapshot", OTFAUX_State_writeSnapshot(s, time, (void*)9));
  name_file(directory, "state");
  say("thumbnail", OTFAUX_State_writeThumbnail(s, stub, any(4) != 0, any(9)));
  say("again", OTFAUX_State_writeThumbnail(s, stub, 0));
  OTFAUX_State_destroy(s);
}

/* Processes are made by the library, through this function: so they can be used without their state. */
static OTFAUX_Process* last_process;
static void* last_shared;
OTFAUX_Process* OTFAUX_Process_create(uint64_t process, void* shared) {
  last_shared = shared;
  return last_process = ((OTFAUX_Process * (*)(uint64_t, void*)) dlsym(RTLD_NEXT, "OTFAUX_Process_create"))(
             process, shared);
}

static void use_process_once(OTFAUX_Process* p, uint64_t time) {
  uint64_t received = 0;
  uint32_t length = 0, scl = 0;
  switch (any(12)) {
    case 0:
      say("enter", OTFAUX_Process_enterFunction(p, time, a_token(), any(3), note()));
      break;
    case 1:
      say("leave", OTFAUX_Process_leaveFunction(p, time, 3));
      break;
    case 2:
      say("expect", OTFAUX_Process_enqueueRecv(p, time + any(200), any(3), any(2), any(2), any(99), any(3)));
      break;
    case 3:
      say("send", OTFAUX_Process_sendMessage(
                      p, time, any(3), any(2), any(2), any(99), any(3), &received, &length, &scl, note()));
      printf("%" PRIu64 " %u %u\n", received, length, scl);
      break;
    case 4:
      say("open", OTFAUX_Process_openFile(p, time, a_token(), any(6), any(3), note()));
      break;
    case 5:
      say("close", OTFAUX_Process_closeFile(p, time, any(6)));
      break;
    case 6:
      say("begin collective",
          OTFAUX_Process_beginCollOp(p, time, a_token(), any(3), any(3), any(6), any64(), any64(), any(3), note()));
      break;
    case 7:
      say("end collective", OTFAUX_Process_endCollOp(p, time, any(6)));
      break;
    case 8:
      say("count", OTFAUX_Process_countCollOp(p, a_token()));
      break;
    case 9:
      say("begin operation", OTFAUX_Process_beginFileOp(p, time, any(6), any(3), note()));
      break;
    case 10:
      say("end operation", OTFAUX_Process_endFileOp(p, time, any(6)));
      break;
    default:
      say("counter", OTFAUX_Process_updateCounter(p, time, a_token(), any64(), note()));
  }
}

static void write_process(OTFAUX_Process* p, uint64_t time) {
  say("write stack", OTFAUX_Process_writeStack(p, time, (void*)3));
  say("write sends", OTFAUX_Process_writeSends(p, time, (void*)3));
  say("write files", OTFAUX_Process_writeOpenFiles(p, time, (void*)3));
  say("write collectives", OTFAUX_Process_writeCollOps(p, time, (void*)3));
  say("write operations", OTFAUX_Process_writeFileOps(p, time, (void*)3));
  say("write counters", OTFAUX_Process_writeCounters(p, time, (void*)3));
}

static void use_process(void) {
  OTFAUX_State* s = OTFAUX_State_create();
  set_callbacks(s);
  kinds = 20;
  patience = any(2) ? 0 : 20;
  say("declare", OTFAUX_State_declareProcess(s, a_process(), 0));
  OTFAUX_Process *of_state = last_process, *own = OTFAUX_Process_create(any64(), last_shared);
  if (any(2)) say("enable", OTFAUX_Process_enableThumbnail(own, 20));
  for (uint32_t i = 0; i < 200; ++i) {
    OTFAUX_Process* p = any(2) ? own : of_state;
    use_process_once(p, i);
    if (i % 10 == 9) OTFAUX_Process_updateThumbnail(own, i / 10);
    if (any(50) == 0) write_process(p, i);
  }
  write_process(own, 150);
  OTFAUX_Process_writeThumbnail(own, 20, stdout);
  OTFAUX_Process_destroy(own);
  OTFAUX_State_destroy(s);
}

static void use_matching(void) {
  OTFAUX_MsgMatching_Context* m = OTFAUX_MsgMatching_create();
  for (int i = 0; i < 400; ++i) {
    uint64_t time = 0;
    uint32_t size = 0, scl = 0;
    if (any(2)) {
      OTFAUX_MsgMatching_enqueueRecv(m, any(4), any(4), any(2), any(2), (uint64_t)i, any(100), any(3));
    } else {
      say("match", OTFAUX_MsgMatching_matchSend(m, any(4), any(4), any(2), any(2), &time, &size, &scl));
      printf("%" PRIu64 " %u %u\n", time, size, scl);
    }
    if (any(50) == 0) OTFAUX_MsgMatching_releaseMemory(m);
  }
  OTFAUX_MsgMatching_destroy(m);
}

static uint32_t width;
static void on_line(void* data, uint64_t process, const uint32_t* functions) {
  printf("  line %p %" PRIu64, data, process);
  for (uint32_t i = 0; i < width; ++i) printf(" %u", functions[i]);
  printf("\n");
}

static void read_thumbnail(void) {
  OTFAUX_ThumbnailReader* reader = OTFAUX_ThumbnailReader_open(stub);
  say("open", reader != NULL);
  if (!reader) return;
  uint32_t processes = 0;
  say("width", OTFAUX_ThumbnailReader_getWidth(reader, &width));
  say("processes", OTFAUX_ThumbnailReader_getNumberOfProcs(reader, &processes));
  printf("%u %u\n", width, processes);
  say("read", OTFAUX_ThumbnailReader_read(reader, on_line, (void*)5));
  say("again", OTFAUX_ThumbnailReader_read(reader, on_line, (void*)5));
  say("close", OTFAUX_ThumbnailReader_close(reader));
}

static void use_thumbnail(const char* directory) {
  const uint64_t first = any(3) ? any(1000) : any64(), last = first + any(any(3) ? 5000 : 50) - any(10);
  OTFAUX_Thumbnail_Context* t = OTFAUX_Thumbnail_create(first, last, any(100));
  say("create", t != NULL);
  if (!t) return;
  kinds = any(2) ? 5 : 5000;
  const uint32_t declared = any(20);
  for (uint32_t i = 0; i < declared; ++i) say("declare", OTFAUX_Thumbnail_declareProcess(t, a_process()));
  for (uint64_t time = first; time < last + 30; time += any(60)) {
    if (any(3)) say("enter", OTFAUX_Thumbnail_handleEnter(t, time, a_process(), a_token()));
    if (any(3) == 0) say("leave", OTFAUX_Thumbnail_handleLeave(t, time, a_process()));
  }
  say("finalize", OTFAUX_Thumbnail_finalize(t));
  name_file(directory, "t");
  char* name = OTFAUX_Thumbnail_getFilename(stub);
  say("name", strncmp(name, stub, strlen(stub)) == 0 && strcmp(name + strlen(stub), ".thumb") == 0);
  free(name);
  say("write", OTFAUX_Thumbnail_write(t, stub, 1, any(3) ? declared : declared + 1));
  if (any(3) == 0) say("append", OTFAUX_Thumbnail_write(t, stub, 0));
  OTFAUX_Thumbnail_destroy(t);
  read_thumbnail();
  name_file(directory, "no/such");
  read_thumbnail();
}

static void read_odd_thumbnails(const char* directory) {
  static const char* const texts[] = {"0:2,1\n1:5,6,\n", "0:2,1\n1:5,6\n", "0:2,1\n1:5,6,", "0:2,1\n1:5,6,\nx",
      "0:2,1\n1:5,6,7,\n", "0:2,1\n1:5,\n", "0:2,2\n1:5,6,\n", "0:2,1\n1:5,6,\n2:3,4,\n", " 0:2,1\n1:5,6,\n",
      "0: 2, 1\n1: 5, 6,\n", "0:0x2,1\n1:0x5,F,\n", "1:2,1\n1:5,6,\n", "0:2,1,\n1:5,6,\n", "0:2,1 \n1:5,6,\n",
      "0:0,1\n1:\n", "0:2,0\n", "", "0:2,1\n\n1:5,6,\n", "0:2,1\n1:5,6,\n\n", "0:2\n", "0:23456789,1\n",
      "0:2,1\n1:ffffffff,6,\n", "00:2,1\n1:5,6,\n", "0:2,1\r\n1:5,6,\r\n", "0:2,1\n1 :5 ,6 ,\n", "0:2,1\n1:,6,\n",
      "0:2,1\n:5,6,\n", "0:2,1\ng:5,6,\n", "0:2,1\nffffffffffffffff:5,6,\n"};
  name_file(directory, "odd.thumb");
  char path[sizeof stub];
  strcpy(path, stub);
  name_file(directory, "odd");
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    FILE* file = fopen(path, "w");
    fputs(texts[i], file);
    fclose(file);
    printf("text %zu\n", i);
    read_thumbnail();
  }
}

static void use_hashes(void) {
  uint32_t words[64];
  for (int i = 0; i < 64; ++i) words[i] = any(1u << 31) * 2 + any(2);
  for (size_t length = 0; length < 60; ++length) {
    const uint32_t first = any(3) ? any(1u << 31) : 0, second = any(3) ? any(1u << 31) : 0;
    const char* key = (const char*)words + any(8);
    uint32_t a = first, b = second, c = first, d = second;
    hashword2(words, length, &a, &b);
    hashlittle2(key, length, &c, &d);
    printf("hashes %zu: %x %x %x %x %x %x %x\n", length, hashword(words, length, first), a, b,
        hashlittle(key, length, first), c, d, hashbig(key, length, first));
  }
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  state = strtoull(argv[1], NULL, 10) * 1000003;
  use_hashes();
  use_state(argv[2]);
  use_process();
  use_matching();
  use_thumbnail(argv[2]);
  read_odd_thumbnails(argv[2]);
  return 0;
}
