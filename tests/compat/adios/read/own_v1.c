/* SPDX-License-Identifier: BSD-3-Clause
 * Version 1 where ADIOS crashes or is wrong: own_v1 FILE, where FILE is as for own.c. */
#define ADIOS_USE_READ_API_1
#include <adios_read.h>

#include "told.h"

static int failures;

static void check(int good, const char* what, int line) {
  if (good) return;
  ++failures;
  printf("line %d: expected %s (errno %d)\n", line, what, adios_errno);
}
#define CHECK(CONDITION) check((CONDITION) != 0, #CONDITION, __LINE__)

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  ADIOS_FILE* file = adios_fopen(argv[1], MPI_COMM_SELF);
  if (!file) return 1;
  CHECK(file->tidx_start == 1 && file->ntimesteps == 3);
  ADIOS_GROUP* group = adios_gopen_byid(file, 0);
  ADIOS_VARINFO* x = adios_inq_var(group, "/global/double");
  ADIOS_VARINFO* y = adios_inq_var(group, "/global/real");
  CHECK(x->mins && x->maxs && *(double*)x->mins[2] >= *(double*)x->gmin);
  /* Each step has values that are all a little smaller: both fall in the same way. */
  CHECK(fabs(adios_stat_cor(x, y, "maximum", 0, 2, 0) - 1) < 1e-6);
  CHECK(adios_stat_cov(x, NULL, "max", 0, 2, 0) > 0);
  CHECK(isnan(adios_stat_cov(x, y, "nothing", 0, 2, 0)) && isnan(adios_stat_cor(x, y, "average", 2, 1, 0)));
  CHECK(isnan(adios_stat_cor(x, y, "average", 0, 9, 0)) && isnan(adios_stat_cor(x, y, "average", 0, 2, 5)));
  static double values[64];
  uint64_t start[3] = {0, 0, 0}, count[3] = {1, 1, 1}, far[3] = {0, 1000, 1000}, much[3] = {1, 1000, 1000};
  CHECK(adios_read_var(group, "/global/double", far, count, values) == err_out_of_bound);
  CHECK(adios_read_var(group, "/global/double", start, much, values) == err_out_of_bound);
  start[0] = 3;
  CHECK(adios_read_var(group, "/global/double", start, count, values) == err_invalid_timestep);
  CHECK(adios_read_local_var(group, "/local/double", 1000, start, count, values) == err_out_of_bound);
  CHECK(adios_gopen(NULL, "g") == NULL && adios_inq_var(NULL, "x") == NULL && adios_gclose(NULL) < 0);
  adios_free_varinfo(x);
  adios_free_varinfo(y);
  CHECK(adios_gclose(group) == 0 && adios_fclose(file) == 0);
  if (failures == 0) printf("good\n");
  return failures != 0;
}
