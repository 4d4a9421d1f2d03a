/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the definitions of one location. Its mapping tables and clock offsets apply to the events read afterwards. */
#ifndef OTF2_DEF_READER_H
#define OTF2_DEF_READER_H

#include <stdint.h>

#include <otf2/OTF2_DefReaderCallbacks.h>
#include <otf2/OTF2_Definitions.h>
#include <otf2/OTF2_ErrorCodes.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The location this reader is for. */
OTF2_ErrorCode OTF2_DefReader_GetLocationID(const OTF2_DefReader* reader, OTF2_LocationRef* location);

/* Sets what to call; the table is copied. */
OTF2_ErrorCode OTF2_DefReader_SetCallbacks(
    OTF2_DefReader* reader, const OTF2_DefReaderCallbacks* callbacks, void* userData);

/* Reads so many definitions, or all that are left. */
OTF2_ErrorCode OTF2_DefReader_ReadDefinitions(OTF2_DefReader* reader, uint64_t recordsToRead, uint64_t* recordsRead);

#ifdef __cplusplus
}
#endif

#endif
