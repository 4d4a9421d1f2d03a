/* SPDX-License-Identifier: BSD-3-Clause
 * A program that brings a tool with it: the tool prints every call that it is told of, between lines that say what the
 * program calls. */
#include <adios.h>
#include <adios_read.h>
#include <adiost_callback_api.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* how(adiost_event_type_t type) {
  return type == adiost_event_enter ? "enter" : type == adiost_event_exit ? "exit" : "event";
}

static const char* text(const char* text) { return text ? text : "(null)"; }

/* A callback: the event, its parameters, and how the values among them are printed. */
#define TOLD(event, parameters, ...)  \
  static void on_##event parameters { \
    printf(#event " %s", how(type));  \
    printf(" " __VA_ARGS__);          \
    printf("\n");                     \
  }

/* clang-format off */
TOLD(open, (adiost_event_type_t type, int64_t fd, const char* group, const char* file, const char* mode, MPI_Comm comm), "%d %s %s %s", fd != 0, text(group), text(file), text(mode))
TOLD(close, (adiost_event_type_t type, int64_t fd), "%d", fd != 0)
TOLD(finalize, (adiost_event_type_t type, int rank), "%d", rank)
TOLD(write, (adiost_event_type_t type, int64_t fd, const char* name, enum ADIOS_DATATYPES kind, const int ndims, const char* dims, const void* value), "%d %s %d %d %s %d", fd != 0, text(name), kind, ndims, text(dims), value != NULL)
TOLD(write_byid, (adiost_event_type_t type, int64_t fd, const char* name, enum ADIOS_DATATYPES kind, const int ndims, const char* dims, const void* value), "%d %s %d %d %s %d", fd != 0, text(name), kind, ndims, text(dims), value != NULL)
TOLD(read, (adiost_event_type_t type, int64_t fd, const char* name, const void* buffer, uint64_t bytes), "%d %s %d %" PRIu64, fd != 0, text(name), buffer != NULL, bytes)
TOLD(init_noxml, (adiost_event_type_t type, MPI_Comm comm), "%d", sizeof comm > 0)
TOLD(set_max_buffer_size, (adiost_event_type_t type, uint64_t megabytes), "%" PRIu64, megabytes)
TOLD(declare_group, (adiost_event_type_t type, const int64_t* id, const char* name, const char* time, enum ADIOS_STATISTICS_FLAG stats), "%d %s %s %d", id != NULL, text(name), text(time), stats)
TOLD(define_var, (adiost_event_type_t type, int64_t group, const char* name, const char* path, enum ADIOS_DATATYPES kind, const char* local, const char* global, const char* offsets), "%d %s %s %d %s %s %s", group != 0, text(name), text(path), kind, text(local), text(global), text(offsets))
TOLD(define_attribute, (adiost_event_type_t type, int64_t group, const char* name, const char* path, enum ADIOS_DATATYPES kind, const char* value, const char* var), "%d %s %s %d %s %s", group != 0, text(name), text(path), kind, text(value), text(var))
TOLD(define_attribute_byvalue, (adiost_event_type_t type, int64_t group, const char* name, const char* path, enum ADIOS_DATATYPES kind, int count, const char* values), "%d %s %s %d %d %d", group != 0, text(name), text(path), kind, count, values != NULL)
TOLD(set_transform, (adiost_event_type_t type, int64_t variable, const char* transform), "%d %s", variable != 0, text(transform))
TOLD(select_method, (adiost_event_type_t type, int64_t group, const char* method, const char* parameters, const char* base), "%d %s %s %s", group != 0, text(method), text(parameters), text(base))
TOLD(expected_var_size, (adiost_event_type_t type, int64_t variable), "%d", variable != 0)
TOLD(group_size, (adiost_event_type_t type, int64_t fd, uint64_t bytes, const uint64_t* total), "%d %" PRIu64 " %d", fd != 0, bytes, total != NULL)
TOLD(define_schema_version, (adiost_event_type_t type, int64_t group, const char* version), "%d %s", group != 0, text(version))
TOLD(define_var_mesh, (adiost_event_type_t type, int64_t group, const char* name, const char* mesh), "%d %s %s", group != 0, text(name), text(mesh))
TOLD(define_mesh_uniform, (adiost_event_type_t type, const char* sizes, const char* origin, const char* spacing, const char* maximum, const char* nspace, int64_t group, const char* name), "%s %s %s %s %s %d %s", text(sizes), text(origin), text(spacing), text(maximum), text(nspace), group != 0, text(name))
TOLD(read_init_method, (adiost_event_type_t type, enum ADIOS_READ_METHOD method, MPI_Comm comm, const char* parameters), "%d %s", method, text(parameters))
TOLD(read_finalize_method, (adiost_event_type_t type, enum ADIOS_READ_METHOD method), "%d", method)
TOLD(read_open, (adiost_event_type_t type, enum ADIOS_READ_METHOD method, MPI_Comm comm, enum ADIOS_LOCKMODE lock, float timeout, const ADIOS_FILE* file), "%d %d %g %d", method, lock, (double)timeout, file != NULL)
TOLD(read_open_file, (adiost_event_type_t type, const char* name, enum ADIOS_READ_METHOD method, MPI_Comm comm, const ADIOS_FILE* file), "%s %d %d", text(name), method, file != NULL)
TOLD(release_step, (adiost_event_type_t type, int64_t file), "%d", file != 0)
TOLD(advance_step, (adiost_event_type_t type, const ADIOS_FILE* file, int last, float timeout), "%d %d %g", file != NULL, last, (double)timeout)
TOLD(inq_var, (adiost_event_type_t type, const ADIOS_FILE* file, const char* name, ADIOS_VARINFO* info), "%d %s %d", file != NULL, text(name), info != NULL)
TOLD(inq_var_byid, (adiost_event_type_t type, const ADIOS_FILE* file, int id, const ADIOS_VARINFO* info), "%d %d %d", file != NULL, id, info != NULL)
TOLD(free_varinfo, (adiost_event_type_t type, const ADIOS_VARINFO* info), "%d", info != NULL)
TOLD(inq_var_stat, (adiost_event_type_t type, const ADIOS_FILE* file, const ADIOS_VARINFO* info, int steps, int blocks), "%d %d %d %d", file != NULL, info != NULL, steps, blocks)
TOLD(inq_var_blockinfo, (adiost_event_type_t type, const ADIOS_FILE* file, const ADIOS_VARINFO* info), "%d %d", file != NULL, info != NULL)
TOLD(selection_boundingbox, (adiost_event_type_t type, uint64_t ndim, const uint64_t* start, const uint64_t* count, const ADIOS_SELECTION* made), "%" PRIu64 " %" PRIu64 " %" PRIu64 " %d", ndim, start[0], count[0], made != NULL)
TOLD(selection_points, (adiost_event_type_t type, uint64_t ndim, uint64_t count, const uint64_t* points, const ADIOS_SELECTION* container, int frees, const ADIOS_SELECTION* made), "%" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d %d", ndim, count, points[0], container != NULL, frees, made != NULL)
TOLD(selection_writeblock, (adiost_event_type_t type, int index, const ADIOS_SELECTION* made), "%d %d", index, made != NULL)
TOLD(selection_auto, (adiost_event_type_t type, char* hints, const ADIOS_SELECTION* made), "%s %d", text(hints), made != NULL)
TOLD(selection_delete, (adiost_event_type_t type, const ADIOS_SELECTION* selection), "%d", selection != NULL)
TOLD(schedule_read, (adiost_event_type_t type, const ADIOS_FILE* file, const ADIOS_SELECTION* selection, const char* name, int from, int steps, const char* parameter, void* data), "%d %d %s %d %d %s %d", file != NULL, selection != NULL, text(name), from, steps, text(parameter), data != NULL)
TOLD(schedule_read_byid, (adiost_event_type_t type, const ADIOS_FILE* file, const ADIOS_SELECTION* selection, int id, int from, int steps, const char* parameter, const void* data), "%d %d %d %d %d %s %d", file != NULL, selection != NULL, id, from, steps, text(parameter), data != NULL)
TOLD(perform_reads, (adiost_event_type_t type, const ADIOS_FILE* file, int blocking), "%d %d", file != NULL, blocking)
TOLD(check_reads, (adiost_event_type_t type, const ADIOS_FILE* file, ADIOS_VARCHUNK** chunk), "%d %d", file != NULL, chunk != NULL)
TOLD(free_chunk, (adiost_event_type_t type, ADIOS_VARCHUNK* chunk), "%d", chunk != NULL)
TOLD(get_attr, (adiost_event_type_t type, const ADIOS_FILE* file, const char* name, enum ADIOS_DATATYPES* kind, const int* bytes, const void** data), "%d %s %d %d %d", file != NULL, text(name), kind != NULL, bytes != NULL, data != NULL)
TOLD(get_attr_byid, (adiost_event_type_t type, const ADIOS_FILE* file, int id, enum ADIOS_DATATYPES* kind, const int* bytes, const void** data), "%d %d %d %d %d", file != NULL, id, kind != NULL, bytes != NULL, data != NULL)
TOLD(get_grouplist, (adiost_event_type_t type, const ADIOS_FILE* file, const char*** names), "%d %d", file != NULL, names != NULL)
TOLD(group_view, (adiost_event_type_t type, const ADIOS_FILE* file, int group), "%d %d", file != NULL, group)
TOLD(inq_var_meshinfo, (adiost_event_type_t type, const ADIOS_FILE* file, const ADIOS_VARINFO* info), "%d %d", file != NULL, info != NULL)
/* clang-format on */

static void on_library_shutdown(void) { printf("library_shutdown\n"); }

static adiost_set_callback_t set_callback;

static void watch(adiost_event_t event, adiost_callback_t callback) {
  if (set_callback(event, callback) != adiost_set_result_registration_success) printf("event %d is refused\n", event);
}

static void begin(adiost_function_lookup_t look_up, const char* release, unsigned version) {
  adiost_callback_t found = NULL;
  set_callback = (adiost_set_callback_t)look_up("adiost_set_callback");
  const adiost_get_callback_t get_callback = (adiost_get_callback_t)look_up("adiost_get_callback");
  printf("tool of %s, %u; nothing: %d\n", release, version, look_up("nothing") != NULL);
#define WATCH(event) watch(adiost_event_##event, (adiost_callback_t)on_##event)
  WATCH(open);
  WATCH(close);
  WATCH(finalize);
  WATCH(write);
  WATCH(write_byid);
  WATCH(read);
  WATCH(init_noxml);
  WATCH(set_max_buffer_size);
  WATCH(declare_group);
  WATCH(define_var);
  WATCH(define_attribute);
  WATCH(define_attribute_byvalue);
  WATCH(set_transform);
  WATCH(select_method);
  WATCH(expected_var_size);
  WATCH(group_size);
  WATCH(define_schema_version);
  WATCH(define_var_mesh);
  WATCH(define_mesh_uniform);
  WATCH(read_init_method);
  WATCH(read_finalize_method);
  WATCH(read_open);
  WATCH(read_open_file);
  WATCH(release_step);
  WATCH(advance_step);
  WATCH(inq_var);
  WATCH(inq_var_byid);
  WATCH(free_varinfo);
  WATCH(inq_var_stat);
  WATCH(inq_var_blockinfo);
  WATCH(selection_boundingbox);
  WATCH(selection_points);
  WATCH(selection_writeblock);
  WATCH(selection_auto);
  WATCH(selection_delete);
  WATCH(schedule_read);
  WATCH(schedule_read_byid);
  WATCH(perform_reads);
  WATCH(check_reads);
  WATCH(free_chunk);
  WATCH(get_attr);
  WATCH(get_attr_byid);
  WATCH(get_grouplist);
  WATCH(group_view);
  WATCH(inq_var_meshinfo);
  WATCH(library_shutdown);
  printf("no such event: %d\n", set_callback((adiost_event_t)7777, on_library_shutdown));
  printf("open is watched: %d", get_callback(adiost_event_open, &found));
  printf(" %d\n", found == (adiost_callback_t)on_open);
}

adiost_initialize_t adiost_tool(void) { return begin; }

#define CALL(call) (printf("-- %s\n", #call), call)

static void writes(void) {
  const int n = 4, numbers[] = {1, 2};
  const double values[] = {1, 2, 3, 4};
  int64_t group, fd = 0;
  uint64_t total;
  CALL(adios_init_noxml(MPI_COMM_SELF));
  CALL(adios_set_max_buffer_size(3));
  CALL(adios_declare_group(&group, "g", "", adios_stat_default));
  CALL(adios_select_method(group, "POSIX", "verbose=0", ""));
  CALL(adios_define_var(group, "n", "", adios_integer, "", "", ""));
  CALL(adios_define_var(group, "a", "/d", adios_double, "n", "n", "0"));
  const int64_t z = CALL(adios_define_var(group, "z", "", adios_double, "n", "", ""));
  CALL(adios_set_transform(z, "identity"));
  CALL(adios_define_attribute(group, "u", "/d/a", adios_string, "m", ""));
  CALL(adios_define_attribute_byvalue(group, "k", "", adios_integer, 2, numbers));
  CALL(adios_define_schema_version(group, "1.1"));
  CALL(adios_define_var_mesh(group, "/d/a", "mesh"));
  CALL(adios_define_mesh_uniform("n", "0", "1", "3", NULL, group, "mesh"));
  CALL(adios_open(&fd, "g", "t.bp", "w", MPI_COMM_SELF));
  CALL(adios_group_size(fd, 100, &total));
  CALL(adios_write(fd, "n", &n));
  CALL(adios_write(fd, "/d/a", values));
  CALL(adios_write_byid(fd, z, values));
  CALL(adios_expected_var_size(z));
  CALL(adios_write(fd, "none", values));
  CALL(adios_close(fd));
  CALL(adios_open(&fd, "g", "t.bp", "a", MPI_COMM_SELF));
  CALL(adios_write(fd, "n", &n));
  CALL(adios_close(fd));
  CALL(adios_open(&fd, "none", "t.bp", "a", MPI_COMM_SELF));
}

static void selects(ADIOS_FILE* file) {
  const uint64_t first = 1, two = 2;
  double out[4];
  ADIOS_VARCHUNK* chunk = NULL;
  ADIOS_SELECTION* box = CALL(adios_selection_boundingbox(1, &first, &two));
  CALL(adios_schedule_read(file, box, "/d/a", 0, 1, out));
  CALL(adios_schedule_read_byid(file, box, 1, 0, 1, out));
  CALL(adios_schedule_read_param(file, box, "/d/a", 0, 1, "p", out));
  CALL(adios_perform_reads(file, 1));
  CALL(adios_selection_delete(box));
  adios_selection_delete(CALL(adios_selection_points(1, 1, &first)));
  adios_selection_delete(CALL(adios_selection_writeblock(0)));
  adios_selection_delete(CALL(adios_selection_auto("hints")));
  CALL(adios_schedule_read(file, NULL, "/d/a", 0, 1, NULL));
  CALL(adios_perform_reads(file, 0));
  CALL(adios_check_reads(file, &chunk));
  CALL(adios_free_chunk(chunk));
}

static void reads(void) {
  enum ADIOS_DATATYPES type;
  int bytes;
  void* data;
  char** groups;
  CALL(adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_SELF, "verbose=0"));
  ADIOS_FILE* file = CALL(adios_read_open_file("t.bp", ADIOS_READ_METHOD_BP, MPI_COMM_SELF));
  ADIOS_VARINFO* info = CALL(adios_inq_var(file, "/d/a"));
  CALL(adios_inq_var_stat(file, info, 1, 1));
  CALL(adios_inq_var_blockinfo(file, info));
  CALL(adios_inq_var_meshinfo(file, info));
  CALL(adios_free_varinfo(info));
  info = CALL(adios_inq_var_byid(file, 0));
  CALL(adios_free_varinfo(info));
  CALL(adios_inq_var(file, "none"));
  selects(file);
  CALL(adios_get_attr(file, "/d/a/u", &type, &bytes, &data));
  free(data);
  CALL(adios_get_attr_byid(file, 0, &type, &bytes, &data));
  free(data);
  CALL(adios_get_grouplist(file, &groups));
  CALL(adios_group_view(file, -1));
  CALL(adios_read_close(file));
  file = CALL(adios_read_open("t.bp", ADIOS_READ_METHOD_BP, MPI_COMM_SELF, ADIOS_LOCKMODE_NONE, 0));
  CALL(adios_release_step(file));
  CALL(adios_advance_step(file, 0, 0));
  CALL(adios_read_close(file));
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  writes();
  reads();
  CALL(adios_finalize(3));
  CALL(adios_read_finalize_method(ADIOS_READ_METHOD_BP));
  return 0;
}
