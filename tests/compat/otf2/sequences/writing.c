/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes an archive in steps taken at random, most of them good. Left out is what the reference does not survive. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

enum { chunk = 256 * 1024, burst = 16000, thumbnails = 3 };

/* Handles are by location; the place behind the last is for the writer that has none yet. */
static struct {
  OTF2_Archive* archive;
  bool has_flush, has_collectives;
  OTF2_EvtWriter* events[locations + 1];
  OTF2_SnapWriter* snapshots[locations];
  OTF2_DefWriter* definitions[locations];
  OTF2_GlobalDefWriter* global;
  OTF2_MarkerWriter* markers;
  OTF2_ThumbWriter* thumbnail[thumbnails];
  uint32_t metrics[thumbnails];
  OTF2_TimeStamp time[locations + 1], snapshot_time[locations];
  OTF2_AttributeList* attributes;
  struct damage damage;
} w;

/* --- what the library calls --------------------------------------------------------------------------------------- */

static OTF2_FlushType answer_for_events, answer_for_others;
static int chunks_left;  /* until memory is used up */
static bool has_flushed; /* in the middle: a file without end is damaged, so the rest must follow */

static OTF2_FlushType pre_flush(void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final) {
  (void)data;
  say("  pre_flush type %u location %llu caller %d final %d\n", type, (unsigned long long)location, caller != NULL,
      final);
  const OTF2_FlushType answer = type == OTF2_FILETYPE_EVENTS ? answer_for_events : answer_for_others;
  if (!final && answer == OTF2_FLUSH) has_flushed = true;
  return final && has_flushed ? OTF2_FLUSH : answer;
}

static OTF2_TimeStamp post_flush(void* data, OTF2_FileType type, OTF2_LocationRef location) {
  (void)data;
  say("  post_flush type %u location %llu\n", type, (unsigned long long)location);
  return 77;
}

static void* allocate(void* data, OTF2_FileType type, OTF2_LocationRef location, void** per_buffer, uint64_t bytes) {
  (void)data, (void)per_buffer;
  void* memory = chunks_left-- <= 0 ? NULL : malloc(bytes);
  say("  allocate type %u location %llu bytes %llu: %s\n", type, (unsigned long long)location,
      (unsigned long long)bytes, memory ? "yes" : "no");
  return memory;
}

static void free_all(void* data, OTF2_FileType type, OTF2_LocationRef location, void** per_buffer, bool final) {
  (void)data, (void)per_buffer;
  say("  free_all type %u location %llu final %d\n", type, (unsigned long long)location, final);
  if (chunks_left < 2) chunks_left = 2;
}

static OTF2_CallbackCode create_lock(void* data, OTF2_Lock* lock) {
  static int it;
  (void)data;
  *lock = (OTF2_Lock)(void*)&it;
  say("  create lock\n");
  return OTF2_CALLBACK_SUCCESS;
}
static OTF2_CallbackCode destroy_lock(void* data, OTF2_Lock lock) {
  (void)data;
  say("  destroy lock %d\n", lock != NULL);
  return OTF2_CALLBACK_SUCCESS;
}
static OTF2_CallbackCode use_lock(void* data, OTF2_Lock lock) {
  (void)data, (void)lock;
  return OTF2_CALLBACK_SUCCESS;
}
static void release_locks(void* data) {
  (void)data;
  say("  release locks\n");
}

const OTF2_FlushCallbacks flush_callbacks = {pre_flush, post_flush};
const OTF2_MemoryCallbacks memory_callbacks = {allocate, free_all};
const OTF2_LockingCallbacks locking_callbacks = {release_locks, create_lock, destroy_lock, use_lock, use_lock};

/* --- steps: the archive ------------------------------------------------------------------------------------------- */

static void set_flush(void) {
  if (!w.has_flush) w.has_flush = TELL(OTF2_Archive_SetFlushCallbacks(w.archive, &flush_callbacks, NULL)) == 0;
}

static void set_collectives(void) {
  if (!w.has_collectives || chance(20)) set_collectives_of(w.archive, NULL);
  w.has_collectives = true;
}

static void set_up(void) {
  static const OTF2_FlushCallbacks nothing_to_say = {NULL, NULL};
  static const OTF2_MemoryCallbacks no_memory = {NULL, NULL};
  static const OTF2_LockingCallbacks no_locks = {NULL, NULL, NULL, NULL, NULL};
  if (chance(10)) TELL(OTF2_Archive_SetFlushCallbacks(w.archive, NULL, NULL));
  if (chance(10)) TELL(OTF2_Archive_SetMemoryCallbacks(w.archive, NULL, NULL));
  if (chance(10)) TELL(OTF2_Archive_SetMemoryCallbacks(w.archive, &no_memory, NULL));
  if (chance(10)) TELL(OTF2_Archive_SetLockingCallbacks(w.archive, &no_locks, NULL));
  if (chance(10)) TELL(OTF2_Archive_SetLockingCallbacks(w.archive, NULL, NULL));
  if (chance(20)) TELL(OTF2_Archive_SetLockingCallbacks(w.archive, &locking_callbacks, NULL));
  if (chance(10)) {
    w.has_flush = TELL(OTF2_Archive_SetFlushCallbacks(w.archive, &nothing_to_say, NULL)) == 0;
  } else if (chance(90)) {
    set_flush();
  }
  if (chance(50)) TELL(OTF2_Archive_SetMemoryCallbacks(w.archive, &memory_callbacks, NULL));
  if (chance(95)) set_collectives();
}

static void texts(void) {
  static const char* const words[] = {"", "a", "two words", "Gr\xc3\xbc\xc3\x9f", "caf\xe9", NULL};
  const char* word = ONE_OF(words);
  char* text = NULL;
  say("  text %s\n", word ? word : "none");
  switch (pick(6)) {
    case 0:
      TELL(OTF2_Archive_SetMachineName(w.archive, word));
      break;
    case 1:
      TELL(OTF2_Archive_SetDescription(w.archive, word));
      break;
    case 2:
      TELL(OTF2_Archive_SetCreator(w.archive, word));
      break;
    case 3:
      TELL(OTF2_Archive_GetMachineName(w.archive, &text));
      break;
    case 4:
      TELL(OTF2_Archive_GetDescription(w.archive, &text));
      break;
    default:
      TELL(OTF2_Archive_GetCreator(w.archive, &text));
  }
  say("  %s\n", text ? text : "nothing");
  free(text);
}

static void properties(void) {
  static const char* const names[] = {
      "A::B", "a::b", "A::B::C", "A", "A:B", "A::", "::A", "", "A::B-C", "A_9::_", "A::\xc3\xbc", "A:::B", NULL};
  static const char* const values[] = {"", "v", "true", "false", "a longer value", NULL};
  const char *name = ONE_OF(names), *value = ONE_OF(values);
  char *text = NULL, **list = NULL;
  uint32_t many = 99;
  say("  name %s value %s\n", name ? name : "none", value ? value : "none");
  switch (pick(5)) {
    case 0:
      TELL(OTF2_Archive_SetProperty(w.archive, name, value, false));
      break;
    case 1:
      TELL(OTF2_Archive_SetProperty(w.archive, name, value, true));
      break;
    case 2:
      TELL(OTF2_Archive_SetBoolProperty(w.archive, name, value != NULL, true));
      break;
    case 3:
      TELL(OTF2_Archive_GetProperty(w.archive, name, &text));
      say("  %s\n", text ? text : "nothing");
      break;
    default:
      TELL(OTF2_Archive_GetPropertyNames(w.archive, &many, &list));
      for (uint32_t i = 0; i < many && list; ++i) say("  %s\n", list[i]);
  }
  free(text);
  free(list);
}

static void numbers(void) {
  uint64_t large = 12345, other = 12345;
  uint32_t small = 12345;
  uint8_t version[3] = {9, 9, 9};
  OTF2_FileSubstrate substrate = 99;
  OTF2_Compression compression = 99;
  bool flag = false;
  switch (pick(11)) {
    case 0:
      TELL(OTF2_Archive_GetChunkSize(w.archive, &large, &other));
      break;
    case 1:
      TELL(OTF2_Archive_GetNumberOfLocations(w.archive, &large));
      break;
    case 2:
      TELL(OTF2_Archive_GetNumberOfGlobalDefinitions(w.archive, &large));
      break;
    case 3:
      TELL(OTF2_Archive_GetNumberOfSnapshots(w.archive, &small));
      break;
    case 4:
      TELL(OTF2_Archive_GetNumberOfThumbnails(w.archive, &small));
      break;
    case 5:
      TELL(OTF2_Archive_GetFileSubstrate(w.archive, &substrate));
      break;
    case 6:
      TELL(OTF2_Archive_GetCompression(w.archive, &compression));
      break;
    case 7:
      TELL(OTF2_Archive_GetVersion(w.archive, &version[0], &version[1], &version[2]));
      break;
    case 8:
      TELL(OTF2_Archive_SetNumberOfSnapshots(w.archive, pick(5)));
      break;
    case 9:
      if (w.has_collectives) TELL(OTF2_Archive_SetDefChunkSize(w.archive, chance(80) ? chunk : 100));
      break;
    default:
      if (w.has_collectives) TELL(OTF2_Archive_IsPrimary(w.archive, &flag));
  }
  say("  %llu %llu %u %u %u %u %u.%u.%u\n", (unsigned long long)large, (unsigned long long)other, small, substrate,
      compression, flag, version[0], version[1], version[2]);
}

static void files(void) {
  switch (pick(6)) {
    case 0:
      TELL(OTF2_Archive_OpenEvtFiles(w.archive));
      break;
    case 1:
      TELL(OTF2_Archive_OpenDefFiles(w.archive));
      break;
    case 2:
      TELL(OTF2_Archive_OpenSnapFiles(w.archive));
      break;
    case 3:
      TELL(OTF2_Archive_CloseEvtFiles(w.archive));
      break;
    case 4:
      TELL(OTF2_Archive_CloseDefFiles(w.archive));
      break;
    default:
      TELL(OTF2_Archive_CloseSnapFiles(w.archive));
  }
}

/* --- steps: records ----------------------------------------------------------------------------------------------- */

static OTF2_AttributeList* some_attributes(void) {
  static const unsigned many[] = {1, 1, 2, 3, 16, 17};
  if (chance(50)) return chance(50) ? w.attributes : NULL;
  for (unsigned i = 0, n = ONE_OF(many); i < n; ++i) {
    const OTF2_ErrorCode code = add_attribute(w.attributes, i, pick(steps));
    if (code) say("  attribute %u -> %d\n", i, (int)code);
  }
  return w.attributes;
}

static unsigned of_events(void) {
  unsigned i = pick(locations + 1);
  PREFER_OPEN(i, w.events);
  return i;
}

static unsigned of_snapshots(void) {
  unsigned i = pick(locations);
  PREFER_OPEN(i, w.snapshots);
  return i;
}

static unsigned of_definitions(void) {
  unsigned i = pick(locations);
  PREFER_OPEN(i, w.definitions);
  return i;
}

/* Mostly later than the last event, sometimes at the same time, seldom earlier. */
static OTF2_TimeStamp next_time(OTF2_TimeStamp last) {
  static const OTF2_TimeStamp strides[] = {0, 0, 1, 2, 100, 1000, 70000};
  if (chance(3) && last > 0) return last - 1;
  return last + ONE_OF(strides);
}

static void get_events(void) {
  const unsigned i = pick(locations + 1);
  const OTF2_LocationRef location = location_of[i];
  say("  location %llu\n", (unsigned long long)location);
  OTF2_EvtWriter* writer = TELL_WHETHER(OTF2_Archive_GetEvtWriter(w.archive, location));
  if (i < locations && w.events[i]) say("  the same: %d\n", writer == w.events[i]);
  w.events[i] = writer;
}

static void put_event(void) {
  const unsigned i = of_events(), kind = pick(event_kinds), r = pick(steps);
  if (!w.events[i] && chance(90)) return;
  const OTF2_TimeStamp time = next_time(w.time[i]);
  OTF2_AttributeList* attributes = some_attributes();
  say("  writer %u %s %u at %llu\n", i, event_names[kind], r, (unsigned long long)time);
  if (TELL(write_event(w.events[i], attributes, time, kind, r)) == 0) w.time[i] = time;
}

static void put_events(void) {
  for (unsigned n = 2 + pick(8); n > 0; --n) put_event();
}

static void rewind_events(void) {
  const unsigned i = of_events(), point = pick(2);
  if (!w.events[i] && chance(80)) return;
  say("  writer %u point %u\n", i, point);
  switch (pick(5)) {
    case 0:
    case 1:
      TELL(OTF2_EvtWriter_StoreRewindPoint(w.events[i], point));
      break;
    case 2:
    case 3:
      TELL(OTF2_EvtWriter_Rewind(w.events[i], point));
      TELL(OTF2_EvtWriter_ClearRewindPoint(w.events[i], 1 - point)); /* it may lie ahead now */
      break;
    default:
      TELL(OTF2_EvtWriter_ClearRewindPoint(w.events[i], point));
  }
}

/* A location has one writer. Going back to a time without location takes it away again, so points of then must go. */
static void name_location(void) {
  const unsigned i = of_events(), other = pick(locations);
  if (!w.events[i] || (i == locations && w.events[other])) return;
  say("  writer %u location %llu\n", i, (unsigned long long)location_of[other]);
  if (TELL(OTF2_EvtWriter_SetLocationID(w.events[i], location_of[other])) != 0 || i != locations) return;
  TELL(OTF2_EvtWriter_ClearRewindPoint(w.events[i], 0));
  TELL(OTF2_EvtWriter_ClearRewindPoint(w.events[i], 1));
  w.events[other] = w.events[i];
  w.time[other] = w.time[i];
  w.events[i] = NULL;
}

static void ask_events(void) {
  const unsigned i = of_events();
  uint64_t events = 12345;
  OTF2_LocationRef location = 12345;
  void* data = NULL;
  say("  writer %u\n", i);
  TELL(OTF2_EvtWriter_GetNumberOfEvents(w.events[i], &events));
  TELL(OTF2_EvtWriter_GetLocationID(w.events[i], &location));
  TELL(OTF2_EvtWriter_SetUserData(w.events[i], &w));
  TELL(OTF2_EvtWriter_GetUserData(w.events[i], &data));
  say("  %llu %llu %d\n", (unsigned long long)events, (unsigned long long)location, data == &w);
}

static void close_events(void) {
  const unsigned i = of_events();
  if (chance(70)) return;
  say("  writer %u\n", i);
  TELL(OTF2_Archive_CloseEvtWriter(w.archive, w.events[i]));
  if (chance(10)) TELL(OTF2_Archive_CloseEvtWriter(w.archive, w.events[i]));
  if (i < locations) w.time[i] = 0;
  w.events[i] = NULL;
}

static void get_snapshots(void) {
  const unsigned i = pick(locations);
  say("  location %u\n", i);
  w.snapshots[i] = TELL_WHETHER(OTF2_Archive_GetSnapWriter(w.archive, location_of[i]));
}

/* A start without attributes: the reference looks for starts and is confused by them. */
static void put_snapshot(void) {
  const unsigned i = of_snapshots(), records = pick(6);
  if (!w.snapshots[i] && chance(90)) return;
  const OTF2_TimeStamp time = w.snapshot_time[i] += pick(1000);
  say("  writer %u at %llu\n", i, (unsigned long long)time);
  TELL(OTF2_SnapWriter_SnapshotStart(w.snapshots[i], NULL, time, records));
  for (unsigned n = 0; n < records; ++n) {
    const unsigned kind = pick(snapshot_kinds), r = pick(steps);
    if (strcmp(snapshot_names[kind], "SnapshotStart") == 0) continue;
    say("  %s %u\n", snapshot_names[kind], r);
    TELL(write_snapshot(w.snapshots[i], some_attributes(), time, kind, r));
  }
  TELL(OTF2_SnapWriter_SnapshotEnd(w.snapshots[i], NULL, time, pick(100)));
}

static void put_loose_snapshot(void) {
  const unsigned i = of_snapshots(), kind = pick(snapshot_kinds), r = pick(steps);
  if (!w.snapshots[i] || chance(80)) return;
  const OTF2_TimeStamp time = next_time(w.snapshot_time[i]);
  say("  writer %u at %llu %s %u\n", i, (unsigned long long)time, snapshot_names[kind], r);
  if (TELL(write_snapshot(w.snapshots[i], some_attributes(), time, kind, r)) == 0) w.snapshot_time[i] = time;
  w.damage.loose_snapshots = true;
}

static void close_snapshots(void) {
  const unsigned i = of_snapshots();
  OTF2_LocationRef location = 12345;
  say("  writer %u\n", i);
  TELL(OTF2_SnapWriter_GetLocationID(w.snapshots[i], &location));
  say("  %llu\n", (unsigned long long)location);
  if (chance(70)) return;
  TELL(OTF2_Archive_CloseSnapWriter(w.archive, w.snapshots[i]));
  if (chance(10)) TELL(OTF2_Archive_CloseSnapWriter(w.archive, w.snapshots[i]));
  w.snapshots[i] = NULL;
  w.snapshot_time[i] = 0;
}

static void get_definitions(void) {
  const unsigned i = pick(locations);
  say("  location %u\n", i);
  w.definitions[i] = TELL_WHETHER(OTF2_Archive_GetDefWriter(w.archive, location_of[i]));
}

static void put_definitions(void) {
  const unsigned i = of_definitions();
  if (!w.definitions[i] && chance(90)) return;
  for (unsigned n = 1 + pick(6); n > 0; --n) {
    const unsigned kind = pick(definition_kinds), r = pick(steps);
    say("  writer %u %s %u\n", i, definition_names[kind], r);
    TELL(write_definition(w.definitions[i], kind, r));
  }
}

/* What changes how events are read. */
static void put_clock_or_map(void) {
  static const char* const names[] = {"MappingTable", "ClockOffset"};
  const unsigned i = of_definitions(), r = pick(steps);
  const char* name = ONE_OF(names);
  if (!w.definitions[i]) return;
  for (unsigned kind = 0; kind < definition_kinds; ++kind) {
    if (strcmp(definition_names[kind], name) != 0) continue;
    say("  writer %u %s %u\n", i, name, r);
    TELL(write_definition(w.definitions[i], kind, r));
  }
}

static void close_definitions(void) {
  const unsigned i = of_definitions();
  OTF2_LocationRef location = 12345;
  say("  writer %u\n", i);
  TELL(OTF2_DefWriter_GetLocationID(w.definitions[i], &location));
  say("  %llu\n", (unsigned long long)location);
  if (chance(70)) return;
  TELL(OTF2_Archive_CloseDefWriter(w.archive, w.definitions[i]));
  if (chance(10)) TELL(OTF2_Archive_CloseDefWriter(w.archive, w.definitions[i]));
  w.definitions[i] = NULL;
}

static void put_global_definitions(void) {
  if (!w.has_collectives) return;
  w.global = TELL_WHETHER(OTF2_Archive_GetGlobalDefWriter(w.archive));
  for (unsigned n = 1 + pick(8); n > 0; --n) {
    const unsigned kind = pick(global_definition_kinds), r = pick(steps);
    say("  %s %u\n", global_definition_names[kind], r);
    TELL(write_global_definition(w.global, kind, r));
  }
  uint64_t definitions = 12345, of_locations = 12345;
  TELL(OTF2_GlobalDefWriter_GetNumberOfDefinitions(w.global, &definitions));
  TELL(OTF2_GlobalDefWriter_GetNumberOfLocations(w.global, &of_locations));
  say("  %llu %llu\n", (unsigned long long)definitions, (unsigned long long)of_locations);
  if (chance(5)) TELL(OTF2_Archive_CloseGlobalDefWriter(w.archive, w.global));
}

static void put_markers(void) {
  if (!w.has_collectives) return;
  w.markers = TELL_WHETHER(OTF2_Archive_GetMarkerWriter(w.archive));
  for (unsigned n = 1 + pick(4); n > 0; --n) {
    const unsigned kind = pick(marker_kinds), r = pick(steps);
    say("  %s %u\n", marker_names[kind], r);
    TELL(write_marker(w.markers, kind, r));
  }
  if (chance(20)) TELL(OTF2_Archive_CloseMarkerWriter(w.archive, w.markers));
}

static void put_thumbnail(void) {
  static const char* const words[] = {"", "name", "a text that is longer", NULL};
  const uint64_t numbers[] = {1, UINT64_MAX, 3, 1 << 20};
  const unsigned i = pick(thumbnails);
  if (!w.thumbnail[i]) {
    const char *name = ONE_OF(words), *text = ONE_OF(words);
    const OTF2_ThumbnailType type = (OTF2_ThumbnailType)pick(4);
    const uint32_t samples = pick(4);
    w.metrics[i] = pick(5);
    say("  %s %s type %u samples %u metrics %u\n", name ? name : "none", text ? text : "none", type, samples,
        w.metrics[i]);
    w.thumbnail[i] = TELL_WHETHER(
        OTF2_Archive_GetThumbWriter(w.archive, name, text, type, samples, w.metrics[i], numbers));
  }
  if (!w.thumbnail[i]) return;
  const uint32_t metrics = chance(90) ? w.metrics[i] : pick(5);
  say("  writer %u metrics %u\n", i, metrics);
  TELL(OTF2_ThumbWriter_WriteSample(w.thumbnail[i], pick(1000), metrics, chance(95) ? numbers : NULL));
}

/* --- steps: more than a chunk holds ------------------------------------------------------------------------------- */

static void put_many_events(void) {
  const unsigned i = of_events();
  OTF2_ErrorCode code = OTF2_SUCCESS;
  unsigned written = 0;
  if (!w.events[i]) return;
  for (; written < burst && code == OTF2_SUCCESS; ++written)
    code = write_event(w.events[i], NULL, ++w.time[i], (written * 7) % event_kinds, written % steps);
  say("  writer %u, %u events\n", i, written);
  TELL(code);
}

static void put_many_snapshots(void) {
  const unsigned i = of_snapshots();
  OTF2_ErrorCode code = OTF2_SUCCESS;
  if (!w.snapshots[i]) return;
  for (unsigned n = 0; n < burst / 2; ++n) {
    const OTF2_TimeStamp time = w.snapshot_time[i] += n % 9;
    code = OTF2_SnapWriter_SnapshotStart(w.snapshots[i], NULL, time, 1);
    if (!code) code = OTF2_SnapWriter_Enter(w.snapshots[i], NULL, time, n, n);
    if (!code) code = OTF2_SnapWriter_SnapshotEnd(w.snapshots[i], NULL, time, n);
  }
  say("  writer %u\n", i);
  TELL(code);
}

static void put_many_definitions(void) {
  const unsigned i = of_definitions();
  OTF2_ErrorCode code = OTF2_SUCCESS;
  if (!w.definitions[i]) return;
  for (unsigned n = 0; n < burst / 10 && !code; ++n)
    code = write_definition(w.definitions[i], n % definition_kinds, n % steps);
  say("  writer %u\n", i);
  TELL(code);
}

static void put_many_global_definitions(void) {
  OTF2_ErrorCode code = OTF2_SUCCESS;
  if (!w.has_collectives) return;
  w.global = TELL_WHETHER(OTF2_Archive_GetGlobalDefWriter(w.archive));
  for (unsigned n = 0; n < burst / 10 && !code; ++n)
    code = write_global_definition(w.global, n % global_definition_kinds, n % steps);
  TELL(code);
}

static void put_many(void) {
  static void (*const kinds[])(void) = {put_many_events, put_many_events, put_many_events, put_many_snapshots,
      put_many_definitions, put_many_global_definitions};
  if (chance(60)) chunks_left = (int)pick(2);
  ONE_OF(kinds)();
}

/* --- steps: things one should not do ------------------------------------------------------------------------------ */

static void misuse_nothing(void) {
  uint64_t large = 12345;
  bool flag = false;
  switch (pick(24)) {
    case 0:
      TELL(write_event(NULL, w.attributes, 1, pick(event_kinds), pick(steps)));
      break;
    case 1:
      TELL(write_snapshot(NULL, NULL, 1, pick(snapshot_kinds), pick(steps)));
      break;
    case 2:
      TELL(write_definition(NULL, pick(definition_kinds), pick(steps)));
      break;
    case 3:
      TELL(write_global_definition(NULL, pick(global_definition_kinds), pick(steps)));
      break;
    case 4:
      TELL(write_marker(NULL, pick(marker_kinds), pick(steps)));
      break;
    case 5:
      TELL_WHETHER(OTF2_Archive_GetEvtWriter(NULL, 0));
      break;
    case 6:
      TELL_WHETHER(OTF2_Archive_GetSnapWriter(NULL, 0));
      break;
    case 7:
      TELL_WHETHER(OTF2_Archive_GetDefWriter(NULL, 0));
      break;
    case 8:
      TELL_WHETHER(OTF2_Archive_GetGlobalDefWriter(NULL));
      break;
    case 9:
      TELL_WHETHER(OTF2_Archive_GetMarkerWriter(NULL));
      break;
    case 10:
      TELL_WHETHER(OTF2_Archive_GetThumbWriter(NULL, "a", "b", 0, 1, 1, &large));
      break;
    case 11:
      TELL(OTF2_Archive_SetFlushCallbacks(NULL, &flush_callbacks, NULL));
      break;
    case 12:
      TELL(OTF2_Archive_SetMemoryCallbacks(NULL, &memory_callbacks, NULL));
      break;
    case 13:
      TELL(OTF2_Archive_SetSerialCollectiveCallbacks(NULL));
      break;
    case 14:
      TELL(OTF2_Archive_CloseEvtWriter(NULL, NULL));
      break;
    case 15:
      TELL(OTF2_Archive_CloseMarkerWriter(w.archive, NULL));
      break;
    case 16:
      TELL(OTF2_Archive_CloseGlobalDefWriter(w.archive, NULL));
      break;
    case 17:
      TELL(OTF2_Archive_IsPrimary(NULL, &flag));
      break;
    case 18:
      TELL(OTF2_Archive_GetNumberOfLocations(w.archive, NULL));
      break;
    case 19:
      TELL(OTF2_EvtWriter_SetLocationID(NULL, 1));
      break;
    case 20:
      TELL(OTF2_ThumbWriter_WriteSample(NULL, 1, 1, &large));
      break;
    case 21:
      TELL(OTF2_Archive_OpenEvtFiles(NULL));
      break;
    case 22:
      TELL(OTF2_Archive_GetTraceId(w.archive, &large));
      break;
    default:
      TELL(OTF2_Archive_Close(NULL));
  }
}

static void misuse_mode(void) {
  OTF2_Boolean yes = OTF2_TRUE;
  switch (pick(9)) {
    case 0:
      TELL_WHETHER(OTF2_Archive_GetEvtReader(w.archive, 0));
      break;
    case 1:
      TELL_WHETHER(OTF2_Archive_GetDefReader(w.archive, 0));
      break;
    case 2:
      TELL_WHETHER(OTF2_Archive_GetSnapReader(w.archive, 0));
      break;
    case 3:
      TELL_WHETHER(OTF2_Archive_GetGlobalDefReader(w.archive));
      break;
    case 4:
      TELL_WHETHER(OTF2_Archive_GetGlobalEvtReader(w.archive));
      break;
    case 5:
      TELL_WHETHER(OTF2_Archive_GetMarkerReader(w.archive));
      break;
    case 6:
      TELL(OTF2_Archive_SwitchFileMode(w.archive, (OTF2_FileMode)pick(4)));
      break;
    case 7:
      TELL(OTF2_Archive_SelectLocation(w.archive, 0));
      break;
    default:
      TELL(OTF2_Archive_SetHint(w.archive, OTF2_HINT_GLOBAL_READER, &yes));
  }
}

static void misuse_values(void) {
  const unsigned i = pick(locations);
  switch (pick(6)) {
    case 0:
      if (w.events[i]) TELL(OTF2_EvtWriter_Metric(w.events[i], NULL, w.time[i], 1, 3, NULL, NULL));
      break;
    case 1:
      if (w.events[i]) TELL(OTF2_EvtWriter_ProgramBegin(w.events[i], NULL, w.time[i], 1, 2, NULL));
      break;
    case 2:
      if (w.definitions[i]) TELL(OTF2_DefWriter_WriteString(w.definitions[i], 1, NULL));
      break;
    case 3:
      if (w.definitions[i]) TELL(OTF2_DefWriter_WriteMappingTable(w.definitions[i], OTF2_MAPPING_REGION, NULL));
      break;
    case 4:
      if (w.definitions[i]) TELL(OTF2_DefWriter_WriteGroup(w.definitions[i], 1, 1, 1, 1, 0, 3, NULL));
      break;
    default:
      if (w.events[i]) TELL(OTF2_EvtWriter_GetUserData(w.events[i], NULL));
  }
}

static void change_callbacks(void) {
  answer_for_events = chance(80) ? OTF2_FLUSH : OTF2_NO_FLUSH;
  answer_for_others = chance(95) ? OTF2_FLUSH : OTF2_NO_FLUSH;
  chunks_left = chance(70) ? 1000 : (int)pick(4);
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static void (*const step[])(void) = {get_events, get_events, put_event, put_events, put_events, put_events, ask_events,
    close_events, rewind_events, rewind_events, name_location, get_snapshots, put_snapshot, put_snapshot,
    put_loose_snapshot, close_snapshots, get_definitions, put_definitions, put_definitions, put_clock_or_map,
    put_clock_or_map, close_definitions, put_global_definitions, put_global_definitions, put_markers, put_thumbnail,
    texts, properties, properties, numbers, files, misuse_nothing, misuse_mode, misuse_values, change_callbacks};

static void open_archive(const char* path) {
  static const uint64_t chunks[] = {chunk, chunk, chunk, chunk, chunk, 300000, 1 << 20};
  const uint64_t events = ONE_OF(chunks), definitions = chance(90) ? ONE_OF(chunks) : OTF2_UNDEFINED_UINT64;
  const OTF2_FileSubstrate substrate = chance(95) ? OTF2_SUBSTRATE_POSIX : OTF2_SUBSTRATE_NONE;
  if (chance(3))
    TELL_WHETHER(OTF2_Archive_Open(path, "t", OTF2_FILEMODE_WRITE, 100, chunk, substrate, OTF2_COMPRESSION_NONE));
  if (chance(3))
    TELL_WHETHER(OTF2_Archive_Open(path, "t", OTF2_FILEMODE_WRITE, chunk, 100, substrate, OTF2_COMPRESSION_NONE));
  if (chance(3))
    TELL_WHETHER(OTF2_Archive_Open(NULL, "t", OTF2_FILEMODE_WRITE, chunk, chunk, substrate, OTF2_COMPRESSION_NONE));
  if (chance(3))
    TELL_WHETHER(OTF2_Archive_Open(path, "t", OTF2_FILEMODE_WRITE, chunk, chunk, substrate, OTF2_COMPRESSION_ZLIB));
  if (chance(3))
    TELL_WHETHER(
        OTF2_Archive_Open(path, "t", OTF2_FILEMODE_WRITE, chunk, chunk, OTF2_SUBSTRATE_SION, OTF2_COMPRESSION_NONE));
  if (chance(3))
    TELL_WHETHER(OTF2_Archive_Open(path, "t", OTF2_FILEMODE_READ, chunk, chunk, substrate, OTF2_COMPRESSION_NONE));
  say("  chunks %llu %llu substrate %u\n", (unsigned long long)events, (unsigned long long)definitions, substrate);
  w.archive = TELL_WHETHER(
      OTF2_Archive_Open(path, "t", OTF2_FILEMODE_WRITE, events, definitions, substrate, OTF2_COMPRESSION_NONE));
}

static void write_locations(void) {
  for (unsigned i = 0; i < locations; ++i)
    if (chance(70)) TELL(OTF2_GlobalDefWriter_WriteLocation(w.global, location_of[i], 1, 1, 7, 0));
}

struct damage write_archive(const char* path) {
  memset(&w, 0, sizeof w);
  answer_for_events = answer_for_others = OTF2_FLUSH;
  has_flushed = false;
  chunks_left = chance(70) ? 1000 : 2 + (int)pick(12);
  w.attributes = OTF2_AttributeList_New();
  open_archive(path);
  set_up();
  while (chance(60)) get_events();
  while (chance(40)) get_definitions();
  while (chance(40)) get_snapshots();
  const unsigned many = 10 + pick(90), burst_at = chance(16) ? many / 2 + pick(many / 2) : many;
  for (unsigned n = 0; n < many; ++n) {
    if (n == burst_at) {
      put_many();
    } else {
      const unsigned s = pick(COUNT_OF(step));
      step[s]();
    }
  }
  set_flush();
  set_collectives();
  w.global = TELL_WHETHER(OTF2_Archive_GetGlobalDefWriter(w.archive));
  write_locations();
  if (chance(2)) return w.damage;
  TELL(OTF2_Archive_Close(w.archive));
  return w.damage;
}
