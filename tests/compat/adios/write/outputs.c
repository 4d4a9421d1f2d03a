/* SPDX-License-Identifier: BSD-3-Clause
 * Writes files in the current directory in every way there is. The same source runs on ADIOS and on ours.
 *
 *   outputs SCENARIO [METHOD PARAMETERS STATISTICS TRANSFORM]
 */
#include <adios.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "content.h"

static int rank, ranks = 1;
static MPI_Comm comm;

#ifndef _NOMPI
/* What a library writes by means of MPI-IO passes here. */
static long long bytes_by_mpi;

int MPI_File_write_at(
    MPI_File file, MPI_Offset offset, const void* data, int count, MPI_Datatype type, MPI_Status* status) {
  int size = 0;
  MPI_Type_size(type, &size);
  bytes_by_mpi += (long long)count * size;
  return PMPI_File_write_at(file, offset, data, count, type, status);
}
#endif

/* Long doubles, and the statistics of double complex numbers, have six bytes each that are whatever was in memory: they
 * are left out where files shall be the same byte by byte. */
static int is_left_out(const struct content_type* type) {
  return getenv("OUTPUTS_WITHOUT_PADDING") && (type->id == adios_long_double || type->id == adios_double_complex);
}

static void must(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "%s: %s\n", what, adios_get_last_errmsg());
  exit(1);
}

static int64_t define(int64_t group, const char* name, const char* path, int type, const char* local,
    const char* global, const char* offset) {
  const int64_t id = adios_define_var(group, name, path, (enum ADIOS_DATATYPES)type, local, global, offset);
  must(id != 0, name);
  return id;
}

static int64_t new_group(const char* name, int statistics, const char* method, const char* parameters) {
  int64_t group;
  must(adios_declare_group(&group, name, "time", (enum ADIOS_STATISTICS_FLAG)statistics) == 0, name);
  must(adios_select_method(group, method, parameters, "") == 0, method);
  return group;
}

static int64_t opened(const char* group, const char* file, const char* mode) {
  int64_t fd;
  must(adios_open(&fd, group, file, mode, comm) == 0, file);
  return fd;
}

static void written(int64_t fd, const char* name, const void* data) { must(adios_write(fd, name, data) == 0, name); }

/* Every type in every shape, and attributes of every type. */

static void define_content(int64_t group, const char* transform) {
  define(group, "rows", "", adios_integer, "", "", "");
  define(group, "first", "/sizes", adios_unsigned_long, "", "", "");
  define(group, "text", "/texts", adios_string, "", "", "");
  for (int t = 0; t < content_type_count; ++t) {
    const struct content_type* type = &content_types[t];
    if (is_left_out(type)) continue;
    define(group, type->name, "/scalar", type->id, "", "", "");
    define(group, type->name, "/local", type->id, "2,3", "", "");
    define(group, type->name, "/global/", type->id, "2,3", "rows,3", "/sizes/first,0");
    define(group, type->name, "/joined", type->id, " 2 , 3 ", "JoinedDim,3", "");
    const int64_t timed = define(group, type->name, "/timed", type->id, "time,2,3", "rows,3", "/sizes/first,0");
    if (transform[0] && t % 2) must(adios_set_transform(timed, "none") == 0, "none");
    char value[content_most_bytes];
    content_fill(type, 5, 1, value);
    must(adios_define_attribute_byvalue(group, type->name, "/value", (enum ADIOS_DATATYPES)type->id, 1, value) == 0,
        "attribute");
    content_fill(type, 6, 3, value);
    must(adios_define_attribute_byvalue(group, type->name, "/values/", (enum ADIOS_DATATYPES)type->id, 3, value) == 0,
        "attribute");
  }
  define(group, "special", "", adios_double, "5", "", "");
  if (transform[0])
    for (int t = 0; t < content_type_count; ++t) {
      char name[64];
      if (is_left_out(&content_types[t])) continue;
      snprintf(name, sizeof name, "packed_%s", content_types[t].name);
      must(adios_set_transform(define(group, name, "", content_types[t].id, "40,3", "40,3", ""), transform) == 0, name);
    }
  must(adios_define_attribute(group, "text", "/texts", adios_string, "a text", "") == 0, "text");
  must(adios_define_attribute(group, "nothing", "/texts", adios_string, "", "") == 0, "nothing");
  must(adios_define_attribute(group, "number", "/texts", adios_integer, "-42", "") == 0, "number");
  must(adios_define_attribute(group, "real", "/texts", adios_double, "0.125", "") == 0, "real");
  must(adios_define_attribute(group, "minus", "/texts", adios_unsigned_long, "-5", "") == 0, "minus");
  must(adios_define_attribute(group, "rows", "/reference", adios_integer, NULL, "rows") == 0, "reference");
}

static void write_content(int64_t fd, int step, const char* transform) {
  char name[64];
  static char values[120 * 16];
  const int rows = content_rows * ranks;
  const uint64_t first = (uint64_t)content_rows * (uint64_t)rank;
  written(fd, "rows", &rows);
  written(fd, "/sizes/first", &first);
  snprintf(values, sizeof values, "step %d of %d", step, rank);
  written(fd, "/texts/text", values);
  for (int t = 0; t < content_type_count; ++t) {
    const struct content_type* type = &content_types[t];
    if (is_left_out(type)) continue;
    static const char* const shapes[] = {"scalar", "local", "global", "joined", "timed"};
    content_fill(type, content_seed(step, rank), content_rows * content_columns, values);
    for (int s = 0; s < 5; ++s) {
      snprintf(name, sizeof name, "/%s/%s", shapes[s], type->name);
      written(fd, name, values);
    }
    if (transform[0]) {
      snprintf(name, sizeof name, "packed_%s", type->name);
      content_fill(type, content_seed(step, rank), 120, values);
      written(fd, name, values);
    }
  }
  double special[content_special_count];
  content_special(special, content_seed(step, rank));
  written(fd, "special", special);
}

static void content(char** arguments) {
  const int64_t group = new_group("content", atoi(arguments[2]), arguments[0], arguments[1]);
  define_content(group, arguments[3]);
  const char* const only = getenv("OUTPUTS_STEP"); /* the others are for other programs */
  for (int step = 1; step <= content_steps; ++step) {
    if (only && step != atoi(only)) continue;
    const int64_t fd = opened("content", "content.bp", step == 1 ? "w" : "a");
    if (step == 2) {
      uint64_t total;
      must(adios_group_size(fd, 1 << 16, &total) == 0, "size");
    }
    write_content(fd, step, arguments[3]);
    must(adios_close(fd) == 0, "close");
  }
}

/* A small group of numbers. */

static void define_few(int64_t group) {
  define(group, "n", "", adios_integer, "", "", "");
  define(group, "a", "/d", adios_double, "n", "", "");
  must(adios_define_attribute(group, "unit", "/d/a", adios_string, "m", "") == 0, "unit");
}

static void write_few(int64_t fd, int from, int n) {
  double values[100];
  for (int i = 0; i < n; ++i) values[i] = from + i;
  written(fd, "n", &n);
  written(fd, "/d/a", values);
}

static void few(const char* group, const char* file, const char* mode, int from, int n) {
  const int64_t fd = opened(group, file, mode);
  write_few(fd, from, n);
  must(adios_close(fd) == 0, "close");
}

/* Modes: another file goes on in time, an update stays, what was written before is found again. */
static void modes(char** arguments) {
  (void)arguments;
  define_few(new_group("first", 0, "POSIX", ""));
  define_few(new_group("second", 1, "POSIX1", ""));
  few("first", "one.bp", "w", 10, 3);
  few("first", "one.bp", "a", 20, 4);
  few("first", "two.bp", "W", 30, 5);
  few("first", "one.bp", "A", 40, 3);
  few("first", "one.bp", "u", 50, 3);
  few("SECOND", "new.bp", "a", 60, 2);
  few("second", "new.bp", "a", 70, 2);
  must(adios_close(opened("second", "empty.bp", "w")) == 0, "nothing written");
}

/* Two groups add to one file in turns. */
static void in_turns(char** arguments) {
  (void)arguments;
  static const char* const groups[] = {"first", "second"};
  for (int g = 0; g < 2; ++g) define(new_group(groups[g], 0, "POSIX", ""), groups[g], "", adios_integer, "", "", "");
  for (int step = 0; step < 6; ++step) {
    const int64_t fd = opened(groups[step % 2], "turns.bp", step ? "a" : "w");
    written(fd, groups[step % 2], &step);
    must(adios_close(fd) == 0, "close");
  }
}

/* Names, repeated blocks, ids, and definitions that go away. */
static void names(char** arguments) {
  (void)arguments;
  const int64_t group = new_group("names", 0, "posix", "");
  int64_t fd;
  double values[] = {1, 2, 3};
  const int n = 3;
  define_few(group);
  define(group, "x", "", adios_integer, "", "", "");
  define(group, "x", "/", adios_integer, "", "", "");
  define(group, "with/slash", "/deep/path", adios_integer, "", "", "");
  fd = opened("names", "names.bp", "w");
  for (int i = 0; i < 3; ++i) {
    write_few(fd, 10 * i, 2 + i);
    written(fd, "x", &i);
    written(fd, "/x", &i);
  }
  written(fd, "/deep/path/with/slash", &n);
  must(adios_close(fd) == 0, "close");
  fd = opened("names", "names.bp", "a");
  must(adios_set_path_var(fd, "/elsewhere", "/d/a") == 0, "path of one");
  write_few(fd, 7, 2);
  must(adios_close(fd) == 0, "close");
  fd = opened("names", "names.bp", "a");
  must(adios_set_path(fd, "/all") == 0, "path of all");
  written(fd, "n", &n);
  written(fd, "/d/a", values);
  must(adios_close(fd) == 0, "close");
}

static void sized_by_attribute(char** arguments) {
  (void)arguments;
  const int64_t group = new_group("sized", 1, "POSIX", "");
  const double values[] = {1, 2, 3};
  must(adios_define_attribute(group, "size", "/attributes", adios_integer, "3", "") == 0, "size");
  const int64_t id = define(group, "sized", "", adios_double, "/attributes/size", "/attributes/size", "0");
  const int64_t fd = opened("sized", "sized.bp", "w");
  must(adios_write_byid(fd, id, values) == 0, "by id");
  must(adios_close(fd) == 0, "close");
}

static void deletes(char** arguments) {
  (void)arguments;
  const int64_t group = new_group("deletes", 0, "POSIX", "");
  define_few(group);
  few("deletes", "deletes.bp", "w", 1, 3);
  must(adios_delete_vardefs(group) == 0, "delete variables");
  define(group, "other", "", adios_integer, "", "", "");
  int64_t fd = opened("deletes", "deletes.bp", "a");
  const int other = 7;
  written(fd, "other", &other);
  must(adios_close(fd) == 0, "close");
  must(adios_delete_attrdefs(group) == 0, "delete attributes");
  fd = opened("deletes", "deletes.bp", "a");
  written(fd, "other", &other);
  must(adios_close(fd) == 0, "close");
}

/* Two methods of one group, each with a name of its own. */
static void methods(char** arguments) {
  (void)arguments;
  int64_t group;
  must(adios_declare_group(&group, "methods", "", adios_stat_default) == 0, "group");
  must(adios_select_method(group, "POSIX", "", "one_") == 0, "first");
  must(adios_select_method(group, "POSIX", "", "two_") == 0, "second");
  define_few(group);
  few("methods", "out.bp", "w", 1, 3);
  few("methods", "out.bp", "a", 4, 3);
}

static void aggregation(char** arguments) {
  const int64_t group = new_group("steps", 0, arguments[0], arguments[1]);
  define_few(group);
  must(adios_set_time_aggregation(group, 1 << 20, 0) == 0, "aggregation");
  for (int step = 0; step < 5; ++step) few("steps", "steps.bp", step ? "a" : "w", 10 * step, 3 + step);
}

/* More than the buffer holds: a quarter of it each, five times. */
static void overflow(char** arguments) {
  const int64_t group = new_group("large", 0, arguments[0], arguments[1]);
  enum { count = 1 << 15 };
  static double values[count];
  adios_set_max_buffer_size(1);
  define(group, "n", "", adios_integer, "", "", "");
  define(group, "a", "", adios_double, "n", "", "");
  must(adios_define_attribute(group, "unit", "/a", adios_string, "m", "") == 0, "unit");
  const int64_t fd = opened("large", "large.bp", "w");
  const int n = count;
  written(fd, "n", &n);
  int refused = 0;
  for (int block = 0; block < 5; ++block) {
    for (int i = 0; i < count; ++i) values[i] = block * 1000000 + i;
    const int code = adios_write(fd, "a", values);
    if (code == err_buffer_overflow)
      ++refused;
    else
      must(code == 0, "a");
  }
  if (rank == 0) printf("%d of 5 refused\n", refused);
  must(adios_close(fd) == 0, "close");
}

/* Blocks of more than a megabyte, with others before, between and behind them; in a new file and added to it. */
static void large(char** arguments) {
  enum { count = 150000 };
  static double values[count];
  const int64_t group = new_group("large", 0, arguments[0], arguments[1]);
  const int n = count;
  define(group, "n", "", adios_integer, "", "", "");
  define(group, "a", "", adios_double, "n", "", "");
  define(group, "text", "", adios_string, "", "", "");
  define(group, "b", "/d", adios_double, "n", "n", "0");
  must(adios_define_attribute(group, "unit", "/a", adios_string, "m", "") == 0, "unit");
  for (int step = 0; step < 2; ++step) {
    const int64_t fd = opened("large", "large.bp", step ? "a" : "w");
    for (int i = 0; i < count; ++i) values[i] = step * 1e6 - i;
    written(fd, "n", &n);
    written(fd, "a", values);
    written(fd, "text", "between");
    for (int i = 0; i < count; ++i) values[i] = 0.5 * i;
    written(fd, "/d/b", values);
    struct stat facts;
    if (getenv("OUTPUTS_TELLS_BYTES") && stat("large.bp", &facts) == 0)
      printf("step %d: %ld megabytes before it is closed\n", step, (long)facts.st_size >> 20);
    must(adios_close(fd) == 0, "close");
  }
}

/* Every process finds what it wrote last itself, whether it was packed or not. */
static void read_back(char** arguments) {
  enum { count = 200 };
  static const char* const packings[] = {"identity", "zlib", "bzip2"};
  enum { packing_count = sizeof packings / sizeof packings[0] };
  const int64_t group = new_group("few", 0, arguments[0], arguments[1]);
  int packed[count], found[packing_count][count], n = 0, first = 100 * rank;
  double values[5] = {0};
  define_few(group);
  for (int p = 0; p < packing_count; ++p)
    must(adios_set_transform(define(group, packings[p], "", adios_integer, "100,2", "", ""), packings[p]) == 0,
        "packing");
  for (int step = 0; step < 2; ++step) {
    const int64_t fd = opened("few", "few.bp", step ? "a" : "w");
    write_few(fd, first + 10 * step + 1, 3 + 2 * step);
    for (int i = 0; i < count; ++i) packed[i] = 1000 * step + first + i / 10;
    for (int p = 0; p < packing_count; ++p) written(fd, packings[p], packed);
    must(adios_close(fd) == 0, "close");
  }
  const int64_t fd = opened("few", "few.bp", "r");
  must(adios_read(fd, "n", &n, sizeof n) == 0, "n");
  must(adios_read(fd, "/d/a", values, sizeof values) == 0, "a");
  for (int p = 0; p < packing_count; ++p) must(adios_read(fd, packings[p], found[p], sizeof packed) == 0, packings[p]);
  must(adios_close(fd) == 0, "close");
  for (int p = 0; p < packing_count; ++p) must(memcmp(found[p], packed, sizeof packed) == 0, packings[p]);
  printf("rank %d: n %d: %g to %g\n", rank, n, values[0], values[4]);
}

/* Memory of the library to write from. */
static void lent_memory(char** arguments) {
  (void)arguments;
  define_few(new_group("few", 0, "POSIX", ""));
  const int64_t fd = opened("few", "lent.bp", "w");
  const int n = 4;
  uint64_t bytes = 0;
  void* buffer = NULL;
  written(fd, "n", &n);
  must(adios_get_write_buffer(fd, "/d/a", &bytes, &buffer) == 0, "buffer");
  must(buffer && bytes >= 4 * sizeof(double), "a buffer that is large enough");
  for (int i = 0; i < n; ++i) ((double*)buffer)[i] = i;
  written(fd, "/d/a", buffer);
  must(adios_close(fd) == 0, "close");
}

static const struct {
  const char* name;
  void (*run)(char** arguments);
} scenarios[] = {{"content", content}, {"modes", modes}, {"in_turns", in_turns}, {"names", names},
    {"sized_by_attribute", sized_by_attribute}, {"deletes", deletes}, {"methods", methods},
    {"aggregation", aggregation}, {"overflow", overflow}, {"large", large}, {"read_back", read_back},
    {"lent_memory", lent_memory}};

int main(int argc, char** argv) {
  static char* none[] = {"POSIX", "", "0", ""};
  MPI_Init(&argc, &argv);
#ifdef _NOMPI
  comm = getenv("OUTPUTS_OF_A_GROUP") ? MPI_COMM_WORLD : MPI_COMM_SELF;
#else
  comm = MPI_COMM_WORLD;
#endif
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  for (size_t i = 0; argc > 1 && i < sizeof scenarios / sizeof scenarios[0]; ++i)
    if (strcmp(argv[1], scenarios[i].name) == 0) {
      must(adios_init_noxml(comm) == 0, "init");
      scenarios[i].run(argc == 6 ? argv + 2 : none);
      must(adios_finalize(rank) == 0, "finalize");
#ifndef _NOMPI
      if (getenv("OUTPUTS_TELLS_BYTES")) printf("rank %d: %lld bytes by MPI-IO\n", rank, bytes_by_mpi);
#endif
      MPI_Finalize();
      return 0;
    }
  fprintf(stderr, "usage: outputs SCENARIO [METHOD PARAMETERS STATISTICS TRANSFORM]\n");
  return 2;
}
