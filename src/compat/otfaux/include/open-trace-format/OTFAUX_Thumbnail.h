/* SPDX-License-Identifier: BSD-3-Clause */
/* Thumbnails: the function that each process was in at some evenly spaced times. Made of the enters and leaves of a
   trace, kept in NAMESTUB.thumb. */
#ifndef OTFAUX_THUMBNAIL_H
#define OTFAUX_THUMBNAIL_H

#include "OTFAUX_State.h"
#include "otf.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef OTFAUX_State OTFAUX_Thumbnail_Context;

/* `width` samples from minTime on; NULL if that is less than one tick for each. */
OTFAUX_Thumbnail_Context* OTFAUX_Thumbnail_create(uint64_t minTime, uint64_t maxTime, uint32_t width);
void OTFAUX_Thumbnail_destroy(OTFAUX_Thumbnail_Context* tn_context);

/* Processes first, then their events in order of time, then writing: 1 if it went well. */
int OTFAUX_Thumbnail_declareProcess(OTFAUX_Thumbnail_Context* tn_context, uint64_t process);
int OTFAUX_Thumbnail_handleEnter(
    OTFAUX_Thumbnail_Context* tn_context, uint64_t timestamp, uint64_t process, uint32_t function);
int OTFAUX_Thumbnail_handleLeave(OTFAUX_Thumbnail_Context* tn_context, uint64_t timestamp, uint64_t process);
int OTFAUX_Thumbnail_finalize(OTFAUX_Thumbnail_Context* tn_context);
/* As OTFAUX_State_writeThumbnail. */
int OTFAUX_Thumbnail_write(const OTFAUX_Thumbnail_Context* tn_context, const char* namestub, int create, ...);

/* The name of the file; to be freed by the caller. */
char* OTFAUX_Thumbnail_getFilename(const char* namestub);

typedef struct OTFAUX_ThumbnailReader OTFAUX_ThumbnailReader;

/* NULL if there is no thumbnail. */
OTFAUX_ThumbnailReader* OTFAUX_ThumbnailReader_open(const char* namestub);
int OTFAUX_ThumbnailReader_close(OTFAUX_ThumbnailReader* tn_reader);
int OTFAUX_ThumbnailReader_getWidth(const OTFAUX_ThumbnailReader* tn_reader, uint32_t* width);
int OTFAUX_ThumbnailReader_getNumberOfProcs(const OTFAUX_ThumbnailReader* tn_reader, uint32_t* nprocs);
/* Calls the handler with the samples of each process: 1 if all that were announced are there, and nothing else. */
int OTFAUX_ThumbnailReader_read(
    OTFAUX_ThumbnailReader* tn_reader, void (*process_handler)(void*, uint64_t, const uint32_t*), void* data);

#ifdef __cplusplus
}
#endif

#endif
