/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the parts of the driver share: chance that is the same each time, the transcript, and the records. */
#ifndef WEFT_SEQUENCES_DRIVER_H
#define WEFT_SEQUENCES_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include <otf2/otf2.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* A number below the given one; true in so many of a hundred cases. */
unsigned pick(unsigned below);
bool chance(unsigned percent);
#define ONE_OF(array) ((array)[pick(COUNT_OF(array))])
/* Goes on to one of the handles that are there, mostly. */
#define PREFER_OPEN(i, handles) \
  for (int tries = 0; tries < 6 && !(handles)[i]; ++tries) i = pick(COUNT_OF(handles))

/* The transcript survives the sequence, however that ends. A call is told before it is made, its answer afterwards. */
void say(const char* format, ...) __attribute__((format(printf, 1, 2)));
int tell_answer(int code);
void* tell_whether(void* pointer);
int tell_with_count(int code);
#define TELL(call) (say("%s\n", #call), tell_answer((int)(call)))
#define TELL_WHETHER(pointer) (say("%s\n", #pointer), tell_whether(pointer))
#define TELL_COUNT(call) (say("%s\n", #call), count = 12345, tell_with_count((int)(call)))
extern uint64_t count;

/* One record that a callback got. The first ones of a call are told, of the others a digest. */
void tell_record(const char* text, unsigned long length);
OTF2_CallbackCode next_answer(void);
/* The callback after so many others gives another answer than success; 0 is never. */
extern unsigned interrupt_after;

/* Locations that archives have. The last is the one that has no number yet. */
enum { locations = 5 };
extern const OTF2_LocationRef location_of[locations + 1];

/* --- records.c ------------------------------------------------------------------------------------------------------
 * Writes record number `kind` of a kind of writer, with values made from r. */
enum { steps = 64 };
extern const char *const event_names[],
    *const snapshot_names[], *const definition_names[], *const global_definition_names[], *const marker_names[];
extern const unsigned event_kinds, snapshot_kinds, definition_kinds, global_definition_kinds, marker_kinds;
OTF2_ErrorCode write_event(
    OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp time, unsigned kind, unsigned r);
OTF2_ErrorCode write_snapshot(
    OTF2_SnapWriter* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp time, unsigned kind, unsigned r);
OTF2_ErrorCode write_definition(OTF2_DefWriter* writer, unsigned kind, unsigned r);
OTF2_ErrorCode write_global_definition(OTF2_GlobalDefWriter* writer, unsigned kind, unsigned r);
OTF2_ErrorCode write_marker(OTF2_MarkerWriter* writer, unsigned kind, unsigned r);

/* Adds attribute number k of the list, of any type. */
OTF2_ErrorCode add_attribute(OTF2_AttributeList* attributes, unsigned k, unsigned r);

/* Tables with callbacks for all records, or for every other one. */
enum { all_callbacks = 0 };
OTF2_GlobalDefReaderCallbacks* new_GlobalDef_callbacks(unsigned wanted);
OTF2_DefReaderCallbacks* new_Def_callbacks(unsigned wanted);
OTF2_GlobalEvtReaderCallbacks* new_GlobalEvt_callbacks(unsigned wanted);
OTF2_EvtReaderCallbacks* new_Evt_callbacks(unsigned wanted);
OTF2_GlobalSnapReaderCallbacks* new_GlobalSnap_callbacks(unsigned wanted);
OTF2_SnapReaderCallbacks* new_Snap_callbacks(unsigned wanted);
OTF2_MarkerReaderCallbacks* new_Marker_callbacks(unsigned wanted);

/* --- writing.c and reading.c ----------------------------------------------------------------------------------------
 * What an archive was left with that the reference cannot read. */
struct damage {
  bool loose_snapshots; /* records outside of snapshots */
};

/* Writes the archive PATH/t.otf2. */
struct damage write_archive(const char* path);
/* Reads an archive; one that is `ours` may be changed. */
void read_archive(const char* path, const char* name, bool ours, struct damage damage);

extern const OTF2_FlushCallbacks flush_callbacks;
extern const OTF2_MemoryCallbacks memory_callbacks;
extern const OTF2_LockingCallbacks locking_callbacks;

/* Collectives of the program's own, or those of the library for one process. */
int set_collectives_of(OTF2_Archive* archive, OTF2_Reader* reader);

#endif
