/* SPDX-License-Identifier: BSD-3-Clause */
/* POSIX threads record together, each its own location.

   usage: pthread_writer DIRECTORY ROUNDS */
#include <otf2/OTF2_Pthread_Locks.h>

#include "example_writer.h"

enum { THREADS = 4 };

typedef struct Worker {
  pthread_t thread;
  OTF2_Archive* archive;
  OTF2_LocationRef location;
  unsigned rounds;
  uint64_t now;
} Worker;

static pthread_key_t current_worker;

static OTF2_TimeStamp next_time(void) {
  Worker* worker = (Worker*)pthread_getspecific(current_worker);
  return worker ? worker->now++ : 0;
}

static void* work(void* data) {
  Worker* worker = (Worker*)data;
  require(pthread_setspecific(current_worker, worker) == 0, "pthread_setspecific");
  enter_and_leave(worker->archive, worker->location, worker->rounds);
  return NULL;
}

int main(int argc, char** argv) {
  Worker workers[THREADS];
  require(argc == 3, "usage: pthread_writer DIRECTORY ROUNDS");
  const unsigned rounds = (unsigned)atoi(argv[2]);
  require(pthread_key_create(&current_worker, NULL) == 0, "pthread_key_create");
  OTF2_Archive* archive = open_archive(argv[1]);
  MUST(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  MUST(OTF2_Pthread_Archive_SetLockingCallbacks(archive, NULL));
  MUST(OTF2_Archive_OpenEvtFiles(archive));
  for (unsigned i = 0; i < THREADS; ++i) {
    workers[i].archive = archive;
    workers[i].location = i;
    workers[i].rounds = rounds;
    workers[i].now = 0;
    require(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0, "pthread_create");
  }
  for (unsigned i = 0; i < THREADS; ++i) require(pthread_join(workers[i].thread, NULL) == 0, "pthread_join");
  MUST(OTF2_Archive_CloseEvtFiles(archive));
  leave_local_definitions(archive, THREADS);
  define_process(archive, THREADS, rounds);
  MUST(OTF2_Archive_Close(archive));
  pthread_key_delete(current_worker);
  return EXIT_SUCCESS;
}
