/* SPDX-License-Identifier: BSD-3-Clause
 * A file that begins anew while a program reads it: what was opened stays as it was.
 *
 *   restarted FILE
 */
#include <adios.h>
#include <adios_read.h>
#include <stdio.h>

enum { many = 1 << 18, few = 8 };
static double values[many];

static void write_file(const char* path, int count, double first) {
  int64_t fd;
  for (int i = 0; i < count; ++i) values[i] = first + i;
  adios_open(&fd, "g", path, "w", MPI_COMM_SELF);
  adios_write(fd, "n", &count);
  adios_write(fd, "a", values);
  adios_close(fd);
}

static int has(ADIOS_FILE* file, int count, double first) {
  int good = file && adios_schedule_read(file, NULL, "a", 0, 1, values) == 0 && adios_perform_reads(file, 1) == 0;
  for (int i = 0; good && i < count; ++i) good = values[i] == first + i;
  return good;
}

int main(int argc, char** argv) {
  int64_t group;
  if (argc != 2) return 2;
  adios_init_noxml(MPI_COMM_SELF);
  adios_declare_group(&group, "g", "", adios_stat_default);
  adios_select_method(group, "POSIX", "", "");
  adios_define_var(group, "n", "", adios_integer, "", "", "");
  adios_define_var(group, "a", "", adios_double, "n", "", "");
  write_file(argv[1], many, 1);
  adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_SELF, "");
  ADIOS_FILE* before = adios_read_open_file(argv[1], ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  write_file(argv[1], few, -1);
  ADIOS_FILE* behind = adios_read_open_file(argv[1], ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  const int good = has(before, many, 1) && has(behind, few, -1);
  adios_read_close(before);
  adios_read_close(behind);
  adios_read_finalize_method(ADIOS_READ_METHOD_BP);
  adios_finalize(0);
  if (good) printf("good\n");
  return !good;
}
