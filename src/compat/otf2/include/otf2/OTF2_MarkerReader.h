/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads markers. */
#ifndef OTF2_MARKER_READER_H
#define OTF2_MARKER_READER_H

#include <stdint.h>

#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/OTF2_Marker.h>
#include <otf2/OTF2_MarkerReaderCallbacks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads so many records, or all that are left. */
OTF2_ErrorCode OTF2_MarkerReader_ReadMarkers(OTF2_MarkerReader* reader, uint64_t recordsToRead, uint64_t* recordsRead);

/* Sets what to call; the table is copied. */
OTF2_ErrorCode OTF2_MarkerReader_SetCallbacks(
    OTF2_MarkerReader* reader, const OTF2_MarkerReaderCallbacks* callbacks, void* userData);

#ifdef __cplusplus
}
#endif

#endif
