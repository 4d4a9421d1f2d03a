/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints every callback that a trace causes; the locations are dealt out to the processes of an MPI program.

   usage: mpirun -n PROCESSES mpi_reader ANCHOR OUTPUT, which makes the files OUTPUT.0, OUTPUT.1, … */
#include <mpi.h>
#include <otf2/OTF2_MPI_Collectives.h>

#include "example_reader.h"

int main(int argc, char** argv) {
  int rank, size;
  char name[4096];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  require(argc == 3, "usage: mpirun -n PROCESSES mpi_reader ANCHOR OUTPUT");
  snprintf(name, sizeof name, "%s.%d", argv[2], rank);
  FILE* out = fopen(name, "w");
  require(out != NULL, name);

  OTF2_Reader* reader = OTF2_Reader_Open(argv[1]);
  require(reader != NULL, "OTF2_Reader_Open");
  MUST(OTF2_MPI_Reader_SetCollectiveCallbacks(reader, MPI_COMM_WORLD));
  read_trace(reader, out, (uint64_t)rank, (uint64_t)size);
  MUST(OTF2_Reader_Close(reader));
  fclose(out);
  MPI_Finalize();
  return EXIT_SUCCESS;
}
