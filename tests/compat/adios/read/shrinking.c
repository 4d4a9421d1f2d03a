/* SPDX-License-Identifier: BSD-3-Clause
 * Arrays that are smaller in some steps than in the first: what is read of all steps at once.
 *
 *   shrinking FILE
 */
#include <adios.h>
#include <adios_read.h>
#include <stdio.h>

static const int sizes[] = {5, 3, 4, 5};
enum { steps = 4, most = 5 };

static void write_steps(const char* path) {
  int64_t group, fd;
  adios_init_noxml(MPI_COMM_SELF);
  adios_declare_group(&group, "g", "", adios_stat_default);
  adios_select_method(group, "POSIX", "", "");
  adios_define_var(group, "n", "", adios_integer, "", "", "");
  adios_define_var(group, "local", "", adios_integer, "n,2", "", "");
  adios_define_var(group, "global", "", adios_integer, "n,2", "n,2", "0,0");
  for (int step = 0; step < steps; ++step) {
    int values[2 * most];
    for (int i = 0; i < 2 * most; ++i) values[i] = 100 * step + i;
    adios_open(&fd, "g", path, step ? "a" : "w", MPI_COMM_SELF);
    adios_write(fd, "n", &sizes[step]);
    adios_write(fd, "local", values);
    adios_write(fd, "global", values);
    adios_close(fd);
  }
  adios_finalize(0);
}

/* What a step has is read, the rest stays as it was. */
static int value_at(int step, uint64_t row, uint64_t column) {
  return row < (uint64_t)sizes[step] ? 100 * step + 2 * (int)row + (int)column : -1;
}

/* All steps of places that are given one by one, or fill a box. */
static int is_read(ADIOS_FILE* file, const char* name, ADIOS_SELECTION* selection, const uint64_t* places, int count) {
  int values[steps * 2 * most], good = 1;
  for (int i = 0; i < steps * 2 * most; ++i) values[i] = -1;
  good = adios_schedule_read(file, selection, name, 0, steps, values) == 0 && adios_perform_reads(file, 1) == 0;
  for (int i = 0; i < steps * count; ++i)
    if (values[i] != value_at(i / count, places[i % count * 2], places[i % count * 2 + 1])) {
      printf("%s: element %d is %d\n", name, i, values[i]);
      good = 0;
    }
  adios_selection_delete(selection);
  return good;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  write_steps(argv[1]);
  adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_SELF, "quiet");
  ADIOS_FILE* file = adios_read_open_file(argv[1], ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  static const char* const names[] = {"local", "global"};
  static const uint64_t all[] = {0, 0, 0, 1, 1, 0, 1, 1, 2, 0, 2, 1, 3, 0, 3, 1, 4, 0, 4, 1},
                        points[] = {4, 1, 0, 0, 3, 0};
  const uint64_t start[] = {0, 0}, count[] = {most, 2}, too_many[] = {most + 1, 2};
  int good = 1;
  for (int i = 0; i < 2; ++i) {
    good &= is_read(file, names[i], adios_selection_boundingbox(2, start, count), all, 2 * most);
    good &= is_read(file, names[i], adios_selection_points(2, 3, points), points, 3);
    ADIOS_SELECTION* outside = adios_selection_boundingbox(2, start, too_many);
    int unused[steps * 2 * (most + 1)];
    good &= adios_schedule_read(file, outside, names[i], 0, 1, unused) != 0 || adios_perform_reads(file, 1) != 0;
    adios_selection_delete(outside);
  }
  adios_read_close(file);
  adios_read_finalize_method(ADIOS_READ_METHOD_BP);
  if (good) printf("good\n");
  return !good;
}
