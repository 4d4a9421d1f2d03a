// SPDX-License-Identifier: BSD-3-Clause
// Message matching and thumbnails: a state of which only a part is used.
#include <open-trace-format/OTFAUX_MsgMatching.h>
#include <open-trace-format/OTFAUX_Thumbnail.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "compat/otfaux/state.hpp"

extern "C" {

OTFAUX_MsgMatching_Context* OTFAUX_MsgMatching_create(void) { return OTFAUX_State_create(); }
void OTFAUX_MsgMatching_destroy(OTFAUX_MsgMatching_Context* mm_context) { OTFAUX_State_destroy(mm_context); }

void OTFAUX_MsgMatching_enqueueRecv(OTFAUX_MsgMatching_Context* mm_context, uint64_t sender, uint64_t receiver,
    uint32_t tag, uint32_t comm, uint64_t time, uint32_t size, uint32_t scl) {
  OTFAUX_State_enqueueRecvMsg(mm_context, time, receiver, sender, comm, tag, size, scl);
}

int OTFAUX_MsgMatching_matchSend(OTFAUX_MsgMatching_Context* mm_context, uint64_t sender, uint64_t receiver,
    uint32_t tag, uint32_t comm, uint64_t* ptime, uint32_t* psize, uint32_t* pscl) {
  constexpr int found = 1;
  return OTFAUX_State_processSendMsg(mm_context, 0, sender, receiver, comm, tag, 0, 0, ptime, psize, pscl, nullptr) ==
         found;
}

void OTFAUX_MsgMatching_releaseMemory(OTFAUX_MsgMatching_Context*) {}

OTFAUX_Thumbnail_Context* OTFAUX_Thumbnail_create(uint64_t minTime, uint64_t maxTime, uint32_t width) {
  OTFAUX_State* const state = OTFAUX_State_create();
  if (OTFAUX_State_setupThumbnail(state, minTime, maxTime, width)) return state;
  OTFAUX_State_destroy(state);
  return nullptr;
}

void OTFAUX_Thumbnail_destroy(OTFAUX_Thumbnail_Context* tn_context) { OTFAUX_State_destroy(tn_context); }

int OTFAUX_Thumbnail_declareProcess(OTFAUX_Thumbnail_Context* tn_context, uint64_t process) {
  return OTFAUX_State_declareProcess(tn_context, process, 1);
}

int OTFAUX_Thumbnail_handleEnter(
    OTFAUX_Thumbnail_Context* tn_context, uint64_t timestamp, uint64_t process, uint32_t function) {
  return OTFAUX_State_processEnter(tn_context, timestamp, process, function, 0, nullptr);
}

int OTFAUX_Thumbnail_handleLeave(OTFAUX_Thumbnail_Context* tn_context, uint64_t timestamp, uint64_t process) {
  return OTFAUX_State_processLeave(tn_context, timestamp, process, 0);
}

int OTFAUX_Thumbnail_finalize(OTFAUX_Thumbnail_Context*) { return 1; }

// Samples that are still due are taken: const is what the reference promises, not what it does.
int OTFAUX_Thumbnail_write(const OTFAUX_Thumbnail_Context* tn_context, const char* namestub, int create, ...) {
  va_list arguments;
  va_start(arguments, create);
  const uint32_t announced = create ? va_arg(arguments, uint32_t) : 0;
  va_end(arguments);
  return OTFAUX_State_writeThumbnail(const_cast<OTFAUX_Thumbnail_Context*>(tn_context), namestub, create, announced);
}

char* OTFAUX_Thumbnail_getFilename(const char* namestub) {
  return namestub ? strdup(weft::otf::thumbnail_path(namestub).c_str()) : nullptr;
}
}
