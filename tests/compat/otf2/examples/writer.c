/* SPDX-License-Identifier: BSD-3-Clause */
/* One process of one thread enters and leaves a function.

   usage: writer DIRECTORY ROUNDS */
#include "example_writer.h"

static OTF2_TimeStamp next_time(void) {
  static uint64_t now;
  return now++;
}

int main(int argc, char** argv) {
  require(argc == 3, "usage: writer DIRECTORY ROUNDS");
  const unsigned rounds = (unsigned)atoi(argv[2]);
  OTF2_Archive* archive = open_archive(argv[1]);
  MUST(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  MUST(OTF2_Archive_OpenEvtFiles(archive));
  enter_and_leave(archive, 0, rounds);
  MUST(OTF2_Archive_CloseEvtFiles(archive));
  leave_local_definitions(archive, 1);
  define_process(archive, 1, rounds);
  MUST(OTF2_Archive_Close(archive));
  return EXIT_SUCCESS;
}
