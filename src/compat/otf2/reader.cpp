// SPDX-License-Identifier: BSD-3-Clause
// OTF2_Reader: an archive that is read, under another name.
#include <cstdlib>

#include "compat/otf2/archive.hpp"

struct OTF2_Reader_struct : OTF2_Archive_struct {};

using namespace weft::otf2::compat;

OTF2_Reader* OTF2_Reader_Open(const char* anchorFilePath) {
  if (!anchorFilePath) return static_cast<void>(fail_for_null(__func__)), nullptr;
  return open_to_read<OTF2_Reader>(__func__, [&] { return std::string(anchorFilePath); });
}

OTF2_ErrorCode OTF2_Reader_Close(OTF2_Reader* reader) {
  const std::unique_ptr<OTF2_Reader> owner(reader);
  if (reader) shut_down(*reader);
  return OTF2_SUCCESS;
}

// Markers can be added to an archive that is only read otherwise.
OTF2_MarkerWriter* OTF2_Reader_GetMarkerWriter(OTF2_Reader* reader) { return get_marker_writer(__func__, reader); }

OTF2_ErrorCode OTF2_Reader_IsMaster(OTF2_Reader* reader, bool* result) { return OTF2_Archive_IsMaster(reader, result); }

OTF2_ErrorCode OTF2_Reader_GetBoolProperty(OTF2_Reader* reader, const char* name, bool* value) {
  if (!value) return fail_for_null(__func__);
  char* text = nullptr;
  if (const OTF2_ErrorCode got = OTF2_Archive_GetProperty(reader, name, &text); got != OTF2_SUCCESS) return got;
  const std::string answer(text);
  std::free(text);
  if (answer != "true" && answer != "false")
    return WEFT_OTF2_FAIL(OTF2_ERROR_PROPERTY_VALUE_INVALID, "'%s' is neither true nor false", answer.c_str());
  *value = answer == "true";
  return OTF2_SUCCESS;
}

// What the archive can do.

OTF2_ErrorCode OTF2_Reader_SetHint(OTF2_Reader* reader, OTF2_Hint hint, void* value) {
  return OTF2_Archive_SetHint(reader, hint, value);
}
OTF2_ErrorCode OTF2_Reader_SetCollectiveCallbacks(OTF2_Reader* reader,
    const OTF2_CollectiveCallbacks* collectiveCallbacks, void* collectiveData,
    OTF2_CollectiveContext* globalCommContext, OTF2_CollectiveContext* localCommContext) {
  return OTF2_Archive_SetCollectiveCallbacks(
      reader, collectiveCallbacks, collectiveData, globalCommContext, localCommContext);
}
OTF2_ErrorCode OTF2_Reader_SetSerialCollectiveCallbacks(OTF2_Reader* reader) {
  return OTF2_Archive_SetSerialCollectiveCallbacks(reader);
}
OTF2_ErrorCode OTF2_Reader_SetLockingCallbacks(
    OTF2_Reader* reader, const OTF2_LockingCallbacks* lockingCallbacks, void* lockingData) {
  return OTF2_Archive_SetLockingCallbacks(reader, lockingCallbacks, lockingData);
}
OTF2_EvtReader* OTF2_Reader_GetEvtReader(OTF2_Reader* reader, OTF2_LocationRef location) {
  return OTF2_Archive_GetEvtReader(reader, location);
}
OTF2_GlobalEvtReader* OTF2_Reader_GetGlobalEvtReader(OTF2_Reader* reader) {
  return OTF2_Archive_GetGlobalEvtReader(reader);
}
OTF2_DefReader* OTF2_Reader_GetDefReader(OTF2_Reader* reader, OTF2_LocationRef location) {
  return OTF2_Archive_GetDefReader(reader, location);
}
OTF2_GlobalDefReader* OTF2_Reader_GetGlobalDefReader(OTF2_Reader* reader) {
  return OTF2_Archive_GetGlobalDefReader(reader);
}
OTF2_SnapReader* OTF2_Reader_GetSnapReader(OTF2_Reader* reader, OTF2_LocationRef location) {
  return OTF2_Archive_GetSnapReader(reader, location);
}
OTF2_GlobalSnapReader* OTF2_Reader_GetGlobalSnapReader(OTF2_Reader* reader) {
  return OTF2_Archive_GetGlobalSnapReader(reader);
}
OTF2_ThumbReader* OTF2_Reader_GetThumbReader(OTF2_Reader* reader, uint32_t number) {
  return OTF2_Archive_GetThumbReader(reader, number);
}
OTF2_MarkerReader* OTF2_Reader_GetMarkerReader(OTF2_Reader* reader) { return OTF2_Archive_GetMarkerReader(reader); }
OTF2_ErrorCode OTF2_Reader_CloseEvtReader(OTF2_Reader* reader, OTF2_EvtReader* evtReader) {
  return OTF2_Archive_CloseEvtReader(reader, evtReader);
}
OTF2_ErrorCode OTF2_Reader_CloseGlobalEvtReader(OTF2_Reader* reader, OTF2_GlobalEvtReader* globalEvtReader) {
  return OTF2_Archive_CloseGlobalEvtReader(reader, globalEvtReader);
}
OTF2_ErrorCode OTF2_Reader_CloseDefReader(OTF2_Reader* reader, OTF2_DefReader* defReader) {
  return OTF2_Archive_CloseDefReader(reader, defReader);
}
OTF2_ErrorCode OTF2_Reader_CloseGlobalDefReader(OTF2_Reader* reader, OTF2_GlobalDefReader* globalDefReader) {
  return OTF2_Archive_CloseGlobalDefReader(reader, globalDefReader);
}
OTF2_ErrorCode OTF2_Reader_CloseSnapReader(OTF2_Reader* reader, OTF2_SnapReader* snapReader) {
  return OTF2_Archive_CloseSnapReader(reader, snapReader);
}
OTF2_ErrorCode OTF2_Reader_CloseGlobalSnapReader(OTF2_Reader* reader, OTF2_GlobalSnapReader* globalSnapReader) {
  return OTF2_Archive_CloseGlobalSnapReader(reader, globalSnapReader);
}
OTF2_ErrorCode OTF2_Reader_CloseThumbReader(OTF2_Reader* reader, OTF2_ThumbReader* thumbReader) {
  return OTF2_Archive_CloseThumbReader(reader, thumbReader);
}
OTF2_ErrorCode OTF2_Reader_CloseMarkerReader(OTF2_Reader* reader, OTF2_MarkerReader* markerReader) {
  return OTF2_Archive_CloseMarkerReader(reader, markerReader);
}
OTF2_ErrorCode OTF2_Reader_CloseMarkerWriter(OTF2_Reader* reader, OTF2_MarkerWriter* markerWriter) {
  return OTF2_Archive_CloseMarkerWriter(reader, markerWriter);
}
OTF2_ErrorCode OTF2_Reader_GetVersion(OTF2_Reader* reader, uint8_t* major, uint8_t* minor, uint8_t* bugfix) {
  return OTF2_Archive_GetVersion(reader, major, minor, bugfix);
}
OTF2_ErrorCode OTF2_Reader_GetChunkSize(
    OTF2_Reader* reader, uint64_t* chunkSizeEvents, uint64_t* chunkSizeDefinitions) {
  return OTF2_Archive_GetChunkSize(reader, chunkSizeEvents, chunkSizeDefinitions);
}
OTF2_ErrorCode OTF2_Reader_GetFileSubstrate(OTF2_Reader* reader, OTF2_FileSubstrate* substrate) {
  return OTF2_Archive_GetFileSubstrate(reader, substrate);
}
OTF2_ErrorCode OTF2_Reader_GetCompression(OTF2_Reader* reader, OTF2_Compression* compression) {
  return OTF2_Archive_GetCompression(reader, compression);
}
OTF2_ErrorCode OTF2_Reader_GetNumberOfLocations(OTF2_Reader* reader, uint64_t* numberOfLocations) {
  return OTF2_Archive_GetNumberOfLocations(reader, numberOfLocations);
}
OTF2_ErrorCode OTF2_Reader_GetNumberOfGlobalDefinitions(OTF2_Reader* reader, uint64_t* numberOfDefinitions) {
  return OTF2_Archive_GetNumberOfGlobalDefinitions(reader, numberOfDefinitions);
}
OTF2_ErrorCode OTF2_Reader_GetMachineName(OTF2_Reader* reader, char** machineName) {
  return OTF2_Archive_GetMachineName(reader, machineName);
}
OTF2_ErrorCode OTF2_Reader_GetCreator(OTF2_Reader* reader, char** creator) {
  return OTF2_Archive_GetCreator(reader, creator);
}
OTF2_ErrorCode OTF2_Reader_GetDescription(OTF2_Reader* reader, char** description) {
  return OTF2_Archive_GetDescription(reader, description);
}
OTF2_ErrorCode OTF2_Reader_GetPropertyNames(OTF2_Reader* reader, uint32_t* numberOfProperties, char*** names) {
  return OTF2_Archive_GetPropertyNames(reader, numberOfProperties, names);
}
OTF2_ErrorCode OTF2_Reader_GetProperty(OTF2_Reader* reader, const char* name, char** value) {
  return OTF2_Archive_GetProperty(reader, name, value);
}
OTF2_ErrorCode OTF2_Reader_GetTraceId(OTF2_Reader* reader, uint64_t* id) { return OTF2_Archive_GetTraceId(reader, id); }
OTF2_ErrorCode OTF2_Reader_GetNumberOfSnapshots(OTF2_Reader* reader, uint32_t* number) {
  return OTF2_Archive_GetNumberOfSnapshots(reader, number);
}
OTF2_ErrorCode OTF2_Reader_GetNumberOfThumbnails(OTF2_Reader* reader, uint32_t* number) {
  return OTF2_Archive_GetNumberOfThumbnails(reader, number);
}
OTF2_ErrorCode OTF2_Reader_OpenEvtFiles(OTF2_Reader* reader) { return OTF2_Archive_OpenEvtFiles(reader); }
OTF2_ErrorCode OTF2_Reader_CloseEvtFiles(OTF2_Reader* reader) { return OTF2_Archive_CloseEvtFiles(reader); }
OTF2_ErrorCode OTF2_Reader_OpenDefFiles(OTF2_Reader* reader) { return OTF2_Archive_OpenDefFiles(reader); }
OTF2_ErrorCode OTF2_Reader_CloseDefFiles(OTF2_Reader* reader) { return OTF2_Archive_CloseDefFiles(reader); }
OTF2_ErrorCode OTF2_Reader_OpenSnapFiles(OTF2_Reader* reader) { return OTF2_Archive_OpenSnapFiles(reader); }
OTF2_ErrorCode OTF2_Reader_CloseSnapFiles(OTF2_Reader* reader) { return OTF2_Archive_CloseSnapFiles(reader); }
OTF2_ErrorCode OTF2_Reader_SelectLocation(OTF2_Reader* reader, OTF2_LocationRef location) {
  return OTF2_Archive_SelectLocation(reader, location);
}
OTF2_ErrorCode OTF2_Reader_IsPrimary(OTF2_Reader* reader, bool* result) {
  return OTF2_Archive_IsPrimary(reader, result);
}

// What its readers can do.

OTF2_ErrorCode OTF2_Reader_RegisterEvtCallbacks(
    OTF2_Reader* reader, OTF2_EvtReader* evtReader, const OTF2_EvtReaderCallbacks* callbacks, void* userData) {
  return reader && evtReader ? OTF2_EvtReader_SetCallbacks(evtReader, callbacks, userData) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_RegisterGlobalEvtCallbacks(OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader,
    const OTF2_GlobalEvtReaderCallbacks* callbacks, void* userData) {
  return reader && evtReader ? OTF2_GlobalEvtReader_SetCallbacks(evtReader, callbacks, userData)
                             : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_RegisterDefCallbacks(
    OTF2_Reader* reader, OTF2_DefReader* defReader, const OTF2_DefReaderCallbacks* callbacks, void* userData) {
  return reader && defReader ? OTF2_DefReader_SetCallbacks(defReader, callbacks, userData) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_RegisterGlobalDefCallbacks(OTF2_Reader* reader, OTF2_GlobalDefReader* defReader,
    const OTF2_GlobalDefReaderCallbacks* callbacks, void* userData) {
  return reader && defReader ? OTF2_GlobalDefReader_SetCallbacks(defReader, callbacks, userData)
                             : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_RegisterSnapCallbacks(
    OTF2_Reader* reader, OTF2_SnapReader* snapReader, const OTF2_SnapReaderCallbacks* callbacks, void* userData) {
  return reader && snapReader ? OTF2_SnapReader_SetCallbacks(snapReader, callbacks, userData) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_RegisterGlobalSnapCallbacks(OTF2_Reader* reader, OTF2_GlobalSnapReader* evtReader,
    const OTF2_GlobalSnapReaderCallbacks* callbacks, void* userData) {
  return reader && evtReader ? OTF2_GlobalSnapReader_SetCallbacks(evtReader, callbacks, userData)
                             : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_RegisterMarkerCallbacks(
    OTF2_Reader* reader, OTF2_MarkerReader* markerReader, const OTF2_MarkerReaderCallbacks* callbacks, void* userData) {
  return reader && markerReader ? OTF2_MarkerReader_SetCallbacks(markerReader, callbacks, userData)
                                : fail_for_null(__func__);
}

OTF2_ErrorCode OTF2_Reader_ReadLocalEvents(
    OTF2_Reader* reader, OTF2_EvtReader* evtReader, uint64_t eventsToRead, uint64_t* eventsRead) {
  return reader ? OTF2_EvtReader_ReadEvents(evtReader, eventsToRead, eventsRead) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadAllLocalEvents(OTF2_Reader* reader, OTF2_EvtReader* evtReader, uint64_t* eventsRead) {
  return reader ? OTF2_EvtReader_ReadEvents(evtReader, OTF2_UNDEFINED_UINT64, eventsRead) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadLocalEventsBackward(
    OTF2_Reader* reader, OTF2_EvtReader* evtReader, uint64_t eventsToRead, uint64_t* eventsRead) {
  return reader ? OTF2_EvtReader_ReadEventsBackward(evtReader, eventsToRead, eventsRead) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadGlobalEvent(OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader) {
  return reader ? OTF2_GlobalEvtReader_ReadEvent(evtReader) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_HasGlobalEvent(OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader, int* flag) {
  return reader ? OTF2_GlobalEvtReader_HasEvent(evtReader, flag) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadGlobalEvents(
    OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader, uint64_t eventsToRead, uint64_t* eventsRead) {
  return reader ? OTF2_GlobalEvtReader_ReadEvents(evtReader, eventsToRead, eventsRead) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadAllGlobalEvents(
    OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader, uint64_t* eventsRead) {
  return reader ? OTF2_GlobalEvtReader_ReadEvents(evtReader, OTF2_UNDEFINED_UINT64, eventsRead)
                : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadLocalDefinitions(
    OTF2_Reader* reader, OTF2_DefReader* defReader, uint64_t definitionsToRead, uint64_t* definitionsRead) {
  return reader ? OTF2_DefReader_ReadDefinitions(defReader, definitionsToRead, definitionsRead)
                : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadAllLocalDefinitions(
    OTF2_Reader* reader, OTF2_DefReader* defReader, uint64_t* definitionsRead) {
  return reader ? OTF2_DefReader_ReadDefinitions(defReader, OTF2_UNDEFINED_UINT64, definitionsRead)
                : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadGlobalDefinitions(
    OTF2_Reader* reader, OTF2_GlobalDefReader* defReader, uint64_t definitionsToRead, uint64_t* definitionsRead) {
  return reader ? OTF2_GlobalDefReader_ReadDefinitions(defReader, definitionsToRead, definitionsRead)
                : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadAllGlobalDefinitions(
    OTF2_Reader* reader, OTF2_GlobalDefReader* defReader, uint64_t* definitionsRead) {
  return reader ? OTF2_GlobalDefReader_ReadDefinitions(defReader, OTF2_UNDEFINED_UINT64, definitionsRead)
                : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadLocalSnapshots(
    OTF2_Reader* reader, OTF2_SnapReader* snapReader, uint64_t recordsToRead, uint64_t* recordsRead) {
  return reader ? OTF2_SnapReader_ReadSnapshots(snapReader, recordsToRead, recordsRead) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadAllLocalSnapshots(
    OTF2_Reader* reader, OTF2_SnapReader* snapReader, uint64_t* recordsRead) {
  return reader ? OTF2_SnapReader_ReadSnapshots(snapReader, OTF2_UNDEFINED_UINT64, recordsRead)
                : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadGlobalSnapshots(
    OTF2_Reader* reader, OTF2_GlobalSnapReader* snapReader, uint64_t recordsToRead, uint64_t* recordsRead) {
  return reader ? OTF2_GlobalSnapReader_ReadSnapshots(snapReader, recordsToRead, recordsRead) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadAllGlobalSnapshots(
    OTF2_Reader* reader, OTF2_GlobalSnapReader* snapReader, uint64_t* recordsRead) {
  return reader ? OTF2_GlobalSnapReader_ReadSnapshots(snapReader, OTF2_UNDEFINED_UINT64, recordsRead)
                : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadMarkers(
    OTF2_Reader* reader, OTF2_MarkerReader* markerReader, uint64_t markersToRead, uint64_t* markersRead) {
  return reader ? OTF2_MarkerReader_ReadMarkers(markerReader, markersToRead, markersRead) : fail_for_null(__func__);
}
OTF2_ErrorCode OTF2_Reader_ReadAllMarkers(OTF2_Reader* reader, OTF2_MarkerReader* markerReader, uint64_t* markersRead) {
  return reader ? OTF2_MarkerReader_ReadMarkers(markerReader, OTF2_UNDEFINED_UINT64, markersRead)
                : fail_for_null(__func__);
}
