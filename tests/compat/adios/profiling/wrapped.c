/* SPDX-License-Identifier: BSD-3-Clause */
/* wrapped CONFIG PREFIX STEPS: an ordinary program that writes with two groups of its configuration, "measured" twice
 * as often as "other". It knows nothing of profiling. */
#include <stdio.h>
#include <stdlib.h>

#include "adios.h"

static void check(const char* what, int result) {
  if (result == 0) return;
  fprintf(stderr, "%s: %d\n", what, result);
  exit(1);
}

static void write_step(const char* group, const char* path, int step, int rank, MPI_Comm comm) {
  int64_t file = 0;
  uint64_t total = 0;
  int n = 1000;
  double values[1000];
  for (int i = 0; i < n; ++i) values[i] = 1000.0 * rank + i + step;
  check("adios_open", adios_open(&file, group, path, step ? "a" : "w", comm));
  check("adios_group_size", adios_group_size(file, sizeof n + sizeof values, &total));
  check("adios_write", adios_write(file, "n", &n));
  check("adios_write", adios_write(file, "values", values));
  check("adios_close", adios_close(file));
}

int main(int argc, char** argv) {
  int rank = 0;
  char path[4096];
  if (argc != 4) return 2;
  MPI_Init(&argc, &argv);
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Comm_rank(comm, &rank);
  check("adios_init", adios_init(argv[1], comm));
  const int steps = atoi(argv[3]);
  for (int step = 0; step < steps; ++step) {
    snprintf(path, sizeof path, "%s.measured.bp", argv[2]);
    write_step("measured", path, step, rank, comm);
    snprintf(path, sizeof path, "%s.other.bp", argv[2]);
    if (step % 2 == 0) write_step("other", path, step, rank, comm);
  }
  check("adios_finalize", adios_finalize(rank));
  MPI_Finalize();
  return 0;
}
