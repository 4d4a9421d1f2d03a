/* SPDX-License-Identifier: BSD-3-Clause */
/* OTF_MasterControl: which stream has the records of which processes. Both directions are sorted. */
#ifndef OTF_MASTERCONTROL_H
#define OTF_MASTERCONTROL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "OTF_File.h"
#include "OTF_Filenames.h"
#include "OTF_RBuffer.h"
#include "OTF_WBuffer.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A stream and its `n` processes. */
struct struct_OTF_MapEntry {
  uint32_t argument;
  uint32_t n;
  uint32_t s;
  uint32_t* values;
};
typedef struct struct_OTF_MapEntry OTF_MapEntry;

/* A process and its stream. */
struct struct_OTF_Pair {
  uint32_t argument;
  uint32_t value;
};
typedef struct struct_OTF_Pair OTF_Pair;

struct struct_OTF_MasterControl {
  uint32_t n;
  uint32_t s;
  OTF_MapEntry* map;
  uint32_t rn;
  uint32_t rs;
  OTF_Pair* rmap;
  OTF_FileManager* manager;
};
typedef struct struct_OTF_MasterControl OTF_MasterControl;

OTF_MasterControl* OTF_MasterControl_new(OTF_FileManager* manager);
void OTF_MasterControl_close(OTF_MasterControl* mc);
void OTF_MasterControl_finish(OTF_MasterControl* mc);
OTF_MasterControl* OTF_MasterControl_clone(OTF_MasterControl* mc, OTF_FileManager* manager);

int OTF_MasterControl_read(OTF_MasterControl* mc, const char* namestub);
int OTF_MasterControl_write(OTF_MasterControl* mc, const char* namestub);

/* Maps processes (`value`) to a stream (`argument`). */
int OTF_MasterControl_append(OTF_MasterControl* mc, uint32_t argument, uint32_t value);
int OTF_MasterControl_appendList(OTF_MasterControl* mc, uint32_t argument, uint32_t l, uint32_t* values);

/* The stream of a process, or 0. */
uint32_t OTF_MasterControl_mapReverse(OTF_MasterControl* mc, uint32_t value);
OTF_MapEntry* OTF_MasterControl_getEntry(OTF_MasterControl* mc, uint32_t argument);
OTF_MapEntry* OTF_MasterControl_getEntryByIndex(OTF_MasterControl* mc, uint32_t index);
OTF_Pair* OTF_MasterControl_getREntryByIndex(OTF_MasterControl* mc, uint32_t index);
uint32_t OTF_MasterControl_getCount(OTF_MasterControl* mc);
uint32_t OTF_MasterControl_getrCount(OTF_MasterControl* mc);
uint32_t OTF_MasterControl_getValueCount(OTF_MasterControl* mc, uint32_t argument);
uint32_t* OTF_MasterControl_getValues(OTF_MasterControl* mc, uint32_t argument);
uint32_t OTF_MasterControl_getNewStreamId(OTF_MasterControl* mc);

int OTF_MasterControl_check(OTF_MasterControl* mc);
void OTF_MasterControl_print(OTF_MasterControl* mc);

#ifdef __cplusplus
}
#endif

#endif
