/* SPDX-License-Identifier: BSD-3-Clause
 * Adds steps of about a megabyte to a file until something fails, and says what.
 *
 *   faults FILE METHOD STEPS [WHERE]     the processes of a group if a fourth argument is there
 */
#include <adios.h>
#include <stdio.h>
#include <stdlib.h>

enum { count = 1 << 17 };
static double values[count];

int main(int argc, char** argv) {
  int64_t group, fd = 0;
  int rank = 0;
  if (argc < 4) return 2;
  MPI_Init(&argc, &argv);
#ifdef _NOMPI
  const MPI_Comm comm = argc > 4 ? MPI_COMM_WORLD : MPI_COMM_SELF;
#else
  const MPI_Comm comm = MPI_COMM_WORLD;
#endif
  MPI_Comm_rank(comm, &rank);
  adios_init_noxml(comm);
  adios_declare_group(&group, "g", "", adios_stat_default);
  if (adios_select_method(group, argv[2], "", "") != 0) return 1;
  adios_define_var(group, "step", "", adios_integer, "", "", "");
  char size[32];
  snprintf(size, sizeof size, "%d", (int)count);
  adios_define_var(group, "a", "", adios_double, size, "", "");
  for (int step = 1; step <= atoi(argv[3]); ++step) {
    for (int i = 0; i < count; ++i) values[i] = step;
    int code = adios_open(&fd, "g", argv[1], step == 1 ? "w" : "a", comm);
    if (code != 0) {
      printf("rank %d: open of step %d: %d\n", rank, step, code);
      break;
    }
    code = adios_write(fd, "step", &step);
    if (code == 0) code = adios_write(fd, "a", values);
    if (code != 0) printf("rank %d: write of step %d: %d\n", rank, step, code);
    code = adios_close(fd);
    if (code != 0) {
      printf("rank %d: close of step %d: %d\n", rank, step, code);
      break;
    }
  }
  adios_finalize(rank);
  printf("rank %d: the end\n", rank);
  MPI_Finalize();
  return 0;
}
