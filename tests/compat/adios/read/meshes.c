/* SPDX-License-Identifier: BSD-3-Clause
 * Writes a file with meshes of every kind, variables on them, and links: meshes FILE. */
#include <adios.h>
#include <stdio.h>
#include <stdlib.h>

static int64_t group;

static void must(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "%s: %s\n", what, adios_get_last_errmsg());
  exit(1);
}

static void define(const char* name, enum ADIOS_DATATYPES type, const char* sizes) {
  must(adios_define_var(group, name, "", type, sizes, sizes, *sizes ? "0,0,0" : "") != 0, name);
}

static void define_meshes(void) {
  adios_define_schema_version(group, "1.1");
  adios_define_mesh_uniform("nx,ny", "ox,oy", "sx,sy", NULL, "2", group, "uniform");
  adios_define_mesh_timevarying("no", group, "uniform");
  adios_define_mesh_uniform("4,5", "0,1", "0.5,2", NULL, NULL, group, "literal");
  adios_define_mesh_uniform("4,5", "0,1", NULL, "3,5", NULL, group, "bounded");
  adios_define_mesh_uniform("3,4,5", NULL, NULL, NULL, NULL, group, "plain");
  adios_define_mesh_timevarying("yes", group, "plain");
  adios_define_mesh_rectilinear("nx,ny", "x,y", "2", group, "rectilinear");
  adios_define_mesh_rectilinear("4,5", "xy", NULL, group, "rectilinear_single");
  adios_define_mesh_structured("nx,ny", "px,py", "2", group, "structured");
  adios_define_mesh_structured("4,5", "pxy", "2", group, "structured_single");
  adios_define_mesh_unstructured("points", "cells", "count", "triangle", NULL, "2", group, "unstructured");
  adios_define_mesh_unstructured("tx,ty", "cells,cells4", "2,1", "triangle,quad", "4", "2", group, "mixed");
  adios_define_mesh_file(group, "literal", "meshes.bp");
  adios_define_var_mesh(group, "data", "uniform");
  adios_define_var_centering(group, "data", "point");
  adios_define_var_mesh(group, "celled", "unstructured");
  adios_define_var_centering(group, "celled", "cell");
  adios_define_var_mesh(group, "astray", "nowhere");
  adios_define_var_centering(group, "astray", "point");
  adios_define_attribute(group, "units", "/data", adios_string, "metres", NULL);
  adios_define_attribute(group, "units", "data", adios_string, "feet", NULL);
  adios_define_attribute(group, "deep", "data/one", adios_string, "too deep", NULL);
}

static void define_links(void) {
  adios_define_attribute(group, "ref-num", "/adios_link/pictures", adios_integer, "2", NULL);
  adios_define_attribute(group, "ref0", "/adios_link/pictures", adios_string, "a.png", NULL);
  adios_define_attribute(group, "objref0", "/adios_link/pictures", adios_string, "data", NULL);
  adios_define_attribute(group, "type0", "/adios_link/pictures", adios_string, "LINK_IMAGE", NULL);
  adios_define_attribute(group, "extref0", "/adios_link/pictures", adios_string, "one.bp", NULL);
  adios_define_attribute(group, "ref1", "/adios_link/pictures", adios_string, "other", NULL);
  adios_define_attribute(group, "objref1", "/adios_link/pictures", adios_string, "celled", NULL);
  adios_define_attribute(group, "type1", "/adios_link/pictures", adios_string, "LINK_VAR", NULL);
  adios_define_attribute(group, "extref1", "/adios_link/pictures", adios_string, "two.bp", NULL);
}

static void write_variables(int64_t fd) {
  const int sizes[] = {4, 5, 3, 7, 2};
  const double places[] = {0.5, 1.5, 0.25, 2};
  double values[64];
  int cells[64];
  for (int i = 0; i < 64; ++i) values[i] = i / 4.0, cells[i] = i % 4;
  adios_write(fd, "nx", &sizes[0]);
  adios_write(fd, "ny", &sizes[1]);
  adios_write(fd, "count", &sizes[4]);
  adios_write(fd, "ox", &places[0]);
  adios_write(fd, "oy", &places[1]);
  adios_write(fd, "sx", &places[2]);
  adios_write(fd, "sy", &places[3]);
  static const char* const real[] = {
      "x", "y", "xy", "px", "py", "pxy", "points", "tx", "ty", "data", "celled", "astray"};
  for (unsigned i = 0; i < sizeof real / sizeof real[0]; ++i) must(adios_write(fd, real[i], values) == 0, real[i]);
  adios_write(fd, "cells", cells);
  adios_write(fd, "cells4", cells);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  MPI_Init(&argc, &argv);
  must(adios_init_noxml(MPI_COMM_SELF) == 0, "init");
  adios_declare_group(&group, "meshes", "", adios_stat_default);
  adios_select_method(group, "POSIX", "", "");
  static const char* const whole[] = {"nx", "ny", "count"};
  static const char* const place[] = {"ox", "oy", "sx", "sy"};
  for (int i = 0; i < 3; ++i) define(whole[i], adios_integer, "");
  for (int i = 0; i < 4; ++i) define(place[i], adios_double, "");
  define("x", adios_double, "nx");
  define("y", adios_double, "ny");
  define("xy", adios_double, "40");
  define("px", adios_double, "nx,ny");
  define("py", adios_double, "nx,ny");
  define("pxy", adios_double, "40");
  define("points", adios_double, "4,2");
  define("tx", adios_double, "4");
  define("ty", adios_double, "4");
  define("cells", adios_integer, "2,3");
  define("cells4", adios_integer, "1,4");
  define("data", adios_double, "nx,ny");
  define("celled", adios_double, "2");
  define("astray", adios_double, "nx,ny");
  define_meshes();
  define_links();
  int64_t fd;
  must(adios_open(&fd, "meshes", argv[1], "w", MPI_COMM_SELF) == 0, argv[1]);
  write_variables(fd);
  must(adios_close(fd) == 0, "close");
  adios_finalize(0);
  MPI_Finalize();
  return 0;
}
