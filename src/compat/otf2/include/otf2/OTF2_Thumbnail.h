/* SPDX-License-Identifier: BSD-3-Clause */
/* Thumbnails: small pictures of a whole trace. A thumbnail is a number of samples; each has one value for every
   definition the header refers to. OTF2_Archive_GetThumbWriter begins a new one. */
#ifndef OTF2_THUMBNAIL_H
#define OTF2_THUMBNAIL_H

#include <stdint.h>

#include <otf2/OTF2_GeneralDefinitions.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OTF2_ThumbWriter_struct OTF2_ThumbWriter;
typedef struct OTF2_ThumbReader_struct OTF2_ThumbReader;

/* What the thumbnail is about. The caller frees both texts and the array. */
OTF2_ErrorCode OTF2_ThumbReader_GetHeader(OTF2_ThumbReader* reader, char** const name, char** const description,
    OTF2_ThumbnailType* type, uint32_t* numberOfSamples, uint32_t* numberOfMetrics, uint64_t** refsToDefs);

/* Reads the next sample into an array of numberOfMetrics values. */
OTF2_ErrorCode OTF2_ThumbReader_ReadSample(
    OTF2_ThumbReader* reader, uint64_t* baseline, uint32_t numberOfMetrics, uint64_t* metricSamples);

/* Writes the next sample. A baseline of 0 means that the values are relative to their sum. */
OTF2_ErrorCode OTF2_ThumbWriter_WriteSample(
    OTF2_ThumbWriter* writer, uint64_t baseline, uint32_t numberOfMetrics, const uint64_t* metricSamples);

#ifdef __cplusplus
}
#endif

#endif
