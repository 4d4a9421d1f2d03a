/* SPDX-License-Identifier: BSD-3-Clause */
/* The processes of an MPI program record together: communicators made and freed, collectives over them, blocking and
   not, and a message to the right neighbour. Everything recorded is done, too. Times count up from the rank and do not
   depend on how long MPI takes; an archive is therefore the same every time.

   usage: mpirun -n PROCESSES mpi_writer DIRECTORY ROUNDS, with at least two processes */
#include <mpi.h>
#include <otf2/OTF2_MPI_Collectives.h>

#include "example_writer.h"

static const char* const texts[] = {"", "MPI_Init", "PMPI_Init", "MPI_Finalize", "PMPI_Finalize", "MPI_Comm_split",
    "PMPI_Comm_split", "MPI_Intercomm_create", "PMPI_Intercomm_create", "MPI_Comm_free", "PMPI_Comm_free", "MPI_Bcast",
    "PMPI_Bcast", "MPI_Ibarrier", "PMPI_Ibarrier", "MPI_Test", "PMPI_Test", "MPI_Wait", "PMPI_Wait", "MPI_Sendrecv",
    "PMPI_Sendrecv", "everybody", "even ranks", "odd ranks", "both halves", "the machine", "machine"};
enum {
  TEXTS = sizeof texts / sizeof *texts,
  TEXT_EVERYBODY = 21,
  TEXT_EVEN,
  TEXT_ODD,
  TEXT_BOTH,
  TEXT_MACHINE,
  TEXT_CLASS
};
enum { INIT, FINALIZE, SPLIT, INTERCOMM_CREATE, COMM_FREE, BCAST, IBARRIER, TEST, WAIT, SENDRECV, REGIONS };
enum { COMM_WORLD, COMM_EVEN, COMM_ODD, COMM_BOTH };
enum { GROUP_LOCATIONS, GROUP_WORLD, GROUP_EVEN, GROUP_ODD };
enum { BARRIER_REQUEST = 1, TAG = 7 };

static uint64_t now;
static int rank, size;

static OTF2_TimeStamp next_time(void) { return now += 10; }

static void enter(OTF2_EvtWriter* w, OTF2_RegionRef region) {
  MUST(OTF2_EvtWriter_Enter(w, NULL, next_time(), region));
}

static void leave(OTF2_EvtWriter* w, OTF2_RegionRef region) {
  MUST(OTF2_EvtWriter_Leave(w, NULL, next_time(), region));
}

static void created(OTF2_EvtWriter* w, OTF2_RegionRef region, OTF2_CommRef comm) {
  enter(w, region);
  MUST(OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, next_time()));
  MUST(OTF2_EvtWriter_CommCreate(w, NULL, next_time(), comm));
  MUST(OTF2_EvtWriter_MpiCollectiveEnd(
      w, NULL, next_time(), OTF2_COLLECTIVE_OP_CREATE_HANDLE, comm, OTF2_COLLECTIVE_ROOT_NONE, 0, 0));
  leave(w, region);
}

static void destroyed(OTF2_EvtWriter* w, OTF2_RegionRef region, OTF2_CommRef comm) {
  enter(w, region);
  MUST(OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, next_time()));
  MUST(OTF2_EvtWriter_CommDestroy(w, NULL, next_time(), comm));
  MUST(OTF2_EvtWriter_MpiCollectiveEnd(
      w, NULL, next_time(), OTF2_COLLECTIVE_OP_DESTROY_HANDLE, comm, OTF2_COLLECTIVE_ROOT_NONE, 0, 0));
  leave(w, region);
}

/* From rank 0 of the even half to the odd half. */
static void broadcast(OTF2_EvtWriter* w, MPI_Comm both, int half_rank) {
  const int is_odd = rank % 2;
  const int is_root = rank == 0;
  int number = is_root ? 42 : 0;
  enter(w, BCAST);
  MUST(OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, next_time()));
  MPI_Bcast(&number, 1, MPI_INT, is_odd ? 0 : half_rank == 0 ? MPI_ROOT : MPI_PROC_NULL, both);
  require(number == (is_odd || is_root ? 42 : 0), "what MPI_Bcast sent");
  MUST(OTF2_EvtWriter_MpiCollectiveEnd(w, NULL, next_time(), OTF2_COLLECTIVE_OP_BCAST, COMM_BOTH,
      is_odd    ? 0
      : is_root ? (uint32_t)OTF2_COLLECTIVE_ROOT_SELF
                : (uint32_t)OTF2_COLLECTIVE_ROOT_THIS_GROUP,
      is_root ? sizeof number : 0, is_odd ? sizeof number : 0));
  leave(w, BCAST);
}

static void pass_to_the_right(OTF2_EvtWriter* w) {
  const int left = (rank + size - 1) % size;
  const int right = (rank + 1) % size;
  int received = -1;
  enter(w, SENDRECV);
  MUST(OTF2_EvtWriter_MpiSend(w, NULL, next_time(), (uint32_t)right, COMM_WORLD, TAG, sizeof rank));
  MPI_Sendrecv(&rank, 1, MPI_INT, right, TAG, &received, 1, MPI_INT, left, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  require(received == left, "what MPI_Sendrecv sent");
  MUST(OTF2_EvtWriter_MpiRecv(w, NULL, next_time(), (uint32_t)left, COMM_WORLD, TAG, sizeof rank));
  leave(w, SENDRECV);
}

static void record(OTF2_EvtWriter* w, unsigned rounds) {
  MPI_Comm half, both;
  MPI_Request request;
  int done, half_rank;
  created(w, INIT, COMM_WORLD);

  enter(w, IBARRIER);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MUST(OTF2_EvtWriter_NonBlockingCollectiveRequest(w, NULL, next_time(), BARRIER_REQUEST));
  leave(w, IBARRIER);

  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Comm_rank(half, &half_rank);
  created(w, SPLIT, rank % 2 ? COMM_ODD : COMM_EVEN);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, TAG, &both);
  created(w, INTERCOMM_CREATE, COMM_BOTH);

  enter(w, TEST);
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MUST(OTF2_EvtWriter_MpiRequestTest(w, NULL, next_time(), BARRIER_REQUEST));
  leave(w, TEST);

  for (unsigned round = 0; round < rounds; ++round) {
    broadcast(w, both, half_rank);
    pass_to_the_right(w);
  }

  enter(w, WAIT);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MUST(OTF2_EvtWriter_NonBlockingCollectiveComplete(
      w, NULL, next_time(), OTF2_COLLECTIVE_OP_BARRIER, COMM_WORLD, OTF2_COLLECTIVE_ROOT_NONE, 0, 0, BARRIER_REQUEST));
  leave(w, WAIT);

  MPI_Comm_free(&both);
  destroyed(w, COMM_FREE, COMM_BOTH);
  MPI_Comm_free(&half);
  destroyed(w, COMM_FREE, rank % 2 ? COMM_ODD : COMM_EVEN);
  destroyed(w, FINALIZE, COMM_WORLD);
}

static void define_groups(OTF2_GlobalDefWriter* writer) {
  uint64_t* members = (uint64_t*)malloc((size_t)size * sizeof *members);
  require(members != NULL, "malloc");
  for (int i = 0; i < size; ++i) members[i] = (uint64_t)i;
  MUST(OTF2_GlobalDefWriter_WriteGroup(writer, GROUP_LOCATIONS, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
      OTF2_GROUP_FLAG_NONE, (uint32_t)size, members));
  MUST(OTF2_GlobalDefWriter_WriteGroup(writer, GROUP_WORLD, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
      OTF2_GROUP_FLAG_NONE, (uint32_t)size, members));
  for (int odd = 0; odd <= 1; ++odd) {
    uint32_t count = 0;
    for (int i = odd; i < size; i += 2) members[count++] = (uint64_t)i;
    MUST(OTF2_GlobalDefWriter_WriteGroup(writer, odd ? GROUP_ODD : GROUP_EVEN, 0, OTF2_GROUP_TYPE_COMM_GROUP,
        OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, count, members));
  }
  free(members);
}

static void define_communicators(OTF2_GlobalDefWriter* writer) {
  const OTF2_CommFlag told = OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS;
  MUST(OTF2_GlobalDefWriter_WriteComm(writer, COMM_WORLD, TEXT_EVERYBODY, GROUP_WORLD, OTF2_UNDEFINED_COMM, told));
  MUST(OTF2_GlobalDefWriter_WriteComm(writer, COMM_EVEN, TEXT_EVEN, GROUP_EVEN, COMM_WORLD, told));
  MUST(OTF2_GlobalDefWriter_WriteComm(writer, COMM_ODD, TEXT_ODD, GROUP_ODD, COMM_WORLD, told));
  MUST(OTF2_GlobalDefWriter_WriteInterComm(writer, COMM_BOTH, TEXT_BOTH, GROUP_EVEN, GROUP_ODD, COMM_WORLD, told));
}

static OTF2_RegionRole role_of(OTF2_RegionRef region) {
  switch (region) {
    case BCAST:
      return OTF2_REGION_ROLE_COLL_ONE2ALL;
    case IBARRIER:
      return OTF2_REGION_ROLE_BARRIER;
    case SENDRECV:
      return OTF2_REGION_ROLE_POINT2POINT;
    default:
      return OTF2_REGION_ROLE_FUNCTION;
  }
}

/* By rank 0, which has been told how many events each of the others recorded, and when it ended. */
static void define(OTF2_Archive* archive, const uint64_t* events, uint64_t end) {
  OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(archive);
  require(writer != NULL, "OTF2_Archive_GetGlobalDefWriter");
  MUST(OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000000, 0, end + 1, OTF2_UNDEFINED_TIMESTAMP));
  for (OTF2_StringRef i = 0; i < TEXTS; ++i) MUST(OTF2_GlobalDefWriter_WriteString(writer, i, texts[i]));
  for (OTF2_RegionRef i = 0; i < REGIONS; ++i) {
    MUST(OTF2_GlobalDefWriter_WriteRegion(
        writer, i, 2 * i + 1, 2 * i + 2, 0, role_of(i), OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE, 0, 0, 0));
  }
  MUST(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, TEXT_MACHINE, TEXT_CLASS, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  for (int i = 0; i < size; ++i) {
    char name[32];
    const OTF2_StringRef text = TEXTS + (OTF2_StringRef)i;
    snprintf(name, sizeof name, "rank %d", i);
    MUST(OTF2_GlobalDefWriter_WriteString(writer, text, name));
    MUST(OTF2_GlobalDefWriter_WriteLocationGroup(
        writer, (OTF2_LocationGroupRef)i, text, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
    MUST(OTF2_GlobalDefWriter_WriteLocation(
        writer, (OTF2_LocationRef)i, text, OTF2_LOCATION_TYPE_CPU_THREAD, events[i], (OTF2_LocationGroupRef)i));
  }
  define_groups(writer);
  define_communicators(writer);
  MUST(OTF2_Archive_CloseGlobalDefWriter(archive, writer));
}

static void leave_definitions(OTF2_Archive* archive, uint64_t recorded) {
  OTF2_DefWriter* writer;
  uint64_t end = now;
  uint64_t* events = (uint64_t*)calloc((size_t)size, sizeof *events);
  require(events != NULL, "calloc");
  MUST(OTF2_Archive_OpenDefFiles(archive));
  writer = OTF2_Archive_GetDefWriter(archive, (OTF2_LocationRef)rank);
  require(writer != NULL, "OTF2_Archive_GetDefWriter");
  MUST(OTF2_Archive_CloseDefWriter(archive, writer));
  MUST(OTF2_Archive_CloseDefFiles(archive));
  MPI_Gather(&recorded, 1, OTF2_MPI_UINT64_T, events, 1, OTF2_MPI_UINT64_T, 0, MPI_COMM_WORLD);
  MPI_Reduce(&now, &end, 1, OTF2_MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) define(archive, events, end);
  free(events);
}

int main(int argc, char** argv) {
  uint64_t recorded = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  require(argc == 3 && size > 1, "usage: mpirun -n PROCESSES mpi_writer DIRECTORY ROUNDS");
  now = (uint64_t)rank;

  OTF2_Archive* archive = open_archive(argv[1]);
  MUST(OTF2_MPI_Archive_SetCollectiveCallbacks(archive, MPI_COMM_WORLD, MPI_COMM_NULL));
  MUST(OTF2_Archive_OpenEvtFiles(archive));
  OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive, (OTF2_LocationRef)rank);
  require(writer != NULL, "OTF2_Archive_GetEvtWriter");
  record(writer, (unsigned)atoi(argv[2]));
  MUST(OTF2_EvtWriter_GetNumberOfEvents(writer, &recorded));
  MUST(OTF2_Archive_CloseEvtWriter(archive, writer));
  MUST(OTF2_Archive_CloseEvtFiles(archive));
  leave_definitions(archive, recorded);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(OTF2_Archive_Close(archive));
  MPI_Finalize();
  return EXIT_SUCCESS;
}
