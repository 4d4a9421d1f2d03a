/* SPDX-License-Identifier: BSD-3-Clause */
/* An archive: all files of one trace. The order when writing: open, set flush callbacks, set collective callbacks, open
   the files of a kind, get writers and close them, close the files, write the global definitions, close. Unless it is
   said otherwise, handles an archive hands out belong to it, and texts and arrays it returns are freed by the caller.
 */
#ifndef OTF2_ARCHIVE_H
#define OTF2_ARCHIVE_H

#include <stdint.h>

#include <otf2/OTF2_Callbacks.h>
#include <otf2/OTF2_DefReader.h>
#include <otf2/OTF2_DefWriter.h>
#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/OTF2_EvtReader.h>
#include <otf2/OTF2_EvtWriter.h>
#include <otf2/OTF2_GlobalDefReader.h>
#include <otf2/OTF2_GlobalDefWriter.h>
#include <otf2/OTF2_GlobalEvtReader.h>
#include <otf2/OTF2_GlobalSnapReader.h>
#include <otf2/OTF2_MarkerReader.h>
#include <otf2/OTF2_MarkerWriter.h>
#include <otf2/OTF2_SnapReader.h>
#include <otf2/OTF2_SnapWriter.h>
#include <otf2/OTF2_Thumbnail.h>
#include <otf2/otf2_compiler.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Chunk sizes in bytes that suit most traces. */
#define OTF2_CHUNK_SIZE_EVENTS_DEFAULT (1024 * 1024)
#define OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT (4 * 1024 * 1024)

typedef struct OTF2_Archive_struct OTF2_Archive;

/* Opening and closing. */

/* Opens the archive archivePath/archiveName.otf2; NULL if that fails. chunkSizeDefs may be OTF2_UNDEFINED_UINT64 and
   set later. */
OTF2_Archive* OTF2_Archive_Open(const char* archivePath, const char* archiveName, const OTF2_FileMode fileMode,
    const uint64_t chunkSizeEvents, const uint64_t chunkSizeDefs, const OTF2_FileSubstrate fileSubstrate,
    const OTF2_Compression compression);

/* Closes the archive with all writers and readers still open; the handle is gone afterwards. */
OTF2_ErrorCode OTF2_Archive_Close(OTF2_Archive* archive);

/* From reading to writing: then snapshots, thumbnails and markers can be added to an existing trace. */
OTF2_ErrorCode OTF2_Archive_SwitchFileMode(OTF2_Archive* archive, OTF2_FileMode newFileMode);

/* What a program sets. */

/* The chunk size of definitions, if it was left open; once. */
OTF2_ErrorCode OTF2_Archive_SetDefChunkSize(OTF2_Archive* archive, uint64_t chunkSize);

/* The machine the trace was recorded on. */
OTF2_ErrorCode OTF2_Archive_SetMachineName(OTF2_Archive* archive, const char* machineName);

/* A sentence for people. */
OTF2_ErrorCode OTF2_Archive_SetDescription(OTF2_Archive* archive, const char* description);

/* The program that recorded the trace. */
OTF2_ErrorCode OTF2_Archive_SetCreator(OTF2_Archive* archive, const char* creator);

/* Who decides about flushes; needed before the first writer of events, definitions or snapshots. */
OTF2_ErrorCode OTF2_Archive_SetFlushCallbacks(
    OTF2_Archive* archive, const OTF2_FlushCallbacks* flushCallbacks, void* flushData);

/* Where chunks get their memory from. */
OTF2_ErrorCode OTF2_Archive_SetMemoryCallbacks(
    OTF2_Archive* archive, const OTF2_MemoryCallbacks* memoryCallbacks, void* memoryData);

/* How the processes that share the archive communicate; called by all of them. localCommContext holds those that share
   a file and may be NULL. */
OTF2_ErrorCode OTF2_Archive_SetCollectiveCallbacks(OTF2_Archive* archive,
    const OTF2_CollectiveCallbacks* collectiveCallbacks, void* collectiveData,
    OTF2_CollectiveContext* globalCommContext, OTF2_CollectiveContext* localCommContext);

/* The same for a program of one process. */
OTF2_ErrorCode OTF2_Archive_SetSerialCollectiveCallbacks(OTF2_Archive* archive);

/* How to lock; without it only one thread may use the archive at a time. */
OTF2_ErrorCode OTF2_Archive_SetLockingCallbacks(
    OTF2_Archive* archive, const OTF2_LockingCallbacks* lockingCallbacks, void* lockingData);

/* Gives a hint; each at most once and before it matters. */
OTF2_ErrorCode OTF2_Archive_SetHint(OTF2_Archive* archive, OTF2_Hint hint, void* value);

/* Stores a property: a name such as MY_TOOL::KEY and a text. An existing one is replaced only with overwrite. */
OTF2_ErrorCode OTF2_Archive_SetProperty(OTF2_Archive* archive, const char* name, const char* value, bool overwrite);

/* The same for "true" and "false". */
OTF2_ErrorCode OTF2_Archive_SetBoolProperty(OTF2_Archive* archive, const char* name, bool value, bool overwrite);

/* What an archive knows. */

/* Whether this process is rank 0 of all. */
OTF2_ErrorCode OTF2_Archive_IsPrimary(OTF2_Archive* archive, bool* result);

/* Whether this process is rank 0 of those that share a file. */
OTF2_ErrorCode OTF2_Archive_IsMaster(OTF2_Archive* archive, bool* result);

/* The names of all properties. One free releases the array and the names. */
OTF2_ErrorCode OTF2_Archive_GetPropertyNames(OTF2_Archive* archive, uint32_t* numberOfProperties, char*** names);

/* A property by its name. */
OTF2_ErrorCode OTF2_Archive_GetProperty(OTF2_Archive* archive, const char* name, char** value);

/* A number that tells this trace from others; when reading only. */
OTF2_ErrorCode OTF2_Archive_GetTraceId(OTF2_Archive* archive, uint64_t* id);

/* How many locations there are. */
OTF2_ErrorCode OTF2_Archive_GetNumberOfLocations(OTF2_Archive* archive, uint64_t* numberOfLocations);

/* How many global definitions there are. */
OTF2_ErrorCode OTF2_Archive_GetNumberOfGlobalDefinitions(OTF2_Archive* archive, uint64_t* numberOfDefinitions);

/* The machine the trace was recorded on. */
OTF2_ErrorCode OTF2_Archive_GetMachineName(OTF2_Archive* archive, char** machineName);

/* A sentence for people. */
OTF2_ErrorCode OTF2_Archive_GetDescription(OTF2_Archive* archive, char** description);

/* The program that recorded the trace. */
OTF2_ErrorCode OTF2_Archive_GetCreator(OTF2_Archive* archive, char** creator);

/* The version of the library that wrote the archive. */
OTF2_ErrorCode OTF2_Archive_GetVersion(OTF2_Archive* archive, uint8_t* major, uint8_t* minor, uint8_t* bugfix);

/* The chunk sizes in bytes. */
OTF2_ErrorCode OTF2_Archive_GetChunkSize(OTF2_Archive* archive, uint64_t* chunkSizeEvents, uint64_t* chunkSizeDefs);

/* How the archive is laid out on disk. */
OTF2_ErrorCode OTF2_Archive_GetFileSubstrate(OTF2_Archive* archive, OTF2_FileSubstrate* substrate);

/* How its files are compressed. */
OTF2_ErrorCode OTF2_Archive_GetCompression(OTF2_Archive* archive, OTF2_Compression* compression);

/* Getting writers; NULL if that fails. Asking again for the same location returns the same writer. */

/* The location may be OTF2_UNDEFINED_LOCATION and named later. */
OTF2_EvtWriter* OTF2_Archive_GetEvtWriter(OTF2_Archive* archive, OTF2_LocationRef location);

OTF2_DefWriter* OTF2_Archive_GetDefWriter(OTF2_Archive* archive, OTF2_LocationRef location);

/* On rank 0 only. */
OTF2_GlobalDefWriter* OTF2_Archive_GetGlobalDefWriter(OTF2_Archive* archive);

OTF2_SnapWriter* OTF2_Archive_GetSnapWriter(OTF2_Archive* archive, OTF2_LocationRef location);

/* Begins a new thumbnail with so many samples of numberOfMetrics values each. */
OTF2_ThumbWriter* OTF2_Archive_GetThumbWriter(OTF2_Archive* archive, const char* name, const char* description,
    OTF2_ThumbnailType type, uint32_t numberOfSamples, uint32_t numberOfMetrics, const uint64_t* refsToDefs);

/* On rank 0 only. */
OTF2_MarkerWriter* OTF2_Archive_GetMarkerWriter(OTF2_Archive* archive);

/* Getting readers; NULL if that fails. Asking again for the same location returns the same reader. */

OTF2_EvtReader* OTF2_Archive_GetEvtReader(OTF2_Archive* archive, OTF2_LocationRef location);

/* Takes over all event readers there are at this moment; there has to be one. */
OTF2_GlobalEvtReader* OTF2_Archive_GetGlobalEvtReader(OTF2_Archive* archive);

OTF2_DefReader* OTF2_Archive_GetDefReader(OTF2_Archive* archive, OTF2_LocationRef location);

OTF2_GlobalDefReader* OTF2_Archive_GetGlobalDefReader(OTF2_Archive* archive);

OTF2_SnapReader* OTF2_Archive_GetSnapReader(OTF2_Archive* archive, OTF2_LocationRef location);

/* Takes over all snapshot readers there are at this moment; there has to be one. */
OTF2_GlobalSnapReader* OTF2_Archive_GetGlobalSnapReader(OTF2_Archive* archive);

/* Thumbnails are numbered from 0. */
OTF2_ThumbReader* OTF2_Archive_GetThumbReader(OTF2_Archive* archive, uint32_t number);

OTF2_MarkerReader* OTF2_Archive_GetMarkerReader(OTF2_Archive* archive);

/* Closing writers and readers before the archive is closed. The handle is gone afterwards. */

OTF2_ErrorCode OTF2_Archive_CloseEvtWriter(OTF2_Archive* archive, OTF2_EvtWriter* writer);

OTF2_ErrorCode OTF2_Archive_CloseDefWriter(OTF2_Archive* archive, OTF2_DefWriter* writer);

OTF2_ErrorCode OTF2_Archive_CloseMarkerWriter(OTF2_Archive* archive, OTF2_MarkerWriter* writer);

OTF2_ErrorCode OTF2_Archive_CloseSnapWriter(OTF2_Archive* archive, OTF2_SnapWriter* writer);

OTF2_ErrorCode OTF2_Archive_CloseGlobalDefWriter(OTF2_Archive* archive, OTF2_GlobalDefWriter* writer);

OTF2_ErrorCode OTF2_Archive_CloseEvtReader(OTF2_Archive* archive, OTF2_EvtReader* reader);

OTF2_ErrorCode OTF2_Archive_CloseThumbReader(OTF2_Archive* archive, OTF2_ThumbReader* reader);

/* Closes the event readers it took over as well. */
OTF2_ErrorCode OTF2_Archive_CloseGlobalEvtReader(OTF2_Archive* archive, OTF2_GlobalEvtReader* globalEvtReader);

OTF2_ErrorCode OTF2_Archive_CloseDefReader(OTF2_Archive* archive, OTF2_DefReader* reader);

OTF2_ErrorCode OTF2_Archive_CloseGlobalDefReader(OTF2_Archive* archive, OTF2_GlobalDefReader* globalDefReader);

OTF2_ErrorCode OTF2_Archive_CloseSnapReader(OTF2_Archive* archive, OTF2_SnapReader* reader);

/* Closes the snapshot readers it took over as well. */
OTF2_ErrorCode OTF2_Archive_CloseGlobalSnapReader(OTF2_Archive* archive, OTF2_GlobalSnapReader* globalSnapReader);

OTF2_ErrorCode OTF2_Archive_CloseMarkerReader(OTF2_Archive* archive, OTF2_MarkerReader* markerReader);

/* Thumbnails and snapshots. */

/* How many thumbnails there are. */
OTF2_ErrorCode OTF2_Archive_GetNumberOfThumbnails(OTF2_Archive* archive, uint32_t* number);

/* Says how many snapshots each location has. */
OTF2_ErrorCode OTF2_Archive_SetNumberOfSnapshots(OTF2_Archive* archive, uint32_t number);

/* How many snapshots each location has. */
OTF2_ErrorCode OTF2_Archive_GetNumberOfSnapshots(OTF2_Archive* archive, uint32_t* number);

/* Files of the locations. Between Open and Close, writers or readers of that kind can be used. All processes that share
   the archive call these together. */

OTF2_ErrorCode OTF2_Archive_OpenEvtFiles(OTF2_Archive* archive);

OTF2_ErrorCode OTF2_Archive_CloseEvtFiles(OTF2_Archive* archive);

OTF2_ErrorCode OTF2_Archive_OpenDefFiles(OTF2_Archive* archive);

OTF2_ErrorCode OTF2_Archive_CloseDefFiles(OTF2_Archive* archive);

OTF2_ErrorCode OTF2_Archive_OpenSnapFiles(OTF2_Archive* archive);

OTF2_ErrorCode OTF2_Archive_CloseSnapFiles(OTF2_Archive* archive);

/* Says that a location will be read, before the files are opened. */
OTF2_ErrorCode OTF2_Archive_SelectLocation(OTF2_Archive* archive, OTF2_LocationRef location);

#ifdef __cplusplus
}
#endif

#endif
