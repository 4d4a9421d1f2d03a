// SPDX-License-Identifier: BSD-3-Clause
// Which processes of a mapping are enabled. In no header, but exported.
#pragma once

#include <open-trace-format/OTF_MasterControl.h>

struct OTF_ProcessList {
  OTF_MasterControl* mapping;
  uint8_t* status;  // in the order of the mapping's processes
  uint32_t n;
};

extern "C" {

int OTF_ProcessList_init(OTF_ProcessList* list, OTF_MasterControl* mc);
void OTF_ProcessList_finalize(OTF_ProcessList* list);
uint32_t OTF_ProcessList_getIndex(OTF_ProcessList* list, uint32_t pid);
uint8_t OTF_ProcessList_getStatus(OTF_ProcessList* list, uint32_t pid);
int OTF_ProcessList_setStatus(OTF_ProcessList* list, uint32_t pid, uint8_t status);
int OTF_ProcessList_setStatusAll(OTF_ProcessList* list, uint8_t status);
}
