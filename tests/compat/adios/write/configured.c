/* SPDX-License-Identifier: BSD-3-Clause
 * Begins with a configuration, says what came of it, and writes what the group g has. */
#include <adios.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int64_t fd = 0;
  const int n = 3;
  const double values[12] = {1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  static const char* const names[] = {"n", "/d/a", "b", "/d/c"};
  const int code = adios_init(argc > 1 ? argv[1] : NULL, MPI_COMM_SELF);
  printf("init: %d\n", code);
  if (code != 0) return 0;
  for (int step = 0; step < 2; ++step) {
    printf("open: %d\n", adios_open(&fd, "g", "configured.bp", step ? "a" : "w", MPI_COMM_SELF));
    for (int i = 0; i < 4; ++i)
      printf("write %s: %d\n", names[i], adios_write(fd, names[i], i ? (const void*)values : (const void*)&n));
    printf("close: %d\n", adios_close(fd));
  }
  printf("finalize: %d\n", adios_finalize(0));
  return 0;
}
