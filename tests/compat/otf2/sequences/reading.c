/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads an archive in steps taken at random, most of them good. Left out is what the reference does not survive, and
 * what is not defined: a location is not read by itself while all are read in order. */
#define _POSIX_C_SOURCE 200809L
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An archive is read through one of two handles, which have mostly the same functions. */
static struct {
  OTF2_Reader* reader;
  OTF2_Archive* archive;
  char directory[4096]; /* of the files of locations */
  bool may_change;      /* the archive */
  struct damage damage;
  OTF2_EvtReader* events[locations];
  OTF2_SnapReader* snapshots[locations];
  OTF2_DefReader* definitions[locations];
  /* There is no reading on, but for seeking. */
  bool events_end[locations], snapshots_end[locations], definitions_end[locations];
  /* There is no such file. When asked again, the reference gives a reader that it does not survive. */
  bool has_snapshots[locations]; /* the reference does not survive a search where there are none */
  bool no_events[locations], no_snapshots[locations], no_definitions[locations], no_markers;
  OTF2_GlobalDefReader* global_definitions;
  OTF2_GlobalEvtReader* global_events;
  OTF2_GlobalSnapReader* global_snapshots;
  OTF2_MarkerReader* markers;
  bool global_definitions_end, markers_end, global_events_end, global_snapshots_end;
} r;

#define EITHER(function) (r.reader ? OTF2_Reader_##function(r.reader) : OTF2_Archive_##function(r.archive))
#define EITHER_WITH(function, ...) \
  (r.reader ? OTF2_Reader_##function(r.reader, __VA_ARGS__) : OTF2_Archive_##function(r.archive, __VA_ARGS__))

/* Callbacks for all records of a reader, or for some. */
#define USE_CALLBACKS(Kind, handle)                                                 \
  do {                                                                              \
    OTF2_##Kind##ReaderCallbacks* table = new_##Kind##_callbacks(some_callbacks()); \
    if (r.reader)                                                                   \
      TELL(OTF2_Reader_Register##Kind##Callbacks(r.reader, handle, table, NULL));   \
    else                                                                            \
      TELL(OTF2_##Kind##Reader_SetCallbacks(handle, table, NULL));                  \
    OTF2_##Kind##ReaderCallbacks_Delete(table);                                     \
  } while (0)

/* Reads with one of the functions there are: Scope is what OTF2_Reader calls the records of a Kind of reader. */
#define READ(Kind, What, Scope, handle, wanted)                                                              \
  (!r.reader                            ? TELL_COUNT(OTF2_##Kind##Reader_Read##What(handle, wanted, &count)) \
      : wanted == OTF2_UNDEFINED_UINT64 ? TELL_COUNT(OTF2_Reader_ReadAll##Scope(r.reader, handle, &count))   \
                                        : TELL_COUNT(OTF2_Reader_Read##Scope(r.reader, handle, wanted, &count)))

static uint64_t some_number(void) {
  static const uint64_t numbers[] = {0, 1, 2, 3, 7, 20, 100, 5000, OTF2_UNDEFINED_UINT64, OTF2_UNDEFINED_UINT64};
  return ONE_OF(numbers);
}

static unsigned some_callbacks(void) { return chance(70) ? all_callbacks : 1 + pick(1000); }

/* Before a call that reads: how many records, and whether a callback will end it earlier. */
static uint64_t prepare_to_read(void) {
  const uint64_t wanted = some_number();
  interrupt_after = chance(20) ? 1 + pick(10) : 0;
  say("  wanted %llu, interrupt after %u\n", (unsigned long long)wanted, interrupt_after);
  return wanted;
}

/* Whether there is no reading on: errors leave the reference inside of a record. */
static bool is_lost(int code) {
  interrupt_after = 0;
  return code != OTF2_SUCCESS && code != OTF2_ERROR_INTERRUPTED_BY_CALLBACK &&
         code != OTF2_ERROR_DUPLICATE_MAPPING_TABLE;
}

/* The same for a single file, where the reference also reads on behind the end. */
static bool is_end(int code, uint64_t wanted) { return is_lost(code) || (code == OTF2_SUCCESS && count < wanted); }

static unsigned this_location(unsigned i) {
  say("  location %llu\n", (unsigned long long)location_of[i]);
  return i;
}

static unsigned some_location(void) { return this_location(pick(locations)); }

/* One that has a file, mostly. */
static unsigned location_with(const char* suffix) {
  unsigned i = pick(locations);
  char path[sizeof r.directory + 40];
  for (int tries = 0; tries < 10; ++tries) {
    snprintf(path, sizeof path, "%s/%llu%s", r.directory, (unsigned long long)location_of[i], suffix);
    if (access(path, R_OK) == 0) break;
    i = pick(locations);
  }
  return this_location(i);
}

static unsigned of_events(void) {
  unsigned i = pick(locations);
  PREFER_OPEN(i, r.events);
  return this_location(i);
}

static unsigned of_snapshots(void) {
  unsigned i = pick(locations);
  PREFER_OPEN(i, r.snapshots);
  return this_location(i);
}

static bool is_any(const bool* flags) {
  for (unsigned i = 0; i < locations; ++i)
    if (flags[i]) return true;
  return false;
}

/* --- steps: the archive ------------------------------------------------------------------------------------------- */

static void hint(void) {
  OTF2_Boolean value = (OTF2_Boolean)pick(3);
  const OTF2_Hint which = chance(80) ? OTF2_HINT_GLOBAL_READER : 7;
  say("  hint %u value %u\n", which, value);
  TELL(EITHER_WITH(SetHint, which, &value));
}

static void tell_text(const char* text) { say("  %s\n", text ? text : "nothing"); }

static void texts(void) {
  static const char* const names[] = {"A::B", "a::b", "A::B::C", "A_9::_", "A", "", NULL};
  const char* name = ONE_OF(names);
  char *text = NULL, **list = NULL;
  uint32_t many = 99;
  bool flag = false;
  say("  name %s\n", name ? name : "none");
  switch (pick(6)) {
    case 0:
      TELL(EITHER_WITH(GetMachineName, &text));
      break;
    case 1:
      TELL(EITHER_WITH(GetDescription, &text));
      break;
    case 2:
      TELL(EITHER_WITH(GetCreator, &text));
      break;
    case 3:
      TELL(EITHER_WITH(GetProperty, name, &text));
      break;
    case 4:
      if (r.reader) TELL(OTF2_Reader_GetBoolProperty(r.reader, name, &flag));
      break;
    default:
      TELL(EITHER_WITH(GetPropertyNames, &many, &list));
      for (uint32_t i = 0; i < many && list; ++i) tell_text(list[i]);
  }
  say("  %u\n", flag);
  tell_text(text);
  free(text);
  free(list);
}

static void numbers(void) {
  uint64_t large = 12345, other = 12345, unknown = 0;
  uint32_t small = 12345;
  uint8_t version[3] = {9, 9, 9};
  OTF2_FileSubstrate substrate = 99;
  OTF2_Compression compression = 99;
  bool flag = false;
  switch (pick(10)) {
    case 0:
      TELL(EITHER_WITH(GetChunkSize, &large, &other));
      break;
    case 1:
      TELL(EITHER_WITH(GetNumberOfLocations, &large));
      break;
    case 2:
      TELL(EITHER_WITH(GetNumberOfGlobalDefinitions, &large));
      break;
    case 3:
      TELL(EITHER_WITH(GetNumberOfSnapshots, &small));
      break;
    case 4:
      TELL(EITHER_WITH(GetNumberOfThumbnails, &small));
      break;
    case 5:
      TELL(EITHER_WITH(GetFileSubstrate, &substrate));
      break;
    case 6:
      TELL(EITHER_WITH(GetCompression, &compression));
      break;
    case 7:
      TELL(EITHER_WITH(GetVersion, &version[0], &version[1], &version[2]));
      break;
    case 8:
      TELL(EITHER_WITH(GetTraceId, &unknown));
      break;
    default:
      TELL(EITHER_WITH(IsPrimary, &flag));
  }
  say("  %llu %llu %u %u %u %u %u.%u.%u\n", (unsigned long long)large, (unsigned long long)other, small, substrate,
      compression, flag, version[0], version[1], version[2]);
}

static void files(void) {
  switch (pick(6)) {
    case 0:
      TELL(EITHER(OpenEvtFiles));
      break;
    case 1:
      TELL(EITHER(OpenDefFiles));
      break;
    case 2:
      TELL(EITHER(OpenSnapFiles));
      break;
    case 3:
      TELL(EITHER_WITH(SelectLocation, location_of[some_location()]));
      break;
    case 4:
      set_collectives_of(r.archive, r.reader);
      break;
    default:
      TELL(EITHER_WITH(SetLockingCallbacks, &locking_callbacks, NULL));
  }
}

/* --- steps: definitions and markers ------------------------------------------------------------------------------- */

static void read_global_definitions(void) {
  if (!r.global_definitions) {
    OTF2_GlobalDefReader* reader = r.global_definitions = TELL_WHETHER(EITHER(GetGlobalDefReader));
    r.global_definitions_end = false;
    USE_CALLBACKS(GlobalDef, reader);
  }
  if (r.global_definitions_end) return;
  const uint64_t wanted = prepare_to_read();
  const int code = READ(GlobalDef, Definitions, GlobalDefinitions, r.global_definitions, wanted);
  r.global_definitions_end = is_end(code, wanted);
}

static void close_global_definitions(void) {
  if (!r.global_definitions || chance(60)) return;
  TELL(EITHER_WITH(CloseGlobalDefReader, r.global_definitions));
  if (chance(10)) TELL(EITHER_WITH(CloseGlobalDefReader, r.global_definitions));
  r.global_definitions = NULL;
}

static void get_definitions(unsigned i) {
  if (r.no_definitions[i]) return;
  OTF2_DefReader* reader = r.definitions[i] = TELL_WHETHER(EITHER_WITH(GetDefReader, location_of[i]));
  r.no_definitions[i] = !reader;
  r.definitions_end[i] = false;
  if (!reader) return;
  USE_CALLBACKS(Def, reader);
}

static void read_definitions(void) {
  const unsigned i = location_with(".def");
  if (!r.definitions[i]) get_definitions(i);
  if (!r.definitions[i] || r.definitions_end[i]) return;
  const uint64_t wanted = prepare_to_read();
  const int code = READ(Def, Definitions, LocalDefinitions, r.definitions[i], wanted);
  r.definitions_end[i] = is_end(code, wanted);
}

static void close_definitions(void) {
  const unsigned i = some_location();
  OTF2_LocationRef location = 12345;
  TELL(OTF2_DefReader_GetLocationID(r.definitions[i], &location));
  say("  %llu\n", (unsigned long long)location);
  if (chance(50)) return;
  TELL(EITHER_WITH(CloseDefReader, r.definitions[i]));
  if (chance(10)) TELL(EITHER_WITH(CloseDefReader, r.definitions[i]));
  r.definitions[i] = NULL;
}

static void read_markers(void) {
  if (!r.markers) {
    if (r.no_markers) return;
    OTF2_MarkerReader* reader = r.markers = TELL_WHETHER(EITHER(GetMarkerReader));
    r.markers_end = false;
    r.no_markers = !reader;
    if (!reader) return;
    USE_CALLBACKS(Marker, reader);
  }
  if (r.markers_end) return;
  const uint64_t wanted = prepare_to_read();
  const int code = READ(Marker, Markers, Markers, r.markers, wanted);
  r.markers_end = is_end(code, wanted);
}

static void close_markers(void) {
  if (!r.markers || chance(60)) return;
  TELL(EITHER_WITH(CloseMarkerReader, r.markers));
  if (chance(10)) TELL(EITHER_WITH(CloseMarkerReader, r.markers));
  r.markers = NULL;
}

/* --- steps: events ------------------------------------------------------------------------------------------------ */

static void set_event_callbacks(OTF2_EvtReader* reader) { USE_CALLBACKS(Evt, reader); }

static void get_events(void) {
  const unsigned i = location_with(".evt");
  if (r.global_events || r.no_events[i]) return;
  OTF2_EvtReader* reader = TELL_WHETHER(EITHER_WITH(GetEvtReader, location_of[i]));
  r.no_events[i] = !reader;
  if (!r.events[i])
    r.events_end[i] = false;
  else
    say("  the same: %d\n", reader == r.events[i]);
  r.events[i] = reader;
  if (reader) set_event_callbacks(reader);
}

static void read_events(void) {
  const unsigned i = of_events();
  if (r.global_events || !r.events[i] || r.events_end[i]) return;
  const uint64_t wanted = prepare_to_read();
  const int code = READ(Evt, Events, LocalEvents, r.events[i], wanted);
  r.events_end[i] = is_end(code, wanted);
}

static void seek_events(void) {
  static const uint64_t places[] = {0, 1, 2, 3, 5, 10, 30, 4000, 9000, 12000, UINT64_MAX};
  const unsigned i = of_events();
  const uint64_t place = ONE_OF(places);
  if (r.global_events || !r.events[i]) return;
  say("  to %llu\n", (unsigned long long)place);
  const bool found = TELL(OTF2_EvtReader_Seek(r.events[i], place)) == OTF2_SUCCESS;
  if (found) TELL_COUNT(OTF2_EvtReader_GetPos(r.events[i], &count));
  r.events_end[i] = !found;
}

static void ask_events(void) {
  const unsigned i = of_events();
  OTF2_LocationRef location = 12345;
  const bool action = chance(60);
  if (r.global_events) return;
  switch (pick(5)) {
    case 0:
      TELL(OTF2_EvtReader_GetLocationID(r.events[i], &location));
      say("  %llu\n", (unsigned long long)location);
      break;
    case 1:
      if (!r.events_end[i]) TELL_COUNT(OTF2_EvtReader_GetPos(r.events[i], &count));
      break;
    case 2:
      say("  %d\n", action);
      TELL(OTF2_EvtReader_ApplyMappingTables(r.events[i], action));
      break;
    case 3:
      say("  %d\n", action);
      TELL(OTF2_EvtReader_ApplyClockOffsets(r.events[i], action));
      break;
    default:
      if (r.events[i]) set_event_callbacks(r.events[i]);
  }
}

static void close_events(void) {
  const unsigned i = of_events();
  if (r.global_events || chance(60)) return;
  TELL(EITHER_WITH(CloseEvtReader, r.events[i]));
  if (chance(10)) TELL(EITHER_WITH(CloseEvtReader, r.events[i]));
  r.events[i] = NULL;
}

/* When one of the files is missing the reference gives nothing, and takes the readers away that there are. */
static void get_global_events(void) {
  if (r.global_events || chance(50) || is_any(r.no_events)) return;
  for (unsigned i = 0; i < locations; ++i)
    if (r.events_end[i] && r.events[i]) return;
  OTF2_GlobalEvtReader* reader = r.global_events = TELL_WHETHER(EITHER(GetGlobalEvtReader));
  r.global_events_end = false;
  if (!reader) return;
  USE_CALLBACKS(GlobalEvt, reader);
}

static void read_global_events(void) {
  int flag = 77;
  if (!r.global_events) return;
  TELL(OTF2_GlobalEvtReader_HasEvent(r.global_events, &flag));
  say("  %d\n", flag);
  if (r.global_events_end) return;
  const uint64_t wanted = prepare_to_read();
  const int code = READ(GlobalEvt, Events, GlobalEvents, r.global_events, wanted);
  r.global_events_end = is_lost(code);
  if (!r.global_events_end && chance(20)) TELL(OTF2_GlobalEvtReader_ReadEvent(r.global_events));
}

static void close_global_events(void) {
  if (!r.global_events || chance(60)) return;
  TELL(EITHER_WITH(CloseGlobalEvtReader, r.global_events));
  r.global_events = NULL;
  memset(r.events, 0, sizeof r.events);
}

/* --- steps: snapshots --------------------------------------------------------------------------------------------- */

static void get_snapshots(void) {
  const unsigned i = location_with(".snap");
  if (r.global_snapshots || r.no_snapshots[i]) return;
  OTF2_SnapReader* reader = TELL_WHETHER(EITHER_WITH(GetSnapReader, location_of[i]));
  r.no_snapshots[i] = !reader;
  if (!r.snapshots[i]) r.snapshots_end[i] = false;
  r.snapshots[i] = reader;
  if (!reader) return;
  USE_CALLBACKS(Snap, reader);
}

static void read_snapshots(void) {
  const unsigned i = of_snapshots();
  if (r.global_snapshots || !r.snapshots[i] || r.snapshots_end[i]) return;
  const uint64_t wanted = prepare_to_read();
  const int code = READ(Snap, Snapshots, LocalSnapshots, r.snapshots[i], wanted);
  r.snapshots_end[i] = is_end(code, wanted);
  if (count > 0) r.has_snapshots[i] = true;
}

static void seek_snapshots(void) {
  const unsigned i = of_snapshots();
  const uint64_t time = chance(90) ? pick(chance(70) ? 3000 : 40000) : UINT64_MAX;
  OTF2_LocationRef location = 12345;
  bool found = false;
  TELL(OTF2_SnapReader_GetLocationID(r.snapshots[i], &location));
  if (r.global_snapshots || !r.has_snapshots[i] || r.damage.loose_snapshots || !r.may_change) return;
  say("  %llu, to time %llu\n", (unsigned long long)location, (unsigned long long)time);
  TELL(OTF2_SnapReader_Seek(r.snapshots[i], time, &found));
  say("  %d\n", found);
  r.snapshots_end[i] = !found;
}

static void close_snapshots(void) {
  const unsigned i = of_snapshots();
  if (r.global_snapshots || chance(60)) return;
  TELL(EITHER_WITH(CloseSnapReader, r.snapshots[i]));
  if (chance(10)) TELL(EITHER_WITH(CloseSnapReader, r.snapshots[i]));
  r.snapshots[i] = NULL;
  r.has_snapshots[i] = false;
}

static void get_global_snapshots(void) {
  if (r.global_snapshots || chance(50) || is_any(r.no_snapshots)) return;
  for (unsigned i = 0; i < locations; ++i)
    if (r.snapshots_end[i] && r.snapshots[i]) return;
  OTF2_GlobalSnapReader* reader = r.global_snapshots = TELL_WHETHER(EITHER(GetGlobalSnapReader));
  r.global_snapshots_end = false;
  if (!reader) return;
  USE_CALLBACKS(GlobalSnap, reader);
}

static void read_global_snapshots(void) {
  if (!r.global_snapshots || r.global_snapshots_end) return;
  const uint64_t wanted = prepare_to_read();
  const int code = READ(GlobalSnap, Snapshots, GlobalSnapshots, r.global_snapshots, wanted);
  r.global_snapshots_end = is_lost(code);
}

static void close_global_snapshots(void) {
  if (!r.global_snapshots || chance(60)) return;
  TELL(EITHER_WITH(CloseGlobalSnapReader, r.global_snapshots));
  r.global_snapshots = NULL;
  memset(r.snapshots, 0, sizeof r.snapshots);
  memset(r.has_snapshots, 0, sizeof r.has_snapshots);
}

/* --- steps: thumbnails ----------------------------------------------------------------------------------------------
 */

/* The reference can never read one, so what ours finds is not told unless it is wrong. All samples were written like
   the references of their thumbnail. */
static void read_thumbnail(uint32_t number) {
  char *name = NULL, *text = NULL;
  OTF2_ThumbnailType type = 0;
  uint32_t samples = 0, metrics = 0;
  uint64_t *refs = NULL, baseline = 0, values[8] = {0};
  OTF2_ThumbReader* reader = EITHER_WITH(GetThumbReader, number);
  if (!reader) return;
  const OTF2_ErrorCode code = OTF2_ThumbReader_GetHeader(reader, &name, &text, &type, &samples, &metrics, &refs);
  bool good = code == OTF2_SUCCESS && name && text && refs && metrics > 0 && metrics <= COUNT_OF(values);
  while (good && OTF2_ThumbReader_ReadSample(reader, &baseline, metrics, values) == OTF2_SUCCESS)
    good = memcmp(values, refs, metrics * sizeof *refs) == 0;
  if (!good) say("  thumbnail %u is not as it was written\n", number);
  free(name), free(text), free(refs);
  if (EITHER_WITH(CloseThumbReader, reader) != OTF2_SUCCESS) say("  thumbnail %u cannot be closed\n", number);
}

static void read_thumbnails(void) {
  uint32_t many = 0;
  TELL(EITHER_WITH(GetNumberOfThumbnails, &many));
  for (uint32_t i = 0; r.may_change && i < many; ++i) read_thumbnail(i);
}

/* --- steps: things one should not do ------------------------------------------------------------------------------ */

static void misuse(void) {
  uint64_t large = 12345;
  OTF2_LocationRef location = 12345;
  bool found = false;
  int flag = 7;
  switch (pick(30)) {
    case 0:
      TELL(OTF2_DefReader_ReadDefinitions(NULL, 1, &count));
      break;
    case 1:
      TELL(OTF2_GlobalDefReader_ReadDefinitions(NULL, 1, &count));
      break;
    case 2:
      TELL(OTF2_SnapReader_ReadSnapshots(NULL, 1, &count));
      break;
    case 3:
      TELL(OTF2_GlobalSnapReader_ReadSnapshots(NULL, 1, &count));
      break;
    case 4:
      TELL(OTF2_MarkerReader_ReadMarkers(NULL, 1, &count));
      break;
    case 5:
      TELL(OTF2_EvtReader_ReadEvents(NULL, 1, &count));
      break;
    case 6:
      TELL(OTF2_EvtReader_Seek(NULL, 1));
      break;
    case 7:
      TELL(OTF2_EvtReader_GetPos(NULL, &count));
      break;
    case 8:
      TELL(OTF2_EvtReader_ApplyMappingTables(NULL, true));
      break;
    case 9:
      TELL(OTF2_GlobalEvtReader_ReadEvents(NULL, 1, &count));
      break;
    case 10:
      TELL(OTF2_GlobalEvtReader_HasEvent(NULL, &flag));
      break;
    case 11:
      TELL(OTF2_SnapReader_Seek(NULL, 1, &found));
      break;
    case 12:
      TELL(OTF2_EvtReader_GetLocationID(NULL, &location));
      break;
    case 13:
      TELL(OTF2_EvtReader_SetCallbacks(NULL, NULL, NULL));
      break;
    case 14:
      TELL(EITHER_WITH(CloseEvtReader, NULL));
      break;
    case 15:
      TELL(EITHER_WITH(CloseDefReader, NULL));
      break;
    case 16:
      TELL(EITHER_WITH(CloseSnapReader, NULL));
      break;
    case 17:
      TELL(EITHER_WITH(CloseGlobalEvtReader, NULL));
      break;
    case 18:
      TELL(EITHER_WITH(CloseGlobalDefReader, NULL));
      break;
    case 19:
      TELL(EITHER_WITH(CloseMarkerReader, NULL));
      break;
    case 20:
      TELL_WHETHER(EITHER_WITH(GetEvtReader, OTF2_UNDEFINED_LOCATION));
      break;
    case 21:
      TELL_WHETHER(EITHER_WITH(GetDefReader, OTF2_UNDEFINED_LOCATION));
      break;
    case 22:
      TELL_WHETHER(EITHER_WITH(GetSnapReader, OTF2_UNDEFINED_LOCATION));
      break;
    case 23:
      TELL_WHETHER(EITHER_WITH(GetThumbReader, 77));
      break;
    case 24:
      TELL(EITHER_WITH(GetNumberOfLocations, NULL));
      break;
    case 25:
      TELL(EITHER_WITH(SetHint, OTF2_HINT_GLOBAL_READER, NULL));
      break;
    case 26:
      TELL(EITHER_WITH(CloseGlobalSnapReader, NULL));
      break;
    case 27:
      if (r.archive) TELL(OTF2_Archive_SetProperty(r.archive, "A::B", "c", true));
      break;
    case 28:
      if (r.archive) TELL(OTF2_Archive_SetNumberOfSnapshots(r.archive, 3));
      break;
    default:
      if (r.archive) TELL(OTF2_Archive_SetFlushCallbacks(r.archive, &flush_callbacks, &large));
  }
}

static void misuse_writers(void) {
  if (!r.archive || !r.may_change) return;
  switch (pick(6)) {
    case 0:
      TELL_WHETHER(OTF2_Archive_GetEvtWriter(r.archive, 1));
      break;
    case 1:
      TELL_WHETHER(OTF2_Archive_GetDefWriter(r.archive, 1));
      break;
    case 2:
      TELL_WHETHER(OTF2_Archive_GetSnapWriter(r.archive, 1));
      break;
    case 3:
      TELL_WHETHER(OTF2_Archive_GetGlobalDefWriter(r.archive));
      break;
    case 4:
      TELL_WHETHER(OTF2_Archive_GetMarkerWriter(r.archive));
      break;
    default:
      TELL(OTF2_Archive_SwitchFileMode(r.archive, chance(50) ? OTF2_FILEMODE_READ : OTF2_FILEMODE_MODIFY));
  }
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static void (*const step[])(void) = {hint, texts, numbers, files, read_global_definitions, read_global_definitions,
    close_global_definitions, read_definitions, read_definitions, read_definitions, close_definitions, read_markers,
    close_markers, get_events, get_events, get_events, read_events, read_events, read_events, seek_events, ask_events,
    ask_events, close_events, get_global_events, read_global_events, read_global_events, read_global_events,
    close_global_events, get_snapshots, get_snapshots, read_snapshots, read_snapshots, seek_snapshots, close_snapshots,
    get_global_snapshots, read_global_snapshots, read_global_snapshots, close_global_snapshots, read_thumbnails, misuse,
    misuse_writers};

/* Markers are added to an archive that is read otherwise. */
static void add_markers(void) {
  OTF2_MarkerWriter* writer = TELL_WHETHER(OTF2_Reader_GetMarkerWriter(r.reader));
  const unsigned kind = pick(marker_kinds), value = pick(steps);
  say("  %s %u\n", marker_names[kind], value);
  TELL(write_marker(writer, kind, value));
  if (chance(70)) TELL(OTF2_Reader_CloseMarkerWriter(r.reader, writer));
}

/* What was read gets snapshots, a thumbnail, another creator. */
static void go_on_writing(void) {
  const uint64_t metrics[] = {1, 2};
  if (TELL(OTF2_Archive_SwitchFileMode(r.archive, OTF2_FILEMODE_WRITE)) != OTF2_SUCCESS) return;
  TELL(OTF2_Archive_SetFlushCallbacks(r.archive, &flush_callbacks, NULL));
  TELL(OTF2_Archive_SetCreator(r.archive, "another"));
  TELL(OTF2_Archive_SetProperty(r.archive, "NEW::ONE", "value", false));
  TELL(OTF2_Archive_SetNumberOfSnapshots(r.archive, pick(9)));
  const unsigned i = some_location();
  OTF2_SnapWriter* snapshots = TELL_WHETHER(OTF2_Archive_GetSnapWriter(r.archive, location_of[i]));
  TELL(OTF2_SnapWriter_SnapshotStart(snapshots, NULL, 5, 0));
  TELL(OTF2_SnapWriter_SnapshotEnd(snapshots, NULL, 5, 1));
  OTF2_ThumbWriter* thumbnail = TELL_WHETHER(
      OTF2_Archive_GetThumbWriter(r.archive, "name", "text", OTF2_THUMBNAIL_TYPE_REGION, 1, 2, metrics));
  TELL(OTF2_ThumbWriter_WriteSample(thumbnail, 5, 2, metrics));
}

static bool open_archive(const char* path, const char* name) {
  char anchor[4096];
  snprintf(r.directory, sizeof r.directory, "%s/%s", path, name);
  snprintf(anchor, sizeof anchor, "%s/%s.otf2", path, name);
  if (chance(60))
    r.reader = TELL_WHETHER(OTF2_Reader_Open(anchor));
  else
    r.archive = TELL_WHETHER(
        OTF2_Archive_Open(path, name, OTF2_FILEMODE_READ, 0, 0, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE));
  return r.reader || r.archive;
}

void read_archive(const char* path, const char* name, bool ours, struct damage damage) {
  memset(&r, 0, sizeof r);
  r.may_change = ours;
  r.damage = damage;
  if (!open_archive(path, name)) return;
  if (chance(20)) hint();
  set_collectives_of(r.archive, r.reader);
  if (chance(10)) TELL(EITHER_WITH(SetLockingCallbacks, &locking_callbacks, NULL));
  for (unsigned n = 10 + pick(90); n > 0; --n) {
    const unsigned s = pick(COUNT_OF(step));
    step[s]();
  }
  if (ours && r.reader && chance(10)) add_markers();
  if (ours && r.archive && chance(20)) go_on_writing();
  if (chance(20)) TELL(EITHER(CloseEvtFiles));
  if (chance(20)) TELL(EITHER(CloseDefFiles));
  if (chance(20)) TELL(EITHER(CloseSnapFiles));
  if (chance(95)) TELL(EITHER(Close));
}
