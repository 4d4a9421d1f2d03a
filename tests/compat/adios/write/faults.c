/* SPDX-License-Identifier: BSD-3-Clause
 * Adds steps of about a megabyte to a file until something fails, and says what.
 *
 *   faults FILE METHOD STEPS [WHERE]     the processes of a group if a fourth argument is there
 *
 * FAULTS_NO_ROOM=STEP:RANK in the environment: this process has no room in that step, after which all go on. In the end
 * the first process tells what each step has.
 */
#define _GNU_SOURCE
#include <adios.h>
#include <adios_read.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { count = 1 << 17 };
static double values[count];

/* There is room for the steps before, and for a half of this one. */
static void limit_room(int step) {
  struct rlimit room;
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &room);
  room.rlim_cur = (rlim_t)(2 * step - 1) * sizeof values / 2;
  setrlimit(RLIMIT_FSIZE, &room);
}

static void give_room(void) {
  struct rlimit room;
  getrlimit(RLIMIT_FSIZE, &room);
  room.rlim_cur = room.rlim_max;
  setrlimit(RLIMIT_FSIZE, &room);
}

/* The last value of each block. */
static void tell(const char* path) {
  adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_SELF, "");
  ADIOS_FILE* file = adios_read_open_file(path, ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  ADIOS_VARINFO* variable = file ? adios_inq_var(file, "a") : NULL;
  for (int step = 0; variable && step < variable->nsteps; ++step) {
    printf("step %d:", step);
    for (int block = 0; block < variable->nblocks[step]; ++block) {
      ADIOS_SELECTION* selection = adios_selection_writeblock(block);
      values[count - 1] = 0;
      adios_schedule_read(file, selection, "a", step, 1, values);
      adios_perform_reads(file, 1);
      printf(" %g", values[count - 1]);
      adios_selection_delete(selection);
    }
    printf("\n");
  }
  if (variable) adios_free_varinfo(variable);
  if (file) adios_read_close(file);
  adios_read_finalize_method(ADIOS_READ_METHOD_BP);
}

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
  int full_step = 0, full_rank = 0;
  const char* const no_room = getenv("FAULTS_NO_ROOM");
  if (no_room && sscanf(no_room, "%d:%d", &full_step, &full_rank) != 2) return 2;
  for (int step = 1; step <= atoi(argv[3]); ++step) {
    for (int i = 0; i < count; ++i) values[i] = step;
    if (step == full_step && rank == full_rank) limit_room(step);
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
      if (step != full_step) break;
    }
    if (step == full_step) give_room();
  }
  adios_finalize(rank);
  if (no_room && rank == 0) tell(argv[1]);
  printf("rank %d: the end\n", rank);
  MPI_Finalize();
  return 0;
}
