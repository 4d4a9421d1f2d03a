/* SPDX-License-Identifier: BSD-3-Clause */
/* Tells when the library locks and unlocks an archive, function by function: ( and ). Left out is closing an archive,
   during which the reference locks by itself, and who is locked out while a writer is closed. */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 256 * 1024 };

static char calls[100];
static void note(const char* what) { strncat(calls, what, sizeof calls - strlen(calls) - 1); }
#define TELL(call) (calls[0] = 0, (call), printf("%s: %s\n", #call, calls))

static OTF2_CallbackCode create(void* data, OTF2_Lock* lock) {
  static int it;
  (void)data;
  *lock = (OTF2_Lock)(void*)&it;
  return note("created"), OTF2_CALLBACK_SUCCESS;
}
static OTF2_CallbackCode destroy(void* data, OTF2_Lock lock) {
  (void)data, (void)lock;
  return note("destroyed"), OTF2_CALLBACK_SUCCESS;
}
static OTF2_CallbackCode take(void* data, OTF2_Lock lock) {
  (void)data, (void)lock;
  return note("("), OTF2_CALLBACK_SUCCESS;
}
static OTF2_CallbackCode give(void* data, OTF2_Lock lock) {
  (void)data, (void)lock;
  return note(")"), OTF2_CALLBACK_SUCCESS;
}
static void release(void* data) {
  (void)data;
  note(" released");
}
static const OTF2_LockingCallbacks locks = {release, create, destroy, take, give};

static OTF2_FlushType pre_flush(void* data, OTF2_FileType type, OTF2_LocationRef location, void* caller, bool final) {
  (void)data, (void)type, (void)location, (void)caller, (void) final;
  return OTF2_FLUSH;
}
static const OTF2_FlushCallbacks flush = {pre_flush, NULL};
static OTF2_ErrorCode keep_quiet(void* data, const char* file, uint64_t line, const char* function, OTF2_ErrorCode code,
    const char* format, va_list arguments) {
  (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
  return code;
}

static uint64_t large;
static uint32_t small;
static uint8_t tiny;
static bool flag;
static char* text;
static char** names;

static void set_up(OTF2_Archive* archive) {
  OTF2_Boolean yes = OTF2_TRUE;
  TELL(OTF2_Archive_SetLockingCallbacks(archive, &locks, NULL));
  TELL(OTF2_Archive_SetLockingCallbacks(archive, &locks, NULL));
  TELL(OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL));
  TELL(OTF2_Archive_SetFlushCallbacks(archive, NULL, NULL));
  TELL(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  TELL(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  TELL(OTF2_Archive_SetDefChunkSize(archive, CHUNK));
  TELL(OTF2_Archive_SwitchFileMode(archive, OTF2_FILEMODE_READ));
  TELL(OTF2_Archive_SetHint(archive, OTF2_HINT_GLOBAL_READER, &yes));
  TELL(OTF2_Archive_SelectLocation(archive, 1));
  TELL(OTF2_Archive_OpenEvtFiles(archive));
  TELL(OTF2_Archive_OpenDefFiles(archive));
  TELL(OTF2_Archive_OpenSnapFiles(archive));
}

static void ask(OTF2_Archive* archive) {
  TELL(OTF2_Archive_SetMachineName(archive, "machine"));
  TELL(OTF2_Archive_GetMachineName(archive, &text));
  free(text);
  TELL(OTF2_Archive_SetProperty(archive, "A::B", "c", true));
  TELL(OTF2_Archive_SetProperty(archive, "A::B", "c", false));
  TELL(OTF2_Archive_SetProperty(archive, "!", "c", false));
  TELL(OTF2_Archive_SetBoolProperty(archive, "A::C", true, true));
  TELL(OTF2_Archive_GetProperty(archive, "A::B", &text));
  free(text);
  TELL(OTF2_Archive_GetPropertyNames(archive, &small, &names));
  free(names);
  TELL(OTF2_Archive_GetNumberOfLocations(archive, &large));
  TELL(OTF2_Archive_GetNumberOfGlobalDefinitions(archive, &large));
  TELL(OTF2_Archive_GetNumberOfSnapshots(archive, &small));
  TELL(OTF2_Archive_GetNumberOfThumbnails(archive, &small));
  TELL(OTF2_Archive_SetNumberOfSnapshots(archive, 1));
  TELL(OTF2_Archive_GetVersion(archive, &tiny, &tiny, &tiny));
  TELL(OTF2_Archive_GetChunkSize(archive, &large, &large));
  TELL(OTF2_Archive_GetFileSubstrate(archive, &tiny));
  TELL(OTF2_Archive_GetCompression(archive, &tiny));
  TELL(OTF2_Archive_GetTraceId(archive, &large));
  TELL(OTF2_Archive_IsPrimary(archive, &flag));
}

static void write_archive(OTF2_Archive* archive) {
  const uint64_t metrics[] = {1, 2};
  OTF2_EvtWriter *events = NULL, *other = NULL;
  TELL(events = OTF2_Archive_GetEvtWriter(archive, 1));
  TELL(events = OTF2_Archive_GetEvtWriter(archive, 1));
  TELL(other = OTF2_Archive_GetEvtWriter(archive, OTF2_UNDEFINED_LOCATION));
  TELL(OTF2_EvtWriter_SetLocationID(other, 7));
  TELL(OTF2_EvtWriter_SetLocationID(other, 7));
  TELL(OTF2_EvtWriter_SetLocationID(other, 8));
  TELL(OTF2_EvtWriter_Enter(events, NULL, 5, 1));
  TELL(OTF2_EvtWriter_Enter(other, NULL, 6, 1));
  TELL(OTF2_EvtWriter_GetNumberOfEvents(events, &large));
  TELL(OTF2_Archive_CloseEvtWriter(archive, events));
  TELL(OTF2_Archive_CloseEvtWriter(archive, events));
  TELL(OTF2_Archive_CloseEvtWriter(archive, NULL));
  TELL(OTF2_Archive_CloseEvtWriter(archive, other));
  OTF2_DefWriter* definitions = NULL;
  TELL(definitions = OTF2_Archive_GetDefWriter(archive, 1));
  TELL(OTF2_DefWriter_WriteClockOffset(definitions, 1, 1, 1));
  TELL(OTF2_Archive_CloseDefWriter(archive, definitions));
  OTF2_GlobalDefWriter* global = NULL;
  TELL(global = OTF2_Archive_GetGlobalDefWriter(archive));
  TELL(OTF2_GlobalDefWriter_WriteString(global, 1, "x"));
  TELL(OTF2_GlobalDefWriter_WriteLocation(global, 1, 1, 0, 1, 1));
  TELL(OTF2_GlobalDefWriter_GetNumberOfLocations(global, &large));
  TELL(OTF2_Archive_CloseGlobalDefWriter(archive, global));
  OTF2_SnapWriter* snapshots = NULL;
  TELL(snapshots = OTF2_Archive_GetSnapWriter(archive, 1));
  TELL(OTF2_SnapWriter_SnapshotStart(snapshots, NULL, 5, 0));
  TELL(OTF2_Archive_CloseSnapWriter(archive, snapshots));
  OTF2_ThumbWriter* thumbnail = NULL;
  TELL(thumbnail = OTF2_Archive_GetThumbWriter(archive, "name", "text", 0, 1, 2, metrics));
  TELL(OTF2_ThumbWriter_WriteSample(thumbnail, 5, 2, metrics));
  OTF2_MarkerWriter* markers = NULL;
  TELL(markers = OTF2_Archive_GetMarkerWriter(archive));
  TELL(OTF2_MarkerWriter_WriteDefMarker(markers, 1, "a", "b", 1));
  TELL(OTF2_Archive_CloseMarkerWriter(archive, markers));
}

static void read_archive(OTF2_Archive* archive) {
  OTF2_EvtReader* events = NULL;
  TELL(events = OTF2_Archive_GetEvtReader(archive, 1));
  TELL(events = OTF2_Archive_GetEvtReader(archive, 1));
  TELL(OTF2_Archive_GetEvtReader(archive, OTF2_UNDEFINED_LOCATION));
  OTF2_DefReader* definitions = NULL;
  TELL(definitions = OTF2_Archive_GetDefReader(archive, 1));
  TELL(OTF2_DefReader_ReadDefinitions(definitions, 5, &large));
  TELL(OTF2_Archive_CloseDefReader(archive, definitions));
  TELL(OTF2_EvtReader_ReadEvents(events, 1, &large));
  TELL(OTF2_EvtReader_Seek(events, 1));
  TELL(OTF2_EvtReader_GetPos(events, &large));
  TELL(OTF2_EvtReader_ApplyMappingTables(events, false));
  TELL(OTF2_Archive_CloseEvtReader(archive, events));
  TELL(OTF2_Archive_CloseEvtReader(archive, events));
  TELL(OTF2_Archive_CloseEvtReader(archive, NULL));
  TELL(OTF2_Archive_GetEvtReader(archive, 7));
  OTF2_GlobalEvtReader* all = NULL;
  TELL(all = OTF2_Archive_GetGlobalEvtReader(archive));
  TELL(all = OTF2_Archive_GetGlobalEvtReader(archive));
  TELL(OTF2_GlobalEvtReader_HasEvent(all, &(int){0}));
  TELL(OTF2_Archive_CloseGlobalEvtReader(archive, all));
  OTF2_GlobalDefReader* global = NULL;
  TELL(global = OTF2_Archive_GetGlobalDefReader(archive));
  TELL(OTF2_GlobalDefReader_ReadDefinitions(global, 5, &large));
  TELL(OTF2_Archive_CloseGlobalDefReader(archive, global));
  OTF2_SnapReader* snapshots = NULL;
  TELL(snapshots = OTF2_Archive_GetSnapReader(archive, 1));
  TELL(OTF2_SnapReader_ReadSnapshots(snapshots, 1, &large));
  TELL(OTF2_Archive_CloseSnapReader(archive, snapshots));
  OTF2_MarkerReader* markers = NULL;
  TELL(markers = OTF2_Archive_GetMarkerReader(archive));
  TELL(OTF2_MarkerReader_ReadMarkers(markers, 5, &large));
  TELL(OTF2_Archive_CloseMarkerReader(archive, markers));
}

int main(void) {
  OTF2_Error_RegisterCallback(keep_quiet, NULL);
  OTF2_Archive* archive = OTF2_Archive_Open(
      "locked", "trace", OTF2_FILEMODE_WRITE, CHUNK, CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  set_up(archive);
  ask(archive);
  write_archive(archive);
  OTF2_Archive_Close(archive);
  archive = OTF2_Archive_Open("locked", "trace", OTF2_FILEMODE_READ, 0, 0, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  TELL(OTF2_Archive_SetLockingCallbacks(archive, &locks, NULL));
  TELL(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  TELL(OTF2_Archive_SelectLocation(archive, 1));
  TELL(OTF2_Archive_OpenEvtFiles(archive));
  read_archive(archive);
  TELL(OTF2_Archive_Close(archive));
  return 0;
}
