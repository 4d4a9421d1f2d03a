/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the definitions of the whole trace. */
#ifndef OTF2_GLOBAL_DEF_READER_H
#define OTF2_GLOBAL_DEF_READER_H

#include <stddef.h>
#include <stdint.h>

#include <otf2/OTF2_Definitions.h>
#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/OTF2_GlobalDefReaderCallbacks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets what to call; the table is copied. */
OTF2_ErrorCode OTF2_GlobalDefReader_SetCallbacks(
    OTF2_GlobalDefReader* reader, const OTF2_GlobalDefReaderCallbacks* callbacks, void* userData);

/* Reads so many definitions, or all that are left. */
OTF2_ErrorCode OTF2_GlobalDefReader_ReadDefinitions(
    OTF2_GlobalDefReader* reader, uint64_t recordsToRead, uint64_t* recordsRead);

#ifdef __cplusplus
}
#endif

#endif
