/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the snapshots of all locations that have a reader, in order of time. */
#ifndef OTF2_GLOBAL_SNAP_READER_H
#define OTF2_GLOBAL_SNAP_READER_H

#include <stdint.h>

#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/OTF2_GlobalSnapReaderCallbacks.h>
#include <otf2/OTF2_SnapReader.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets what to call; the table is copied. */
OTF2_ErrorCode OTF2_GlobalSnapReader_SetCallbacks(
    OTF2_GlobalSnapReader* reader, const OTF2_GlobalSnapReaderCallbacks* callbacks, void* userData);

/* Reads so many records, or all that are left. */
OTF2_ErrorCode OTF2_GlobalSnapReader_ReadSnapshots(
    OTF2_GlobalSnapReader* reader, uint64_t recordsToRead, uint64_t* recordsRead);

#ifdef __cplusplus
}
#endif

#endif
