/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of processes while a trace is read in order of time, and what snapshots and thumbnails have of it.
   Functions answer 1 if they did their work and 0 if not. A process begins to exist when it is named. */
#ifndef OTFAUX_STATE_H
#define OTFAUX_STATE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OTFAUX_State OTFAUX_State;

OTFAUX_State* OTFAUX_State_create(void);
void OTFAUX_State_destroy(OTFAUX_State* auxState);

/* Processes that a thumbnail is made of are declared with isThumbnailProcess, before their first event. The thumbnail
   has `width` evenly spaced samples from minTime on. */
int OTFAUX_State_setupThumbnail(OTFAUX_State* auxState, uint64_t minTime, uint64_t maxTime, uint32_t width);
int OTFAUX_State_declareProcess(OTFAUX_State* auxState, uint64_t processId, int isThumbnailProcess);

/* Called with the eventData of an event that is over, unless it is NULL. */
typedef void (*OTFAUX_ReleaseEventData)(void* userData, void* eventData);
int OTFAUX_State_setReleaseEventDataCallback(
    OTFAUX_State* auxState, OTFAUX_ReleaseEventData releaseEventDataCallback, void* userData);

/* Called by OTFAUX_State_writeSnapshot with what is going on. A callback that answers 0 ends the snapshot. */
typedef int (*OTFAUX_WriteEnterSnapshotCallback)(void* userData, uint64_t snapshotTime, uint64_t eventTime,
    uint64_t processId, uint32_t function, uint32_t scl, void* eventData);
int OTFAUX_State_setWriteEnterSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteEnterSnapshotCallback writeEnterSnapshotCallback);

/* Messages are only kept for snapshots once this callback is there. */
typedef int (*OTFAUX_WriteSendSnapshotCallback)(void* userData, uint64_t snapshotTime, uint64_t eventTime,
    uint64_t senderProcessId, uint64_t receiverProcessId, uint32_t comm, uint32_t tag, uint32_t length, uint32_t scl,
    uint64_t recvTime, uint32_t recvLength, uint32_t recvScl, void* eventData);
int OTFAUX_State_setWriteSendSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteSendSnapshotCallback writeSendSnapshotCallback);

typedef int (*OTFAUX_WriteOpenFileSnapshotCallback)(void* userData, uint64_t snapshotTime, uint64_t eventTime,
    uint64_t processId, uint32_t fileId, uint64_t handleId, uint32_t scl, void* eventData);
int OTFAUX_State_setWriteOpenFileSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteOpenFileSnapshotCallback writeOpenFileSnapshotCallback);

typedef int (*OTFAUX_WriteBeginCollopSnapshotCallback)(void* userData, uint64_t snapshotTime, uint64_t eventTime,
    uint64_t processId, uint32_t collOp, uint64_t matchingId, uint32_t comm, uint32_t root, uint64_t sent,
    uint64_t received, uint32_t scl, void* eventData);
int OTFAUX_State_setWriteBeginCollopSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteBeginCollopSnapshotCallback writeBeginCollopSnapshotCallback);

typedef int (*OTFAUX_WriteBeginFileOpSnapshotCallback)(void* userData, uint64_t snapshotTime, uint64_t eventTime,
    uint64_t processId, uint64_t matchingId, uint32_t scl, void* eventData);
int OTFAUX_State_setWriteBeginFileOpSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteBeginFileOpSnapshotCallback writeBeginFileOpSnapshotCallback);

/* How many collective operations have ended in a communicator. */
typedef int (*OTFAUX_WriteCollopCountSnapshotCallback)(
    void* userData, uint64_t snapshotTime, uint64_t processId, uint32_t comm, uint64_t count);
int OTFAUX_State_setWriteCollopCountSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteCollopCountSnapshotCallback writeCollopCountSnapshotCallback);

typedef int (*OTFAUX_WriteCounterSnapshotCallback)(void* userData, uint64_t snapshotTime, uint64_t eventTime,
    uint64_t processId, uint32_t counter, uint64_t value, void* eventData);
int OTFAUX_State_setWriteCounterSnapshotCallback(
    OTFAUX_State* auxState, OTFAUX_WriteCounterSnapshotCallback writeCounterSnapshotCallback);

/* All receives of the trace, in order of time, before the first send. */
int OTFAUX_State_enqueueRecvMsg(OTFAUX_State* auxState, uint64_t eventTime, uint64_t receiverProcessId,
    uint64_t senderProcessId, uint32_t comm, uint32_t tag, uint32_t length, uint32_t scl);

/* The events, in order of time. eventData stays with an event while that is of interest. */
int OTFAUX_State_processEnter(
    OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint32_t function, uint32_t scl, void* eventData);
/* Ends the innermost call, whatever function is named. */
int OTFAUX_State_processLeave(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint32_t function);
/* 2 if no receive is left for it: then its eventData stays the caller's. */
int OTFAUX_State_processSendMsg(OTFAUX_State* auxState, uint64_t eventTime, uint64_t senderProcessId,
    uint64_t receiverProcessId, uint32_t comm, uint32_t tag, uint32_t length, uint32_t scl, uint64_t* recvTime,
    uint32_t* recvLength, uint32_t* recvScl, void* eventData);
int OTFAUX_State_processBeginCollectiveOperation(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId,
    uint32_t comm, uint32_t root, uint32_t collOp, uint64_t matchingId, uint64_t bytesSent, uint64_t bytesRecv,
    uint32_t scl, void* eventData);
int OTFAUX_State_processEndCollectiveOperation(
    OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint64_t matchingId);
int OTFAUX_State_processCollectiveOperation(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId,
    uint32_t comm, uint32_t root, uint32_t collOp, uint64_t bytesSent, uint64_t bytesRecv, uint32_t scl);
int OTFAUX_State_processFileOpen(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint32_t fileId,
    uint64_t handleId, uint32_t scl, void* eventData);
int OTFAUX_State_processFileClose(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint64_t handleId);
int OTFAUX_State_processBeginFileOperation(
    OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint64_t matchingId, uint32_t scl, void* eventData);
/* An open or close that ends is told by the functions for these, too. */
int OTFAUX_State_processEndFileOperation(
    OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint64_t matchingId);
int OTFAUX_State_processCounter(OTFAUX_State* auxState, uint64_t eventTime, uint64_t processId, uint32_t counterId,
    uint64_t value, void* eventData);

int OTFAUX_State_writeSnapshot(OTFAUX_State* auxState, uint64_t snapshotTime, void* userData);

/* The processes of this state, into NAMESTUB.thumb. With `create` the file is made anew and says how many processes it
   will have, which is one more argument: a uint32_t. Without it, lines are appended: several states may fill one file.
 */
int OTFAUX_State_writeThumbnail(OTFAUX_State* auxState, const char* namestub, int create, ...);

#ifdef __cplusplus
}
#endif

#endif
