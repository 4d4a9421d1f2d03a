/* SPDX-License-Identifier: BSD-3-Clause
 * Files for the tools to look at, beyond those of tests/interop/bp: written with ADIOS by one process.
 *
 *   shapes KIND FILE [STEPS]
 */
#include <adios.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../interop/bp/content.h"

static void must(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "%s: %s\n", what, adios_get_last_errmsg());
  exit(1);
}

static int64_t declare(const char* name, const char* time_name) {
  int64_t group;
  must(adios_declare_group(&group, name, time_name, adios_stat_full) == 0, name);
  must(adios_select_method(group, "POSIX", "", "") == 0, "POSIX");
  return group;
}

static int64_t define(int64_t group, const char* name, const char* path, enum ADIOS_DATATYPES type, const char* local,
    const char* global, const char* offset) {
  const int64_t id = adios_define_var(group, name, path, type, local, global, offset);
  must(id != 0, name);
  return id;
}

static int64_t open_file(const char* group, const char* file, const char* mode) {
  int64_t fd;
  uint64_t total;
  must(adios_open(&fd, group, file, mode, 0) == 0, file);
  adios_group_size(fd, 1 << 20, &total);
  return fd;
}

static void put(int64_t fd, const char* name, const void* value) { must(adios_write(fd, name, value) == 0, name); }

/* One step: a scalar of every type, an array of many digits, variables at the root with and without a slash. */
static void write_single(const char* file) {
  const int64_t group = declare("single", "");
  for (int t = 0; t < content_type_count; ++t)
    define(group, content_types[t].name, "/scalar", content_types[t].id, "", "", "");
  define(group, "text", "", adios_string, "", "", "");
  define(group, "slashed", "/", adios_integer, "", "", "");
  define(group, "deep/name", "a/b", adios_integer, "", "", "");
  define(group, "wide", "", adios_integer, "12,3,101", "", "");
  define(group, "long_double", "/array", adios_long_double, "3", "", "");
  define(group, "double_complex", "/array", adios_double_complex, "3", "", "");
  adios_define_attribute(group, "text", "/", adios_string, "a \"quoted\" text\nof two lines", "");
  adios_define_attribute(group, "unit", "wide", adios_string, "m", "");
  adios_define_attribute(group, "factor", "wide", adios_double, "2.5", "");
  adios_define_attribute(group, "of", "wide", adios_integer, NULL, "/slashed");
  const int64_t fd = open_file("single", file, "w");
  char value[content_most_bytes], name[64];
  for (int t = 0; t < content_type_count; ++t) {
    content_fill(&content_types[t], 34, 3, value);
    snprintf(name, sizeof name, "/scalar/%s", content_types[t].name);
    put(fd, name, value);
  }
  put(fd, "text", "a text\tof one line");
  const int number = -7;
  put(fd, "/slashed", &number);
  put(fd, "a/b/deep/name", &number);
  static int wide[12 * 3 * 101];
  for (int i = 0; i < 12 * 3 * 101; ++i) wide[i] = (i * 37) % 1009;
  put(fd, "wide", wide);
  content_fill(&content_types[6], 3, 3, value);
  put(fd, "/array/long_double", value);
  content_fill(&content_types[8], 3, 3, value);
  put(fd, "/array/double_complex", value);
  adios_close(fd);
}

/* Many steps and blocks, sizes that change from step to step, a variable that only some steps have. */
static void write_steps(const char* file, int steps) {
  enum { blocks = 11, most = 200 };
  const int64_t group = declare("steps", "");
  define(group, "n", "", adios_integer, "", "", "");
  define(group, "o", "", adios_integer, "", "", "");
  define(group, "g", "", adios_integer, "", "", "");
  define(group, "growing", "", adios_double, "n", "", "");
  define(group, "pieces", "", adios_real, "3,2", "", "");
  define(group, "placed", "", adios_unsigned_byte, "n", "g", "o");
  define(group, "rare", "", adios_short, "2", "2", "0");
  double values[most];
  float pieces[6];
  unsigned char bytes[most];
  for (int step = 0; step < steps; ++step) {
    const int64_t fd = open_file("steps", file, step ? "a" : "w");
    int n = 4 + step % 9, g = blocks * n, o = 0; /* of one digit and two */
    put(fd, "n", &n), put(fd, "g", &g);
    for (int i = 0; i < n; ++i) values[i] = 0.5 * i * (step + 1) - step;
    put(fd, "o", &o), put(fd, "growing", values);
    for (int block = 0; block < blocks; ++block) {
      for (int i = 0; i < 6; ++i) pieces[i] = (float)(step * 100 + block * 6 + i) / 3;
      put(fd, "pieces", pieces);
      o = block * n;
      for (int i = 0; i < n; ++i) bytes[i] = (unsigned char)(step + block * n + i);
      put(fd, "o", &o), put(fd, "placed", bytes);
    }
    const short rare[] = {(short)step, (short)-step};
    if (step % 3 == 1) put(fd, "rare", rare);
    adios_close(fd);
  }
}

/* Two groups, the second of which has a variable with the time as its only dimension. */
static void write_groups(const char* file) {
  const int64_t first = declare("first", "");
  define(first, "shared_length_name", "", adios_integer, "", "", "");
  define(first, "a", "/first", adios_double, "2", "", "");
  adios_define_attribute(first, "about", "/first", adios_string, "the first", "");
  const int64_t second = declare("second", "iteration");
  define(second, "b", "/second", adios_unsigned_long, "", "", "");
  define(second, "timed", "/second", adios_integer, "iteration", "", "");
  adios_define_attribute(second, "about", "/second", adios_string, "the second", "");
  const int number = 3;
  const double pair[] = {1.5, -2.5};
  const uint64_t large = UINT64_C(0xfedcba9876543210);
  int64_t fd = open_file("first", file, "w");
  put(fd, "shared_length_name", &number), put(fd, "/first/a", pair);
  adios_close(fd);
  for (int step = 0; step < 2; ++step) {
    fd = open_file("second", file, "a");
    put(fd, "/second/b", &large), put(fd, "/second/timed", &number);
    adios_close(fd);
  }
}

/* Bytes that are texts: with and without an end, with blanks behind. */
static void write_texts(const char* file) {
  const int64_t group = declare("texts", "");
  define(group, "lines", "", adios_byte, "3,8", "", "");
  define(group, "line", "", adios_unsigned_byte, "8", "", "");
  define(group, "cube", "", adios_byte, "2,2,3", "", "");
  define(group, "text", "", adios_string, "", "", "");
  define(group, "nothing", "", adios_string, "", "", "");
  adios_define_attribute(group, "nothing", "/attribute", adios_string, "", "");
  const int64_t fd = open_file("texts", file, "w");
  put(fd, "lines", "first\0..blank   fullfull"), put(fd, "line", "12345678"), put(fd, "cube", "abcd  ef\0   ");
  put(fd, "text", "some text"), put(fd, "nothing", "");
  adios_close(fd);
}

static void write_meshes(const char* file) {
  const int64_t group = declare("meshes", "");
  adios_define_schema_version(group, (char*)"1.1");
  define(group, "nx", "", adios_integer, "", "", "");
  define(group, "x", "", adios_double, "nx", "", "");
  define(group, "y", "", adios_double, "nx", "", "");
  define(group, "z", "", adios_double, "nx,nx", "", "");
  define(group, "xy", "", adios_double, "8", "", "");
  define(group, "cells", "", adios_integer, "1,3", "", "");
  define(group, "quads", "", adios_integer, "1,4", "", "");
  adios_define_mesh_uniform((char*)"nx,4", (char*)"0,1.5", (char*)"0.25,2", 0, (char*)"2", group, "even");
  adios_define_mesh_uniform((char*)"3,5", (char*)"1,2", 0, (char*)"3,6", 0, group, "bounded");
  adios_define_mesh_rectilinear((char*)"nx,nx", (char*)"x,y", (char*)"2", group, "lines");
  adios_define_mesh_rectilinear((char*)"nx,nx", (char*)"xy", (char*)"2", group, "one_line");
  adios_define_mesh_structured((char*)"nx,nx", (char*)"z,z", (char*)"2", group, "curved");
  adios_define_mesh_unstructured(
      (char*)"z", (char*)"cells", (char*)"1", (char*)"triangle", (char*)"nx", (char*)"2", group, "loose");
  adios_define_mesh_unstructured((char*)"x,y", (char*)"cells,quads", (char*)"1,1", (char*)"triangle,quad", (char*)"nx",
      (char*)"2", group, "mixed");
  adios_define_mesh_timevarying("yes", group, "even");
  adios_define_var_mesh(group, "z", "lines");
  adios_define_var_centering(group, "z", "point");
  const int64_t fd = open_file("meshes", file, "w");
  const int nx = 2, cells[] = {0, 1, 1, 0};
  const double values[] = {0, 1, 2, 3, 4, 5, 6, 7};
  put(fd, "nx", &nx), put(fd, "x", values), put(fd, "y", values), put(fd, "z", values), put(fd, "xy", values);
  put(fd, "cells", cells), put(fd, "quads", cells);
  adios_close(fd);
}

/* As a program in Fortran describes it: the fastest dimension first. */
static void write_fortran(const char* file, int steps) {
  for (int step = 0; step < steps; ++step) {
    const int64_t fd = open_file("column_major", file, step ? "a" : "w");
    const int nx = 3, ny = 2;
    double values[6];
    for (int i = 0; i < 6; ++i) values[i] = step * 10 + i;
    put(fd, "nx", &nx), put(fd, "ny", &ny), put(fd, "/data/t", values), put(fd, "/data/placed", values);
    put(fd, "/data/timed", values), put(fd, "/data/level", values + 2);
    adios_close(fd);
  }
}

/* As many blocks as somebody has patience for. */
static void write_many(const char* file, int blocks) {
  const int64_t group = declare("many", "");
  define(group, "o", "", adios_integer, "", "", "");
  define(group, "a", "", adios_double, "2", "2000000", "o");
  const int64_t fd = open_file("many", file, "w");
  for (int i = 0; i < blocks; ++i) {
    const int o = 2 * i;
    const double pair[] = {i, i + 0.5};
    put(fd, "o", &o), put(fd, "a", pair);
  }
  adios_close(fd);
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const char* const kind = argv[1];
  const char* const file = argv[2];
  const int number = argc > 3 ? atoi(argv[3]) : 3;
  if (strcmp(kind, "fortran") == 0) {
    must(adios_init(argv[4], 0) == 0, argv[4]);
    write_fortran(file, number);
  } else {
    must(adios_init_noxml(0) == 0, "init");
    adios_set_max_buffer_size(200);
    if (strcmp(kind, "single") == 0) write_single(file);
    if (strcmp(kind, "steps") == 0) write_steps(file, number);
    if (strcmp(kind, "groups") == 0) write_groups(file);
    if (strcmp(kind, "texts") == 0) write_texts(file);
    if (strcmp(kind, "meshes") == 0) write_meshes(file);
    if (strcmp(kind, "many") == 0) write_many(file, number);
  }
  adios_finalize(0);
  return 0;
}
