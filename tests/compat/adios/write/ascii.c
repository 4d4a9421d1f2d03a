/* SPDX-License-Identifier: BSD-3-Clause
 * Writes one of each type with the method that the environment brings, and says which methods there are. */
#include <adios.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "%s: %s\n", what, adios_get_last_errmsg());
  exit(1);
}

int main(void) {
  int64_t group, fd;
  must(adios_init_noxml(MPI_COMM_SELF) == 0, "init");
  ADIOS_AVAILABLE_WRITE_METHODS* methods = adios_available_write_methods();
  for (int i = 0; i < methods->nmethods; ++i) printf("%s\n", methods->name[i]);
  adios_available_write_methods_free(methods);
  must(adios_declare_group(&group, "texts", "", adios_stat_default) == 0, "group");
  const int selected = adios_select_method(group, "POSIX_ASCII_NB", "", "out_");
  if (selected != 0) {
    printf("select: %d\n", selected);
    return 3;
  }
  static const struct {
    const char* name;
    enum ADIOS_DATATYPES type;
    const char* dimensions;
  } variables[] = {{"letter", adios_byte, ""}, {"letters", adios_unsigned_byte, "n"}, {"short", adios_short, ""},
      {"shorts", adios_unsigned_short, "n"}, {"integers", adios_integer, "n"}, {"unsigned", adios_unsigned_integer, ""},
      {"long", adios_long, ""}, {"longs", adios_unsigned_long, "n"}, {"real", adios_real, ""},
      {"doubles", adios_double, "n"}, {"long_double", adios_long_double, ""}, {"text", adios_string, ""},
      {"complex", adios_complex, ""}, {"complexes", adios_double_complex, "n"}};
  adios_define_var(group, "n", "", adios_integer, "", "", "");
  for (size_t i = 0; i < sizeof variables / sizeof variables[0]; ++i)
    must(adios_define_var(group, variables[i].name, "", variables[i].type, variables[i].dimensions, "", "") != 0,
        variables[i].name);
  const int n = 2, integers[] = {-1, 2147483647};
  const int16_t one_short = -300;
  const uint16_t shorts[] = {7, 65535};
  const uint32_t one_unsigned = 4294967295u;
  const int64_t one_long = INT64_MIN;
  const uint64_t longs[] = {1, UINT64_MAX};
  const float real = 1.5f, complex[] = {1, -2};
  const double doubles[] = {0.25, -8}, complexes[] = {1, 2, 3, -4};
  const long double long_double = 12.5L;
  const void* const values[] = {"x", "yz", &one_short, shorts, integers, &one_unsigned, &one_long, longs, &real,
      doubles, &long_double, "a text", complex, complexes};
  for (int step = 0; step < 2; ++step) {
    must(adios_open(&fd, "texts", "ascii.txt", step ? "a" : "w", MPI_COMM_SELF) == 0, "open");
    must(adios_write(fd, "n", &n) == 0, "n");
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; ++i)
      must(step || adios_write(fd, variables[i].name, values[i]) == 0, variables[i].name);
    must(adios_close(fd) == 0, "close");
  }
  printf("update: %d\n", adios_open(&fd, "texts", "ascii.txt", "u", MPI_COMM_SELF));
  must(adios_finalize(0) == 0, "finalize");
  return 0;
}
