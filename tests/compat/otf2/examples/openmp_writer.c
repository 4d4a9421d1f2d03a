/* SPDX-License-Identifier: BSD-3-Clause */
/* The threads of a parallel region record together, each its own location.

   usage: openmp_writer DIRECTORY ROUNDS */
#include <otf2/OTF2_OpenMP_Locks.h>

#include "example_writer.h"

enum { THREADS = 4 };

static uint64_t now;
#pragma omp threadprivate(now)

static OTF2_TimeStamp next_time(void) { return now++; }

int main(int argc, char** argv) {
  require(argc == 3, "usage: openmp_writer DIRECTORY ROUNDS");
  const unsigned rounds = (unsigned)atoi(argv[2]);
  OTF2_Archive* archive = open_archive(argv[1]);
  MUST(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  MUST(OTF2_OpenMP_Archive_SetLockingCallbacks(archive));
  MUST(OTF2_Archive_OpenEvtFiles(archive));
#pragma omp parallel num_threads(THREADS)
  {
    require(omp_get_num_threads() == THREADS, "the number of threads");
    enter_and_leave(archive, (OTF2_LocationRef)omp_get_thread_num(), rounds);
  }
  MUST(OTF2_Archive_CloseEvtFiles(archive));
  leave_local_definitions(archive, THREADS);
  define_process(archive, THREADS, rounds);
  MUST(OTF2_Archive_Close(archive));
  return EXIT_SUCCESS;
}
