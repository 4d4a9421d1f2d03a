/* SPDX-License-Identifier: BSD-3-Clause */
/* timed LOG CYCLES: does nothing but take its time, differently in each process, where a program would open, write and
 * close. Says what each took: "CYCLE OPERATION NANOSECONDS-AT-LEAST NANOSECONDS-AT-MOST" by a clock of its own. With
 * FORTRAN defined, by the names and in the ways of Fortran. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adios-timing.h"
#include "adios_mpi.h"

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int64_t work(int milliseconds) {
  const int64_t start = now();
  while (now() - start < milliseconds * INT64_C(1000000)) {
    const struct timespec pause = {0, 500000};
    nanosleep(&pause, NULL);
  }
  return now() - start;
}

typedef void Call(int64_t* timer, int* cycle);

static void measured(const char* operation, int64_t* timer, int* cycle, Call* start, Call* end, int milliseconds) {
  const int64_t before = now();
  start(timer, cycle);
  const int64_t worked = work(milliseconds);
  end(timer, cycle);
  printf("%d %s %lld %lld\n", *cycle, operation, (long long)worked, (long long)(now() - before));
}

static void open_start(int64_t* timer, int* cycle) {
  static char name[] = "restart   ";
#ifdef FORTRAN
  static int length = 10;
  if (*cycle % 2 == 0) {
    open_start_for_group_(timer, name, cycle, &length);
    return;
  }
  /* With three arguments Fortran passes the length of the text behind them. */
  ((void (*)(int64_t*, char*, int*, size_t))(void*)open_start_for_group_)(timer, name, cycle, sizeof name - 1);
#else
  name[7] = '\0';
  open_start_for_group(timer, name, cycle);
#endif
}

int main(int argc, char** argv) {
  int rank = 0;
  if (argc != 3) return 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
#ifdef FORTRAN
  init_prof_all_(argv[1], (int)strlen(argv[1]));
#define cycle_start cycle_start_
#define cycle_end cycle_end_
#define open_end_for_group open_end_for_group_
#define write_start_for_group write_start_for_group_
#define write_end_for_group write_end_for_group_
#define close_start_for_group close_start_for_group_
#define close_end_for_group close_end_for_group_
#define finalize_prof_all finalize_prof_
#else
  init_prof_all(argv[1], (int)strlen(argv[1]));
#endif
  const int cycles = atoi(argv[2]);
  for (int i = 0; i < cycles; ++i) {
    int64_t timer = 0;
    int cycle = 10 * i;
    cycle_start(&cycle);
    measured("Open", &timer, &cycle, open_start, open_end_for_group, 2 + rank);
    measured("Write", &timer, &cycle, write_start_for_group, write_end_for_group, 4 + 3 * rank);
    measured("Close", &timer, &cycle, close_start_for_group, close_end_for_group, 1 + 2 * rank);
    cycle_end(&cycle);
  }
  const int result = finalize_prof_all();
  MPI_Finalize();
  return result == 0 ? 0 : 1;
}
