/* SPDX-License-Identifier: BSD-3-Clause */
/* Which receive belongs to a send: messages of one sender, receiver, tag and communicator do not overtake each other.
 */
#ifndef OTFAUX_MSGMATCHING_H
#define OTFAUX_MSGMATCHING_H

#include "OTFAUX_State.h"
#include "otf.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef OTFAUX_State OTFAUX_MsgMatching_Context;

OTFAUX_MsgMatching_Context* OTFAUX_MsgMatching_create(void);
void OTFAUX_MsgMatching_destroy(OTFAUX_MsgMatching_Context* mm_context);

/* All receives, in order of time, before the sends. */
void OTFAUX_MsgMatching_enqueueRecv(OTFAUX_MsgMatching_Context* mm_context, uint64_t sender, uint64_t receiver,
    uint32_t tag, uint32_t comm, uint64_t time, uint32_t size, uint32_t scl);
/* 1 if there is a receive, which is told once, and 0 if there is none. */
int OTFAUX_MsgMatching_matchSend(OTFAUX_MsgMatching_Context* mm_context, uint64_t sender, uint64_t receiver,
    uint32_t tag, uint32_t comm, uint64_t* ptime, uint32_t* psize, uint32_t* pscl);
/* Nothing is kept that is not needed. */
void OTFAUX_MsgMatching_releaseMemory(OTFAUX_MsgMatching_Context* mm_context);

/* The key-values by which a send tells its receive: names and types of the keys. */
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_TIME_NAME "TUD::p2p-received-time"
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_TIME_TYPE OTF_UINT64
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SIZE_NAME "TUD::p2p-received-size"
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SIZE_TYPE OTF_UINT32
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SCL_NAME "TUD::p2p-received-scl"
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SCL_TYPE OTF_UINT32

#ifdef __cplusplus
}
#endif

#endif
