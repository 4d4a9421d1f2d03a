/* SPDX-License-Identifier: BSD-3-Clause */
/* What a program can do for the library: decide about flushes, provide memory, communicate between processes, lock.
   The tables are used where they are, not copied; they have to live as long as the archive. */
#ifndef OTF2_CALLBACKS_H
#define OTF2_CALLBACKS_H

#ifndef __cplusplus
#include <stdbool.h>
#endif

#include <otf2/OTF2_ErrorCodes.h>
#include <otf2/OTF2_GeneralDefinitions.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flushing. */

/* Decides, when a buffer is full or (final) closed, whether it is written to disk. callerData is the writer. */
typedef OTF2_FlushType (*OTF2_PreFlushCallback)(
    void* userData, OTF2_FileType fileType, OTF2_LocationRef location, void* callerData, bool final);

/* Returns the time after a flush of events; it ends the BufferFlush event that tells of the interruption. */
typedef OTF2_TimeStamp (*OTF2_PostFlushCallback)(void* userData, OTF2_FileType fileType, OTF2_LocationRef location);

/* Either may be NULL. */
typedef struct OTF2_FlushCallbacks {
  OTF2_PreFlushCallback otf2_pre_flush;
  OTF2_PostFlushCallback otf2_post_flush;
} OTF2_FlushCallbacks;

/* Memory. */

/* Returns memory for one chunk, or NULL when there is none left, which leads to a flush. perBufferData is a place for
   the callback to remember something for the buffer. */
typedef void* (*OTF2_MemoryAllocate)(
    void* userData, OTF2_FileType fileType, OTF2_LocationRef location, void** perBufferData, uint64_t chunkSize);

/* Takes back all chunks of a buffer at once; final when the buffer goes away. */
typedef void (*OTF2_MemoryFreeAll)(
    void* userData, OTF2_FileType fileType, OTF2_LocationRef location, void** perBufferData, bool final);

/* Both are needed. */
typedef struct OTF2_MemoryCallbacks {
  OTF2_MemoryAllocate otf2_allocate;
  OTF2_MemoryFreeAll otf2_free_all;
} OTF2_MemoryCallbacks;

/* Collective communication. */

/* A group of processes; defined by whoever writes the callbacks. */
typedef struct OTF2_CollectiveContext OTF2_CollectiveContext;

/* The rank that does what only one process can do. */
#define OTF2_COLLECTIVES_ROOT 0

/* The number of processes. */
typedef OTF2_CallbackCode (*OTF2_Collectives_GetSize)(
    void* userData, OTF2_CollectiveContext* commContext, uint32_t* size);

/* The rank of this process, from 0. */
typedef OTF2_CallbackCode (*OTF2_Collectives_GetRank)(
    void* userData, OTF2_CollectiveContext* commContext, uint32_t* rank);

/* Makes the group of processes that share one file. */
typedef OTF2_CallbackCode (*OTF2_Collectives_CreateLocalComm)(void* userData, OTF2_CollectiveContext** localCommContext,
    OTF2_CollectiveContext* globalCommContext, uint32_t globalRank, uint32_t globalSize, uint32_t localRank,
    uint32_t localSize, uint32_t fileNumber, uint32_t numberOfFiles);

/* Ends such a group. */
typedef OTF2_CallbackCode (*OTF2_Collectives_FreeLocalComm)(void* userData, OTF2_CollectiveContext* localCommContext);

/* Waits until all processes are there. */
typedef OTF2_CallbackCode (*OTF2_Collectives_Barrier)(void* userData, OTF2_CollectiveContext* commContext);

/* Sends data of the root to all. */
typedef OTF2_CallbackCode (*OTF2_Collectives_Bcast)(void* userData, OTF2_CollectiveContext* commContext, void* data,
    uint32_t numberElements, OTF2_Type type, uint32_t root);

/* Collects as many elements from each process at the root. */
typedef OTF2_CallbackCode (*OTF2_Collectives_Gather)(void* userData, OTF2_CollectiveContext* commContext,
    const void* inData, void* outData, uint32_t numberElements, OTF2_Type type, uint32_t root);

/* Collects elements at the root, a different number from each process. */
typedef OTF2_CallbackCode (*OTF2_Collectives_Gatherv)(void* userData, OTF2_CollectiveContext* commContext,
    const void* inData, uint32_t inElements, void* outData, const uint32_t* outElements, OTF2_Type type, uint32_t root);

/* Hands out as many elements to each process from the root. */
typedef OTF2_CallbackCode (*OTF2_Collectives_Scatter)(void* userData, OTF2_CollectiveContext* commContext,
    const void* inData, void* outData, uint32_t numberElements, OTF2_Type type, uint32_t root);

/* Hands out elements from the root, a different number to each process. */
typedef OTF2_CallbackCode (*OTF2_Collectives_Scatterv)(void* userData, OTF2_CollectiveContext* commContext,
    const void* inData, const uint32_t* inElements, void* outData, uint32_t outElements, OTF2_Type type, uint32_t root);

/* Is called when the archive no longer needs the callbacks. */
typedef void (*OTF2_Collectives_Release)(
    void* userData, OTF2_CollectiveContext* globalCommContext, OTF2_CollectiveContext* localCommContext);

/* All but release, create_local_comm and free_local_comm are needed; create_local_comm needs free_local_comm. */
typedef struct OTF2_CollectiveCallbacks {
  OTF2_Collectives_Release otf2_release;
  OTF2_Collectives_GetSize otf2_get_size;
  OTF2_Collectives_GetRank otf2_get_rank;
  OTF2_Collectives_CreateLocalComm otf2_create_local_comm;
  OTF2_Collectives_FreeLocalComm otf2_free_local_comm;
  OTF2_Collectives_Barrier otf2_barrier;
  OTF2_Collectives_Bcast otf2_bcast;
  OTF2_Collectives_Gather otf2_gather;
  OTF2_Collectives_Gatherv otf2_gatherv;
  OTF2_Collectives_Scatter otf2_scatter;
  OTF2_Collectives_Scatterv otf2_scatterv;
} OTF2_CollectiveCallbacks;

/* Locks, for archives that several threads use. */

/* A lock; defined by whoever writes the callbacks. */
typedef struct OTF2_LockObject* OTF2_Lock;

/* Makes a lock. */
typedef OTF2_CallbackCode (*OTF2_Locking_Create)(void* userData, OTF2_Lock* lock);

/* Ends a lock that nobody holds. */
typedef OTF2_CallbackCode (*OTF2_Locking_Destroy)(void* userData, OTF2_Lock lock);

/* Waits for a lock and takes it. */
typedef OTF2_CallbackCode (*OTF2_Locking_Lock)(void* userData, OTF2_Lock lock);

/* Gives a lock back. */
typedef OTF2_CallbackCode (*OTF2_Locking_Unlock)(void* userData, OTF2_Lock lock);

/* Is called when the archive no longer needs the callbacks. */
typedef void (*OTF2_Locking_Release)(void* userData);

/* All but release are needed. */
typedef struct OTF2_LockingCallbacks {
  OTF2_Locking_Release otf2_release;
  OTF2_Locking_Create otf2_create;
  OTF2_Locking_Destroy otf2_destroy;
  OTF2_Locking_Lock otf2_lock;
  OTF2_Locking_Unlock otf2_unlock;
} OTF2_LockingCallbacks;

#ifdef __cplusplus
}
#endif

#endif
