/* SPDX-License-Identifier: BSD-3-Clause
 * Every call of the write interface, used rightly and wrongly: what it returns, and the error it leaves. Calls on which
 * the reference crashes are only made with an argument. */
#include <adios.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int adios_errno;

static void tell(const char* call, long long answer) {
  printf("%s: %lld, errno %d\n", call, answer, adios_errno);
  fflush(stdout);
  adios_clear_error();
}
#define TELL(call) tell(#call, (long long)(call))
#define TELL_WHETHER(call) tell(#call " is not 0", (call) != 0)

static void definitions(int64_t g) {
  TELL_WHETHER(adios_define_var(g, "n", "", adios_integer, "", "", ""));
  TELL_WHETHER(adios_define_var(g, "m", "/p", adios_unsigned_byte, NULL, NULL, NULL));
  TELL_WHETHER(adios_define_var(g, "real", "", adios_real, "", "", ""));
  TELL_WHETHER(adios_define_var(g, "a", "/d", adios_double, "n,/p/m", "10,10", "0,0"));
  TELL_WHETHER(adios_define_var(g, "joined", "", adios_double, "n,2", "joined,2", ""));
  TELL_WHETHER(adios_define_var(g, "short_bounds", "", adios_double, "n,2", "10", "0"));
  TELL_WHETHER(adios_define_var(g, "bad1", "", adios_double, "nosuch", "", ""));
  TELL_WHETHER(adios_define_var(g, "bad2", "", adios_double, "n", "nosuch", ""));
  TELL_WHETHER(adios_define_var(g, "bad3", "", adios_double, "n", "10", "nosuch"));
  TELL_WHETHER(adios_define_var(g, "bad4", "", adios_double, "real", "", ""));
  TELL_WHETHER(adios_define_var(g, "timed", "", adios_double, "t,n", "10", "0"));
  TELL_WHETHER(adios_define_var(g, "text", "", adios_string, "", "", ""));
  TELL(adios_define_attribute(g, "u", "/d/a", adios_string, "metre", ""));
  TELL(adios_define_attribute(g, "i", "/d/a", adios_integer, "12", NULL));
  TELL(adios_define_attribute(g, "bad_i", "/d/a", adios_integer, "twelve", NULL));
  TELL(adios_define_attribute(g, "b", "/d/a", adios_byte, "-5", NULL));
  TELL(adios_define_attribute(g, "s", "/d/a", adios_unsigned_short, "65535", NULL));
  TELL(adios_define_attribute(g, "l", "/d/a", adios_long, "-9000000000", NULL));
  TELL(adios_define_attribute(g, "r", "/d/a", adios_real, "1.5", NULL));
  TELL(adios_define_attribute(g, "ref", "/d/a", adios_integer, NULL, "n"));
  TELL(adios_define_attribute(g, "ref2", "/d/a", adios_unknown, NULL, "/p/m"));
  TELL(adios_define_attribute(g, "bad_ref", "/d/a", adios_integer, NULL, "nosuch"));
  const int three[] = {1, 2, 3};
  const char* texts[] = {"one", "two"};
  TELL(adios_define_attribute_byvalue(g, "three", "/d/a", adios_integer, 3, three));
  TELL(adios_define_attribute_byvalue(g, "texts", "/d/a", adios_string_array, 2, texts));
  TELL(adios_define_attribute_byvalue(g, "text", "/d/a", adios_string, 1, "one"));
}

static void outputs(int64_t g, int64_t a) {
  int64_t fd = 77;
  uint64_t total = 0;
  const int n = 2;
  const unsigned char m = 3;
  const double values[6] = {1, 2, 3, 4, 5, 6};
  TELL(adios_open(&fd, "nosuch", "calls.bp", "w", MPI_COMM_SELF));
  printf("fd is %s\n", fd == 0 ? "0" : "not 0");
  TELL(adios_open(&fd, "g", "calls.bp", "x", MPI_COMM_SELF));
  TELL(adios_open(&fd, "G", "calls.bp", "W", MPI_COMM_SELF));
  TELL(adios_expected_var_size(a));
  TELL(adios_group_size(fd, 100, &total));
  printf("total is %s\n", total > 100 ? "more" : "not more");
  TELL(adios_write(fd, "nosuch", &n));
  TELL(adios_write(fd, "N", &n));
  TELL(adios_write(fd, "n", &n));
  TELL(adios_write(fd, "m", &m));
  TELL(adios_write(fd, "/p/m", &m));
  TELL(adios_expected_var_size(a));
  TELL(adios_write(fd, "/d/a", values));
  TELL(adios_write_byid(fd, a, values));
  TELL(adios_write(fd, "joined", values));
  TELL(adios_write(fd, "timed", values));
  TELL(adios_write(fd, "text", ""));
  TELL(adios_set_path(fd, "/new"));
  TELL(adios_set_path_var(fd, "/new", "n"));
  TELL(adios_set_path_var(fd, "/new", "nosuch"));
  TELL(adios_end_iteration());
  TELL(adios_start_calculation());
  TELL(adios_stop_calculation());
  TELL(adios_close(fd));
  TELL(adios_close(0));
  TELL(adios_write(0, "n", &n));
  TELL(adios_group_size(0, 100, &total));
  TELL(adios_delete_vardefs(g));
  TELL(adios_delete_attrdefs(g));
}

/* What only ours survives. */
static void mistakes(int64_t g, int64_t a) {
  int64_t fd = 0, other = 0;
  uint64_t total = 0;
  double values[6] = {0};
  void* buffer;
  TELL(adios_open(&fd, "g", "no/such/place/calls.bp", "w", MPI_COMM_SELF));
  TELL(adios_open(&fd, NULL, "calls.bp", "w", MPI_COMM_SELF));
  TELL(adios_open(&fd, "g", "calls.bp", NULL, MPI_COMM_SELF));
  TELL(adios_open(&fd, "g", "nosuch.bp", "r", MPI_COMM_SELF));
  TELL(adios_open(&fd, "g", "mistakes.bp", "w", MPI_COMM_SELF));
  TELL(adios_open(&other, "g", "other.bp", "w", MPI_COMM_SELF));
  TELL(adios_write(fd, "/d/a", values));
  TELL(adios_write(fd, "n", NULL));
  TELL(adios_write(fd, NULL, values));
  TELL(adios_write_byid(fd, 0, values));
  TELL(adios_write_byid(fd, g, values));
  TELL(adios_write_byid(4711, a, values));
  TELL(adios_read(fd, "n", values, sizeof values));
  TELL(adios_get_write_buffer(fd, "nosuch", &total, &buffer));
  TELL(adios_get_write_buffer(4711, "n", &total, &buffer));
  TELL(adios_free_group(g));
  TELL(adios_close(fd));
  TELL(adios_close(fd));
  TELL(adios_open(&fd, "g", "mistakes.bp", "r", MPI_COMM_SELF));
  TELL(adios_read(fd, "nosuch", values, sizeof values));
  TELL(adios_read(fd, "n", NULL, 4));
  TELL(adios_read(fd, "/d/a", values, sizeof values));
  TELL(adios_write(fd, "n", values));
  TELL(adios_get_write_buffer(fd, "n", &total, &buffer));
  TELL(adios_close(fd));
  TELL(adios_set_path(4711, "/new"));
  TELL(adios_set_path_var(4711, "/new", "n"));
  TELL(adios_select_method(4711, "POSIX", "", ""));
  TELL(adios_define_var(4711, "v", "", adios_integer, "", "", ""));
  TELL(adios_define_var(g, "v", "", adios_string_array, "", "", ""));
  TELL(adios_define_var(g, "v", "", (enum ADIOS_DATATYPES)99, "", "", ""));
  TELL(adios_define_var(g, "v", "", adios_string, "3", "", ""));
  TELL(adios_define_attribute(4711, "v", "", adios_string, "", ""));
  TELL(adios_define_attribute(g, "v", "", adios_complex, "1", ""));
  TELL(adios_define_attribute(g, "v", "", adios_string_array, "1", ""));
  TELL(adios_define_attribute(g, "v", "", adios_byte, "300", ""));
  TELL(adios_define_attribute(g, "v", "", adios_string, NULL, NULL));
  TELL(adios_define_attribute_byvalue(g, "v", "", adios_integer, 0, values));
  TELL(adios_define_attribute_byvalue(g, "v", "", adios_integer, 1, NULL));
  TELL(adios_define_attribute_byvalue(g, "v", "", (enum ADIOS_DATATYPES)99, 1, values));
  TELL(adios_define_attribute_byvalue(4711, "v", "", adios_integer, 1, values));
  TELL(adios_delete_vardefs(4711));
  TELL(adios_delete_attrdefs(4711));
  TELL(adios_expected_var_size(4711));
  TELL(adios_set_transform(4711, "zlib"));
  TELL(adios_set_time_aggregation(4711, 1000, 0));
  TELL(adios_set_time_aggregation(g, 1000, 4711));
  TELL(adios_free_group(4711));
  TELL(adios_define_mesh_uniform("", NULL, NULL, NULL, NULL, g, "m"));
  TELL(adios_define_mesh_rectilinear("n", NULL, NULL, g, "m"));
  TELL(adios_define_mesh_structured("n", NULL, NULL, g, "m"));
  TELL(adios_define_mesh_unstructured("p", "d", "1,2", "triangle", NULL, NULL, g, "m"));
  TELL(adios_define_mesh_timesteps("1,2,3,4", g, "m"));
  TELL(adios_define_var_hyperslab("1:2:3,4,5,6", g, "v"));
  TELL(adios_define_schema_version(g, "new"));
  TELL(adios_define_mesh_uniform("n", NULL, NULL, NULL, NULL, 4711, "m"));
  adios_timing_write_xml(fd, "timing.xml");
}

int main(int argc, char** argv) {
  int64_t g = 0, h = 0;
  (void)argv;
  TELL(adios_is_initialized());
  TELL(adios_init_noxml(MPI_COMM_SELF));
  TELL(adios_is_initialized());
  TELL(adios_allocate_buffer(ADIOS_BUFFER_ALLOC_NOW, 10));
  TELL(adios_declare_group(&g, "g", "t", adios_stat_full));
  TELL(adios_declare_group(&h, "g", "", adios_stat_no));
  TELL(adios_free_group(h));
  TELL(adios_select_method(g, "NOSUCH", "", ""));
  TELL(adios_select_method(g, "pOsIx", "", ""));
  definitions(g);
  const int64_t a = adios_define_var(g, "by_id", "", adios_double, "n,/p/m", "", "");
  TELL(adios_set_transform(a, "nosuch"));
  TELL(adios_set_transform(a, "none"));
  TELL(adios_set_transform(a, "identity"));
  TELL(adios_set_time_aggregation(g, 0, 0));
  if (argc > 1) mistakes(g, a);
  outputs(g, a);
  adios_error(err_invalid_argument, "a text with %d\n", 42);
  printf("%s, errno %d\n", adios_get_last_errmsg(), adios_errno);
  adios_clear_error();
  printf("'%s', errno %d\n", adios_get_last_errmsg(), adios_errno);
  TELL(adios_finalize(0));
  TELL(adios_is_initialized());
  TELL(adios_open(&g, "g", "calls.bp", "w", MPI_COMM_SELF));
  return 0;
}
