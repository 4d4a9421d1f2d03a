/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the events of one location in the order they were written. Events are counted from 1. */
#ifndef OTF2_EVT_READER_H
#define OTF2_EVT_READER_H

#include <stdint.h>

#include <otf2/OTF2_AttributeList.h>
#include <otf2/OTF2_Definitions.h>
#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/OTF2_Events.h>
#include <otf2/OTF2_EvtReaderCallbacks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The location this reader is for. */
OTF2_ErrorCode OTF2_EvtReader_GetLocationID(const OTF2_EvtReader* reader, OTF2_LocationRef* location);

/* The number of the event read last. */
OTF2_ErrorCode OTF2_EvtReader_GetPos(OTF2_EvtReader* reader, uint64_t* position);

/* Sets what to call; the table is copied. */
OTF2_ErrorCode OTF2_EvtReader_SetCallbacks(
    OTF2_EvtReader* reader, const OTF2_EvtReaderCallbacks* callbacks, void* userData);

/* Makes an event the next one to be read. Fails with OTF2_ERROR_INVALID_ARGUMENT if there is none with this number. */
OTF2_ErrorCode OTF2_EvtReader_Seek(OTF2_EvtReader* reader, uint64_t position);

/* Reads so many events, or all that are left. */
OTF2_ErrorCode OTF2_EvtReader_ReadEvents(OTF2_EvtReader* reader, uint64_t recordsToRead, uint64_t* recordsRead);

/* Changes the time of the event read last, in memory only. */
OTF2_ErrorCode OTF2_EvtReader_TimeStampRewrite(OTF2_EvtReader* reader, OTF2_TimeStamp time);

/* Reads so many events towards the beginning. */
OTF2_ErrorCode OTF2_EvtReader_ReadEventsBackward(OTF2_EvtReader* reader, uint64_t recordsToRead, uint64_t* recordsRead);

/* Whether ids are translated with the location's mapping tables; they are unless told otherwise. */
OTF2_ErrorCode OTF2_EvtReader_ApplyMappingTables(OTF2_EvtReader* reader, bool action);

/* Whether times are corrected with the location's clock offsets; they are unless told otherwise. */
OTF2_ErrorCode OTF2_EvtReader_ApplyClockOffsets(OTF2_EvtReader* reader, bool action);

#ifdef __cplusplus
}
#endif

#endif
