/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a trace: the friendlier face of an archive. The order: open, set collective callbacks, read the global
   definitions, select locations, open the files of definitions and events, get readers, register callbacks, read,
   close. Handles belong to the reader; texts and arrays it returns are freed by the caller.

   Functions that read stop early when a callback returns something else than OTF2_CALLBACK_SUCCESS. They then fail with
   OTF2_ERROR_INTERRUPTED_BY_CALLBACK, and the next call goes on with the record that follows. */
#ifndef OTF2_READER_H
#define OTF2_READER_H

#include <stdint.h>

#include <otf2/OTF2_Archive.h>
#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/otf2_compiler.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OTF2_Reader_struct OTF2_Reader;

/* Opening and closing. */

/* Opens a trace by the path of its anchor file NAME.otf2; NULL if that fails. */
OTF2_Reader* OTF2_Reader_Open(const char* anchorFilePath);

/* Closes the trace with all readers; the handle is gone afterwards. */
OTF2_ErrorCode OTF2_Reader_Close(OTF2_Reader* reader);

/* Gives a hint; each at most once and before it matters. */
OTF2_ErrorCode OTF2_Reader_SetHint(OTF2_Reader* reader, OTF2_Hint hint, void* value);

/* How the processes that read together communicate; called by all of them, at most once. localCommContext may be
   NULL. */
OTF2_ErrorCode OTF2_Reader_SetCollectiveCallbacks(OTF2_Reader* reader,
    const OTF2_CollectiveCallbacks* collectiveCallbacks, void* collectiveData,
    OTF2_CollectiveContext* globalCommContext, OTF2_CollectiveContext* localCommContext);

/* The same for a program of one process. */
OTF2_ErrorCode OTF2_Reader_SetSerialCollectiveCallbacks(OTF2_Reader* reader);

/* How to lock; without it only one thread may use the trace at a time. */
OTF2_ErrorCode OTF2_Reader_SetLockingCallbacks(
    OTF2_Reader* reader, const OTF2_LockingCallbacks* lockingCallbacks, void* lockingData);

/* What to call for the records of one reader. The tables are copied. */

OTF2_ErrorCode OTF2_Reader_RegisterEvtCallbacks(
    OTF2_Reader* reader, OTF2_EvtReader* evtReader, const OTF2_EvtReaderCallbacks* callbacks, void* userData);

OTF2_ErrorCode OTF2_Reader_RegisterGlobalEvtCallbacks(OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader,
    const OTF2_GlobalEvtReaderCallbacks* callbacks, void* userData);

OTF2_ErrorCode OTF2_Reader_RegisterDefCallbacks(
    OTF2_Reader* reader, OTF2_DefReader* defReader, const OTF2_DefReaderCallbacks* callbacks, void* userData);

OTF2_ErrorCode OTF2_Reader_RegisterGlobalDefCallbacks(OTF2_Reader* reader, OTF2_GlobalDefReader* defReader,
    const OTF2_GlobalDefReaderCallbacks* callbacks, void* userData);

OTF2_ErrorCode OTF2_Reader_RegisterSnapCallbacks(
    OTF2_Reader* reader, OTF2_SnapReader* snapReader, const OTF2_SnapReaderCallbacks* callbacks, void* userData);

OTF2_ErrorCode OTF2_Reader_RegisterGlobalSnapCallbacks(OTF2_Reader* reader, OTF2_GlobalSnapReader* evtReader,
    const OTF2_GlobalSnapReaderCallbacks* callbacks, void* userData);

OTF2_ErrorCode OTF2_Reader_RegisterMarkerCallbacks(
    OTF2_Reader* reader, OTF2_MarkerReader* markerReader, const OTF2_MarkerReaderCallbacks* callbacks, void* userData);

/* Events. Each function says how many it read, records without a callback included. */

OTF2_ErrorCode OTF2_Reader_ReadLocalEvents(
    OTF2_Reader* reader, OTF2_EvtReader* evtReader, uint64_t eventsToRead, uint64_t* eventsRead);

OTF2_ErrorCode OTF2_Reader_ReadAllLocalEvents(OTF2_Reader* reader, OTF2_EvtReader* evtReader, uint64_t* eventsRead);

/* Towards the beginning. */
OTF2_ErrorCode OTF2_Reader_ReadLocalEventsBackward(
    OTF2_Reader* reader, OTF2_EvtReader* evtReader, uint64_t eventsToRead, uint64_t* eventsRead);

OTF2_ErrorCode OTF2_Reader_ReadGlobalEvent(OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader);

/* Sets flag to 1 if there is another event, else to 0. */
OTF2_ErrorCode OTF2_Reader_HasGlobalEvent(OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader, int* flag);

OTF2_ErrorCode OTF2_Reader_ReadGlobalEvents(
    OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader, uint64_t eventsToRead, uint64_t* eventsRead);

OTF2_ErrorCode OTF2_Reader_ReadAllGlobalEvents(
    OTF2_Reader* reader, OTF2_GlobalEvtReader* evtReader, uint64_t* eventsRead);

/* Definitions. */

OTF2_ErrorCode OTF2_Reader_ReadLocalDefinitions(
    OTF2_Reader* reader, OTF2_DefReader* defReader, uint64_t definitionsToRead, uint64_t* definitionsRead);

OTF2_ErrorCode OTF2_Reader_ReadAllLocalDefinitions(
    OTF2_Reader* reader, OTF2_DefReader* defReader, uint64_t* definitionsRead);

OTF2_ErrorCode OTF2_Reader_ReadGlobalDefinitions(
    OTF2_Reader* reader, OTF2_GlobalDefReader* defReader, uint64_t definitionsToRead, uint64_t* definitionsRead);

OTF2_ErrorCode OTF2_Reader_ReadAllGlobalDefinitions(
    OTF2_Reader* reader, OTF2_GlobalDefReader* defReader, uint64_t* definitionsRead);

/* Snapshots. */

OTF2_ErrorCode OTF2_Reader_ReadLocalSnapshots(
    OTF2_Reader* reader, OTF2_SnapReader* snapReader, uint64_t recordsToRead, uint64_t* recordsRead);

OTF2_ErrorCode OTF2_Reader_ReadAllLocalSnapshots(
    OTF2_Reader* reader, OTF2_SnapReader* snapReader, uint64_t* recordsRead);

OTF2_ErrorCode OTF2_Reader_ReadGlobalSnapshots(
    OTF2_Reader* reader, OTF2_GlobalSnapReader* snapReader, uint64_t recordsToRead, uint64_t* recordsRead);

OTF2_ErrorCode OTF2_Reader_ReadAllGlobalSnapshots(
    OTF2_Reader* reader, OTF2_GlobalSnapReader* snapReader, uint64_t* recordsRead);

/* Markers. */

OTF2_ErrorCode OTF2_Reader_ReadMarkers(
    OTF2_Reader* reader, OTF2_MarkerReader* markerReader, uint64_t markersToRead, uint64_t* markersRead);

OTF2_ErrorCode OTF2_Reader_ReadAllMarkers(OTF2_Reader* reader, OTF2_MarkerReader* markerReader, uint64_t* markersRead);

/* Getting readers; NULL if that fails. Asking again for the same location returns the same reader. */

OTF2_EvtReader* OTF2_Reader_GetEvtReader(OTF2_Reader* reader, OTF2_LocationRef location);

/* Takes over all event readers there are at this moment; there has to be one. */
OTF2_GlobalEvtReader* OTF2_Reader_GetGlobalEvtReader(OTF2_Reader* reader);

OTF2_DefReader* OTF2_Reader_GetDefReader(OTF2_Reader* reader, OTF2_LocationRef location);

OTF2_GlobalDefReader* OTF2_Reader_GetGlobalDefReader(OTF2_Reader* reader);

OTF2_SnapReader* OTF2_Reader_GetSnapReader(OTF2_Reader* reader, OTF2_LocationRef location);

/* Takes over all snapshot readers there are at this moment; there has to be one. */
OTF2_GlobalSnapReader* OTF2_Reader_GetGlobalSnapReader(OTF2_Reader* reader);

/* Thumbnails are numbered from 0. */
OTF2_ThumbReader* OTF2_Reader_GetThumbReader(OTF2_Reader* reader, uint32_t number);

OTF2_MarkerReader* OTF2_Reader_GetMarkerReader(OTF2_Reader* reader);

/* Markers are the one thing a reader can add to a trace. */
OTF2_MarkerWriter* OTF2_Reader_GetMarkerWriter(OTF2_Reader* reader);

/* Closing them before the trace is closed. The handle is gone afterwards. */

OTF2_ErrorCode OTF2_Reader_CloseEvtReader(OTF2_Reader* reader, OTF2_EvtReader* evtReader);

/* Closes the event readers it took over as well. */
OTF2_ErrorCode OTF2_Reader_CloseGlobalEvtReader(OTF2_Reader* reader, OTF2_GlobalEvtReader* globalEvtReader);

OTF2_ErrorCode OTF2_Reader_CloseDefReader(OTF2_Reader* reader, OTF2_DefReader* defReader);

OTF2_ErrorCode OTF2_Reader_CloseGlobalDefReader(OTF2_Reader* reader, OTF2_GlobalDefReader* globalDefReader);

OTF2_ErrorCode OTF2_Reader_CloseSnapReader(OTF2_Reader* reader, OTF2_SnapReader* snapReader);

/* Closes the snapshot readers it took over as well. */
OTF2_ErrorCode OTF2_Reader_CloseGlobalSnapReader(OTF2_Reader* reader, OTF2_GlobalSnapReader* globalSnapReader);

OTF2_ErrorCode OTF2_Reader_CloseThumbReader(OTF2_Reader* reader, OTF2_ThumbReader* thumbReader);

OTF2_ErrorCode OTF2_Reader_CloseMarkerReader(OTF2_Reader* reader, OTF2_MarkerReader* markerReader);

OTF2_ErrorCode OTF2_Reader_CloseMarkerWriter(OTF2_Reader* reader, OTF2_MarkerWriter* markerWriter);

/* What the trace says about itself. */

/* The version of the library that wrote the trace. */
OTF2_ErrorCode OTF2_Reader_GetVersion(OTF2_Reader* reader, uint8_t* major, uint8_t* minor, uint8_t* bugfix);

/* The chunk sizes in bytes. */
OTF2_ErrorCode OTF2_Reader_GetChunkSize(OTF2_Reader* reader, uint64_t* chunkSizeEvents, uint64_t* chunkSizeDefinitions);

/* How the trace is laid out on disk. */
OTF2_ErrorCode OTF2_Reader_GetFileSubstrate(OTF2_Reader* reader, OTF2_FileSubstrate* substrate);

/* How its files are compressed. */
OTF2_ErrorCode OTF2_Reader_GetCompression(OTF2_Reader* reader, OTF2_Compression* compression);

/* How many locations there are. */
OTF2_ErrorCode OTF2_Reader_GetNumberOfLocations(OTF2_Reader* reader, uint64_t* numberOfLocations);

/* How many global definitions there are. */
OTF2_ErrorCode OTF2_Reader_GetNumberOfGlobalDefinitions(OTF2_Reader* reader, uint64_t* numberOfDefinitions);

/* The machine the trace was recorded on. */
OTF2_ErrorCode OTF2_Reader_GetMachineName(OTF2_Reader* reader, char** machineName);

/* The program that recorded the trace. */
OTF2_ErrorCode OTF2_Reader_GetCreator(OTF2_Reader* reader, char** creator);

/* A sentence for people. */
OTF2_ErrorCode OTF2_Reader_GetDescription(OTF2_Reader* reader, char** description);

/* The names of all properties. One free releases the array and the names. */
OTF2_ErrorCode OTF2_Reader_GetPropertyNames(OTF2_Reader* reader, uint32_t* numberOfProperties, char*** names);

/* A property by its name. */
OTF2_ErrorCode OTF2_Reader_GetProperty(OTF2_Reader* reader, const char* name, char** value);

/* A property that is "true" or "false". Fails with OTF2_ERROR_PROPERTY_VALUE_INVALID if it is neither. */
OTF2_ErrorCode OTF2_Reader_GetBoolProperty(OTF2_Reader* reader, const char* name, bool* value);

/* A number that tells this trace from others. */
OTF2_ErrorCode OTF2_Reader_GetTraceId(OTF2_Reader* reader, uint64_t* id);

/* How many snapshots each location has. */
OTF2_ErrorCode OTF2_Reader_GetNumberOfSnapshots(OTF2_Reader* reader, uint32_t* number);

/* How many thumbnails there are. */
OTF2_ErrorCode OTF2_Reader_GetNumberOfThumbnails(OTF2_Reader* reader, uint32_t* number);

/* Files of the locations. Between Open and Close, readers of that kind can be used. All processes that read together
   call these together. */

OTF2_ErrorCode OTF2_Reader_OpenEvtFiles(OTF2_Reader* reader);

OTF2_ErrorCode OTF2_Reader_CloseEvtFiles(OTF2_Reader* reader);

OTF2_ErrorCode OTF2_Reader_OpenDefFiles(OTF2_Reader* reader);

OTF2_ErrorCode OTF2_Reader_CloseDefFiles(OTF2_Reader* reader);

OTF2_ErrorCode OTF2_Reader_OpenSnapFiles(OTF2_Reader* reader);

OTF2_ErrorCode OTF2_Reader_CloseSnapFiles(OTF2_Reader* reader);

/* Says that a location will be read, before the files are opened. */
OTF2_ErrorCode OTF2_Reader_SelectLocation(OTF2_Reader* reader, OTF2_LocationRef location);

/* Whether this process is rank 0 of all. */
OTF2_ErrorCode OTF2_Reader_IsPrimary(OTF2_Reader* reader, bool* result);

/* Whether this process is rank 0 of those that share a file. */
OTF2_ErrorCode OTF2_Reader_IsMaster(OTF2_Reader* reader, bool* result);

#ifdef __cplusplus
}
#endif

#endif
