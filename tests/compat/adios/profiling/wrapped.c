/* SPDX-License-Identifier: BSD-3-Clause */
/* wrapped CONFIG PREFIX STEPS: an ordinary program that writes with two groups of its configuration, "measured" twice
 * as often as "other". It knows nothing of profiling, but has a clock of its own, of which it prints a line for each
 * step that it measures: the seconds that it waited for adios_open, adios_write and adios_close. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adios.h"

static void check(const char* what, int result) {
  if (result == 0) return;
  fprintf(stderr, "%s: %d\n", what, result);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void write_step(const char* group, const char* path, int step, int rank, MPI_Comm comm) {
  int64_t file = 0;
  uint64_t total = 0;
  int n = 1000;
  double values[1000];
  for (int i = 0; i < n; ++i) values[i] = 1000.0 * rank + i + step;
  const double start = now();
  check("adios_open", adios_open(&file, group, path, step ? "a" : "w", comm));
  const double open_end = now();
  check("adios_group_size", adios_group_size(file, sizeof n + sizeof values, &total));
  const double write_start = now();
  check("adios_write", adios_write(file, "n", &n));
  check("adios_write", adios_write(file, "values", values));
  const double write_end = now();
  check("adios_close", adios_close(file));
  if (strcmp(group, "measured") == 0)
    printf("%d %.9f %.9f %.9f\n", step, open_end - start, write_end - write_start, now() - write_end);
}

int main(int argc, char** argv) {
  int rank = 0;
  char path[4096];
  if (argc != 4) return 2;
  MPI_Init(&argc, &argv);
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
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
