/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the snapshots of one location. */
#ifndef OTF2_SNAP_READER_H
#define OTF2_SNAP_READER_H

#include <stdint.h>

#include <otf2/OTF2_AttributeList.h>
#include <otf2/OTF2_Definitions.h>
#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/OTF2_Events.h>
#include <otf2/OTF2_SnapReaderCallbacks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The location this reader is for. */
OTF2_ErrorCode OTF2_SnapReader_GetLocationID(const OTF2_SnapReader* reader, OTF2_LocationRef* location);

/* Sets what to call; the table is copied. */
OTF2_ErrorCode OTF2_SnapReader_SetCallbacks(
    OTF2_SnapReader* reader, const OTF2_SnapReaderCallbacks* callbacks, void* userData);

/* Goes to the latest snapshot not after a time. If all are later, found is false; that is no error. */
OTF2_ErrorCode OTF2_SnapReader_Seek(OTF2_SnapReader* reader, uint64_t req_time, bool* found);

/* Reads so many records, or all that are left. */
OTF2_ErrorCode OTF2_SnapReader_ReadSnapshots(OTF2_SnapReader* reader, uint64_t recordsToRead, uint64_t* recordsRead);

#ifdef __cplusplus
}
#endif

#endif
