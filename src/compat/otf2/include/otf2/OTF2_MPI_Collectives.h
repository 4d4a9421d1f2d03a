/* SPDX-License-Identifier: BSD-3-Clause */
/* Collective callbacks made of MPI. Everything is defined here, so that the library need not know MPI. Define
   OTF2_MPI_USE_PMPI before the include to call PMPI_ functions, which measurement tools do not see. MPI before version
   3.0 needs OTF2_MPI_UINT64_T and OTF2_MPI_INT64_T defined to datatypes of 64 bits. */
#ifndef OTF2_MPI_COLLECTIVES_H
#define OTF2_MPI_COLLECTIVES_H

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

#include <otf2/otf2.h>

#ifdef OTF2_MPI_USE_PMPI
#define OTF2_MPI_CALL(function) P##function
#else
#define OTF2_MPI_CALL(function) function
#endif

/* MPI's names for the types; each may be defined before the include. */
#if MPI_VERSION >= 3
#ifndef OTF2_MPI_UINT8_T
#define OTF2_MPI_UINT8_T MPI_UINT8_T
#endif
#ifndef OTF2_MPI_INT8_T
#define OTF2_MPI_INT8_T MPI_INT8_T
#endif
#ifndef OTF2_MPI_UINT16_T
#define OTF2_MPI_UINT16_T MPI_UINT16_T
#endif
#ifndef OTF2_MPI_INT16_T
#define OTF2_MPI_INT16_T MPI_INT16_T
#endif
#ifndef OTF2_MPI_UINT32_T
#define OTF2_MPI_UINT32_T MPI_UINT32_T
#endif
#ifndef OTF2_MPI_INT32_T
#define OTF2_MPI_INT32_T MPI_INT32_T
#endif
#ifndef OTF2_MPI_UINT64_T
#define OTF2_MPI_UINT64_T MPI_UINT64_T
#endif
#ifndef OTF2_MPI_INT64_T
#define OTF2_MPI_INT64_T MPI_INT64_T
#endif
#else
#ifndef OTF2_MPI_UINT8_T
#define OTF2_MPI_UINT8_T MPI_UNSIGNED_CHAR
#endif
#ifndef OTF2_MPI_INT8_T
#define OTF2_MPI_INT8_T MPI_CHAR
#endif
#ifndef OTF2_MPI_UINT16_T
#define OTF2_MPI_UINT16_T MPI_UNSIGNED_SHORT
#endif
#ifndef OTF2_MPI_INT16_T
#define OTF2_MPI_INT16_T MPI_SHORT
#endif
#ifndef OTF2_MPI_UINT32_T
#define OTF2_MPI_UINT32_T MPI_UNSIGNED
#endif
#ifndef OTF2_MPI_INT32_T
#define OTF2_MPI_INT32_T MPI_INT
#endif
#if !defined(OTF2_MPI_UINT64_T) || !defined(OTF2_MPI_INT64_T)
#error "This MPI has no datatypes of 64 bits: define OTF2_MPI_UINT64_T and OTF2_MPI_INT64_T."
#endif
#endif
#ifndef OTF2_MPI_FLOAT
#define OTF2_MPI_FLOAT MPI_FLOAT
#endif
#ifndef OTF2_MPI_DOUBLE
#define OTF2_MPI_DOUBLE MPI_DOUBLE
#endif

/* A communicator. `displacements` has room for one number a process; the struct is allocated as large as needed. */
struct OTF2_CollectiveContext {
  MPI_Comm comm;
  int size;
  int rank;
  int displacements[1];
};

typedef struct OTF2_MPI_UserData {
  OTF2_CollectiveCallbacks callbacks;
  OTF2_CollectiveContext* global;
  OTF2_CollectiveContext* local;
} OTF2_MPI_UserData;

static inline OTF2_CallbackCode otf2_mpi_answer(int result) {
  return result == MPI_SUCCESS ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_ERROR;
}

static inline MPI_Datatype otf2_mpi_get_type(OTF2_Type type) {
  switch (type) {
    case OTF2_TYPE_UINT8:
      return OTF2_MPI_UINT8_T;
    case OTF2_TYPE_UINT16:
      return OTF2_MPI_UINT16_T;
    case OTF2_TYPE_UINT32:
      return OTF2_MPI_UINT32_T;
    case OTF2_TYPE_UINT64:
      return OTF2_MPI_UINT64_T;
    case OTF2_TYPE_INT8:
      return OTF2_MPI_INT8_T;
    case OTF2_TYPE_INT16:
      return OTF2_MPI_INT16_T;
    case OTF2_TYPE_INT32:
      return OTF2_MPI_INT32_T;
    case OTF2_TYPE_INT64:
      return OTF2_MPI_INT64_T;
    case OTF2_TYPE_FLOAT:
      return OTF2_MPI_FLOAT;
    case OTF2_TYPE_DOUBLE:
      return OTF2_MPI_DOUBLE;
    default:
      return MPI_DATATYPE_NULL;
  }
}

/* Takes a communicator over; NULL, and the communicator still the caller's, if that fails. */
static inline OTF2_CollectiveContext* otf2_mpi_adopt(MPI_Comm comm) {
  OTF2_CollectiveContext* context;
  int size;
  int rank;
  if (OTF2_MPI_CALL(MPI_Comm_size)(comm, &size) != MPI_SUCCESS) return NULL;
  if (OTF2_MPI_CALL(MPI_Comm_rank)(comm, &rank) != MPI_SUCCESS) return NULL;
  context = (OTF2_CollectiveContext*)malloc(sizeof(*context) + (size_t)size * sizeof(int));
  if (!context) return NULL;
  context->comm = comm;
  context->size = size;
  context->rank = rank;
  return context;
}

static inline OTF2_CollectiveContext* otf2_mpi_adopt_or_free(MPI_Comm comm) {
  OTF2_CollectiveContext* context = otf2_mpi_adopt(comm);
  if (!context) OTF2_MPI_CALL(MPI_Comm_free)(&comm);
  return context;
}

static inline OTF2_CollectiveContext* otf2_mpi_duplicate(MPI_Comm comm) {
  MPI_Comm copy;
  if (OTF2_MPI_CALL(MPI_Comm_dup)(comm, &copy) != MPI_SUCCESS) return NULL;
  return otf2_mpi_adopt_or_free(copy);
}

static inline OTF2_CollectiveContext* otf2_mpi_split(OTF2_CollectiveContext* context, int color, int key) {
  MPI_Comm part;
  if (OTF2_MPI_CALL(MPI_Comm_split)(context->comm, color, key, &part) != MPI_SUCCESS) return NULL;
  return otf2_mpi_adopt_or_free(part);
}

/* Splits the ranks into numberOfFiles blocks of neighbours. The first `size % numberOfFiles` blocks have one more. */
static inline OTF2_CollectiveContext* otf2_mpi_split_by_number(
    OTF2_CollectiveContext* context, uint32_t numberOfFiles) {
  const uint32_t size = (uint32_t)context->size;
  const uint32_t rank = (uint32_t)context->rank;
  const uint32_t small = size / numberOfFiles;
  const uint32_t large = small + 1;
  const uint32_t in_large = size % numberOfFiles * large;
  if (rank < in_large) return otf2_mpi_split(context, (int)(rank / large), (int)(rank % large));
  return otf2_mpi_split(
      context, (int)(size % numberOfFiles + (rank - in_large) / small), (int)((rank - in_large) % small));
}

static inline void otf2_mpi_destroy_context(OTF2_CollectiveContext* context) {
  if (!context) return;
  OTF2_MPI_CALL(MPI_Comm_free)(&context->comm);
  free(context);
}

static inline void otf2_mpi_destroy(OTF2_MPI_UserData* data) {
  otf2_mpi_destroy_context(data->local);
  otf2_mpi_destroy_context(data->global);
  free(data);
}

/* Where the elements of each process begin, at the root; nobody else needs to know. */
static inline int* otf2_mpi_displacements(OTF2_CollectiveContext* context, const uint32_t* counts, uint32_t root) {
  int i;
  int next = 0;
  if ((int)root != context->rank) return NULL;
  for (i = 0; i < context->size; ++i) {
    context->displacements[i] = next;
    next += (int)counts[i];
  }
  return context->displacements;
}

static inline void otf2_mpi_collectives_release(
    void* userData, OTF2_CollectiveContext* globalCommContext, OTF2_CollectiveContext* localCommContext) {
  (void)globalCommContext;
  (void)localCommContext;
  otf2_mpi_destroy((OTF2_MPI_UserData*)userData);
}

static inline OTF2_CallbackCode otf2_mpi_collectives_get_size(
    void* userData, OTF2_CollectiveContext* commContext, uint32_t* size) {
  (void)userData;
  *size = (uint32_t)commContext->size;
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode otf2_mpi_collectives_get_rank(
    void* userData, OTF2_CollectiveContext* commContext, uint32_t* rank) {
  (void)userData;
  *rank = (uint32_t)commContext->rank;
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode otf2_mpi_collectives_create_local_comm(void* userData,
    OTF2_CollectiveContext** localCommContext, OTF2_CollectiveContext* globalCommContext, uint32_t globalRank,
    uint32_t globalSize, uint32_t localRank, uint32_t localSize, uint32_t fileNumber, uint32_t numberOfFiles) {
  (void)userData;
  (void)globalRank;
  (void)globalSize;
  (void)localSize;
  (void)numberOfFiles;
  *localCommContext = otf2_mpi_split(globalCommContext, (int)fileNumber, (int)localRank);
  return *localCommContext ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_ERROR;
}

static inline OTF2_CallbackCode otf2_mpi_collectives_free_local_comm(
    void* userData, OTF2_CollectiveContext* localCommContext) {
  (void)userData;
  otf2_mpi_destroy_context(localCommContext);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode otf2_mpi_collectives_barrier(void* userData, OTF2_CollectiveContext* commContext) {
  (void)userData;
  return otf2_mpi_answer(OTF2_MPI_CALL(MPI_Barrier)(commContext->comm));
}

static inline OTF2_CallbackCode otf2_mpi_collectives_bcast(void* userData, OTF2_CollectiveContext* commContext,
    void* data, uint32_t numberElements, OTF2_Type type, uint32_t root) {
  (void)userData;
  return otf2_mpi_answer(
      OTF2_MPI_CALL(MPI_Bcast)(data, (int)numberElements, otf2_mpi_get_type(type), (int)root, commContext->comm));
}

/* MPI before version 3.0 takes no pointers to const, hence the casts. */

static inline OTF2_CallbackCode otf2_mpi_collectives_gather(void* userData, OTF2_CollectiveContext* commContext,
    const void* inData, void* outData, uint32_t numberElements, OTF2_Type type, uint32_t root) {
  const MPI_Datatype datatype = otf2_mpi_get_type(type);
  (void)userData;
  return otf2_mpi_answer(OTF2_MPI_CALL(MPI_Gather)((void*)inData, (int)numberElements, datatype, outData,
      (int)numberElements, datatype, (int)root, commContext->comm));
}

static inline OTF2_CallbackCode otf2_mpi_collectives_gatherv(void* userData, OTF2_CollectiveContext* commContext,
    const void* inData, uint32_t inElements, void* outData, const uint32_t* outElements, OTF2_Type type,
    uint32_t root) {
  const MPI_Datatype datatype = otf2_mpi_get_type(type);
  int* displacements = otf2_mpi_displacements(commContext, outElements, root);
  (void)userData;
  return otf2_mpi_answer(OTF2_MPI_CALL(MPI_Gatherv)((void*)inData, (int)inElements, datatype, outData,
      (int*)outElements, displacements, datatype, (int)root, commContext->comm));
}

static inline OTF2_CallbackCode otf2_mpi_collectives_scatter(void* userData, OTF2_CollectiveContext* commContext,
    const void* inData, void* outData, uint32_t numberElements, OTF2_Type type, uint32_t root) {
  const MPI_Datatype datatype = otf2_mpi_get_type(type);
  (void)userData;
  return otf2_mpi_answer(OTF2_MPI_CALL(MPI_Scatter)((void*)inData, (int)numberElements, datatype, outData,
      (int)numberElements, datatype, (int)root, commContext->comm));
}

static inline OTF2_CallbackCode otf2_mpi_collectives_scatterv(void* userData, OTF2_CollectiveContext* commContext,
    const void* inData, const uint32_t* inElements, void* outData, uint32_t outElements, OTF2_Type type,
    uint32_t root) {
  const MPI_Datatype datatype = otf2_mpi_get_type(type);
  int* displacements = otf2_mpi_displacements(commContext, inElements, root);
  (void)userData;
  return otf2_mpi_answer(OTF2_MPI_CALL(MPI_Scatterv)((void*)inData, (int*)inElements, displacements, datatype, outData,
      (int)outElements, datatype, (int)root, commContext->comm));
}

/* The callbacks with a copy of the global communicator, still without a local one; NULL if that fails. */
static inline OTF2_MPI_UserData* otf2_mpi_create(MPI_Comm globalComm) {
  OTF2_MPI_UserData* data = (OTF2_MPI_UserData*)calloc(1, sizeof(*data));
  if (!data) return NULL;
  data->callbacks.otf2_release = otf2_mpi_collectives_release;
  data->callbacks.otf2_get_size = otf2_mpi_collectives_get_size;
  data->callbacks.otf2_get_rank = otf2_mpi_collectives_get_rank;
  data->callbacks.otf2_create_local_comm = otf2_mpi_collectives_create_local_comm;
  data->callbacks.otf2_free_local_comm = otf2_mpi_collectives_free_local_comm;
  data->callbacks.otf2_barrier = otf2_mpi_collectives_barrier;
  data->callbacks.otf2_bcast = otf2_mpi_collectives_bcast;
  data->callbacks.otf2_gather = otf2_mpi_collectives_gather;
  data->callbacks.otf2_gatherv = otf2_mpi_collectives_gatherv;
  data->callbacks.otf2_scatter = otf2_mpi_collectives_scatter;
  data->callbacks.otf2_scatterv = otf2_mpi_collectives_scatterv;
  data->global = otf2_mpi_duplicate(globalComm);
  if (data->global) return data;
  free(data);
  return NULL;
}

/* Hands complete callbacks to an archive, or cleans up. */
static inline OTF2_ErrorCode otf2_mpi_hand_over(OTF2_Archive* archive, OTF2_MPI_UserData* data) {
  const OTF2_ErrorCode result = OTF2_Archive_SetCollectiveCallbacks(
      archive, &data->callbacks, data, data->global, data->local);
  if (result != OTF2_SUCCESS) otf2_mpi_destroy(data);
  return result;
}

/* Makes the processes of globalComm write one archive; those of localComm share a file, where the archive has such
   files, and may be MPI_COMM_NULL. Both communicators are duplicated. */
static inline OTF2_ErrorCode OTF2_MPI_Archive_SetCollectiveCallbacks(
    OTF2_Archive* archive, MPI_Comm globalComm, MPI_Comm localComm) {
  OTF2_MPI_UserData* data;
  if (!archive || globalComm == MPI_COMM_NULL) return OTF2_ERROR_INVALID_ARGUMENT;
  data = otf2_mpi_create(globalComm);
  if (!data) return OTF2_ERROR_PROCESSED_WITH_FAULTS;
  if (localComm != MPI_COMM_NULL) {
    data->local = otf2_mpi_duplicate(localComm);
    if (!data->local) {
      otf2_mpi_destroy(data);
      return OTF2_ERROR_PROCESSED_WITH_FAULTS;
    }
  }
  return otf2_mpi_hand_over(archive, data);
}

/* The same with the processes divided evenly among numberOfFiles files. */
static inline OTF2_ErrorCode OTF2_MPI_Archive_SetCollectiveCallbacksSplit(
    OTF2_Archive* archive, MPI_Comm globalComm, uint32_t numberOfFiles) {
  OTF2_MPI_UserData* data;
  if (!archive || globalComm == MPI_COMM_NULL || numberOfFiles == 0) return OTF2_ERROR_INVALID_ARGUMENT;
  data = otf2_mpi_create(globalComm);
  if (!data) return OTF2_ERROR_PROCESSED_WITH_FAULTS;
  data->local = otf2_mpi_split_by_number(data->global, numberOfFiles);
  if (!data->local) {
    otf2_mpi_destroy(data);
    return OTF2_ERROR_PROCESSED_WITH_FAULTS;
  }
  return otf2_mpi_hand_over(archive, data);
}

/* Makes the processes of globalComm read one trace together. The communicator is duplicated. */
static inline OTF2_ErrorCode OTF2_MPI_Reader_SetCollectiveCallbacks(OTF2_Reader* reader, MPI_Comm globalComm) {
  OTF2_MPI_UserData* data;
  OTF2_ErrorCode result;
  if (!reader || globalComm == MPI_COMM_NULL) return OTF2_ERROR_INVALID_ARGUMENT;
  data = otf2_mpi_create(globalComm);
  if (!data) return OTF2_ERROR_PROCESSED_WITH_FAULTS;
  result = OTF2_Reader_SetCollectiveCallbacks(reader, &data->callbacks, data, data->global, NULL);
  if (result != OTF2_SUCCESS) otf2_mpi_destroy(data);
  return result;
}

#undef OTF2_MPI_CALL

#endif
