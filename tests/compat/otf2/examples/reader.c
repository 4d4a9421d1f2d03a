/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints every callback that a trace causes.

   usage: reader ANCHOR */
#include "example_reader.h"

int main(int argc, char** argv) {
  require(argc == 2, "usage: reader ANCHOR");
  OTF2_Reader* reader = OTF2_Reader_Open(argv[1]);
  require(reader != NULL, "OTF2_Reader_Open");
  MUST(OTF2_Reader_SetSerialCollectiveCallbacks(reader));
  read_trace(reader, stdout, 0, 1);
  MUST(OTF2_Reader_Close(reader));
  return EXIT_SUCCESS;
}
