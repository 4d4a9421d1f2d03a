/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the scenarios of reference_writer share: opening and closing an archive of the reference library,
 * and stopping at the first call that fails. */
#ifndef WEFT_INTEROP_REFERENCE_WRITER_H
#define WEFT_INTEROP_REFERENCE_WRITER_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <otf2/otf2.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define CHECK(call) check((call), __FILE__, __LINE__, #call)
#define MUST(object) must((object), __FILE__, __LINE__, #object)

enum { smallest_chunk = 256 * 1024 };

/* What a post-flush callback answers: the stop time of the next BufferFlush record. */
extern OTF2_TimeStamp flush_stop_time;

/* The number of chunks an event writer may hold before it has to flush in the middle of a run. */
extern unsigned chunks_per_event_writer;

void check(OTF2_ErrorCode code, const char* file, int line, const char* call);
void* must(void* object, const char* file, int line, const char* what);

/* A new archive DIRECTORY/trace.otf2 with all its files open for writing. */
OTF2_Archive* create_archive(const char* directory, uint64_t event_chunk, uint64_t definition_chunk);
void close_archive(OTF2_Archive* archive);

/* Closes the writer of a location and tells how many events it has got. */
uint64_t close_events(OTF2_Archive* archive, OTF2_EvtWriter* writer);

/* The text of a definition under the next free id; returns the id. */
OTF2_StringRef write_string(OTF2_GlobalDefWriter* writer, OTF2_StringRef* next, const char* text);

/* One machine with one process that holds the given locations, called "location 0", …; returns the next free string id.
 */
OTF2_StringRef write_small_system(OTF2_GlobalDefWriter* writer, const OTF2_LocationRef* locations,
    const uint64_t* events, size_t count, OTF2_TimeStamp trace_length);

/* The scenarios: each writes one archive into a directory of its own. */
typedef void scenario(const char* directory);
scenario write_all, write_sane, write_chunks, write_mapping, write_skew, write_rewind, write_empty, write_nolocations;

#endif
