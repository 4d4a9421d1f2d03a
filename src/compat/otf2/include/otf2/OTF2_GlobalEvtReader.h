/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the events of all locations that have a reader, in order of time; of equal times the smaller location id comes
   first. */
#ifndef OTF2_GLOBAL_EVT_READER_H
#define OTF2_GLOBAL_EVT_READER_H

#include <stdint.h>

#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/OTF2_EvtReader.h>
#include <otf2/OTF2_GlobalEvtReaderCallbacks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets what to call; the table is copied. */
OTF2_ErrorCode OTF2_GlobalEvtReader_SetCallbacks(
    OTF2_GlobalEvtReader* reader, const OTF2_GlobalEvtReaderCallbacks* callbacks, void* userData);

/* Reads one event. */
OTF2_ErrorCode OTF2_GlobalEvtReader_ReadEvent(OTF2_GlobalEvtReader* reader);

/* Sets flag to 1 if there is another event, else to 0. */
OTF2_ErrorCode OTF2_GlobalEvtReader_HasEvent(OTF2_GlobalEvtReader* reader, int* flag);

/* Reads so many events, or all that are left. */
OTF2_ErrorCode OTF2_GlobalEvtReader_ReadEvents(
    OTF2_GlobalEvtReader* reader, uint64_t recordsToRead, uint64_t* recordsRead);

#ifdef __cplusplus
}
#endif

#endif
