/* SPDX-License-Identifier: BSD-3-Clause
 * Appends a step now and then: growing_writer FILE STEPS MILLISECONDS ROWS COLUMNS. */
#include <adios.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const int steps = atoi(argv[2]), milliseconds = atoi(argv[3]), elements = atoi(argv[4]) * atoi(argv[5]);
  char sizes[64];
  snprintf(sizes, sizeof sizes, "%s,%s", argv[4], argv[5]);
  double* values = malloc(sizeof(double) * (size_t)elements);
  int64_t group, fd;
  MPI_Init(&argc, &argv);
  adios_init_noxml(MPI_COMM_SELF);
  adios_declare_group(&group, "growing", "", adios_stat_default);
  adios_select_method(group, "POSIX", "", "");
  adios_define_var(group, "step", "", adios_integer, "", "", "");
  adios_define_var(group, "odd", "", adios_integer, "", "", "");
  adios_define_var(group, "values", "", adios_double, sizes, sizes, "0,0");
  for (int step = 0; step < steps; ++step) {
    const struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&pause, NULL);
    for (int i = 0; i < elements; ++i) values[i] = step * elements + i;
    /* One attribute in the first step, another one with its own value in each. */
    char label[16];
    snprintf(label, sizeof label, "%d", step);
    adios_delete_attrdefs(group);
    if (step == 0) adios_define_attribute(group, "first", "", adios_integer, "42", NULL);
    adios_define_attribute(group, "label", "", adios_integer, label, NULL);
    if (adios_open(&fd, "growing", argv[1], step ? "a" : "w", MPI_COMM_SELF)) return 1;
    adios_write(fd, "step", &step);
    if (step % 2) adios_write(fd, "odd", &step);
    adios_write(fd, "values", values);
    if (adios_close(fd)) return 1;
  }
  free(values);
  adios_finalize(0);
  MPI_Finalize();
  return 0;
}
