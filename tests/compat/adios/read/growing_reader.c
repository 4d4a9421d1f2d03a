/* SPDX-License-Identifier: BSD-3-Clause
 * Reads what growing_writer appends while it does: growing_reader FILE STEPS. */
#include <adios_read.h>

#include "told.h"

enum { elements = 1000 };

/* -1 where there is none. */
static int attribute(ADIOS_FILE* file, const char* name) {
  enum ADIOS_DATATYPES type;
  int size, value = -1;
  void* data;
  if (adios_get_attr(file, name, &type, &size, &data)) return -1;
  if (type == adios_integer && size == sizeof value) memcpy(&value, data, sizeof value);
  free(data);
  return value;
}

/* Slowly, so that the file goes on meanwhile. */
static int has_step(ADIOS_FILE* file, int step) {
  ADIOS_VARINFO* number = adios_inq_var(file, "step");
  ADIOS_VARINFO* odd = adios_inq_var(file, "odd");
  int good = number && *(int*)number->value == step && number->nsteps == 1 && (odd != NULL) == (step % 2 == 1);
  good = good && attribute(file, "label") == step && attribute(file, "first") == (step == 0 ? 42 : -1);
  if (number) adios_free_varinfo(number);
  if (odd) adios_free_varinfo(odd);
  for (int again = 0; again < 40 && good; ++again) {
    int now = -1;
    double values[elements] = {0};
    adios_schedule_read(file, NULL, "step", 0, 1, &now);
    adios_schedule_read(file, NULL, "values", 0, 1, values);
    good = adios_perform_reads(file, 1) == 0 && now == step;
    for (int i = 0; i < elements; ++i) good = good && values[i] == step * elements + i;
  }
  return good;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int steps = atoi(argv[2]);
  adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_SELF, "verbose=0;poll_interval=3");
  ADIOS_FILE* file = adios_read_open_stream(argv[1], ADIOS_READ_METHOD_BP, MPI_COMM_SELF, ADIOS_LOCKMODE_NONE, 20);
  if (!file) return printf("it does not begin\n"), 1;
  for (int step = 0; step < steps; ++step) {
    if (step && adios_advance_step(file, 0, step % 2 ? 20 : -1))
      return printf("there is no step %d: %d\n", step, adios_errno), 1;
    if (file->current_step != step || !has_step(file, step)) return printf("step %d is another one\n", step), 1;
    adios_release_step(file);
  }
  if (adios_advance_step(file, 0, 0.05f) != err_step_notready) return printf("there is more\n"), 1;
  if (!has_step(file, steps - 1)) return printf("the last step has gone\n"), 1;
  printf("good\n");
  return adios_read_close(file);
}
