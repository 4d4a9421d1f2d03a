/* SPDX-License-Identifier: BSD-3-Clause
 * The reference side, for one process or for many.
 *
 *   reference write FILE METHOD PARAMETERS STATISTICS TRANSFORM
 *                              where TRANSFORM is nan, there are arrays with such numbers instead
 *   reference dump FILE        all values, statistics and attributes, as lines of JSON
 */
#include <adios.h>
#include <adios_read.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "content.h"

static int rank, ranks = 1;
static MPI_Comm comm;

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

static void define_all(int64_t group, const char* transform) {
  define(group, "rows", "", adios_integer, "", "", "");
  define(group, "first", "/sizes", adios_unsigned_long, "", "", "");
  define(group, "text", "/texts", adios_string, "", "", "");
  for (int t = 0; t < content_type_count; ++t) {
    const struct content_type* type = &content_types[t];
    define(group, type->name, "/scalar", type->id, "", "", "");
    define(group, type->name, "/local", type->id, "2,3", "", "");
    define(group, type->name, "/global", type->id, "2,3", "rows,3", "/sizes/first,0");
    define(group, type->name, "/joined", type->id, "2,3", "JoinedDim,3", "");
    define(group, type->name, "/timed", type->id, "time,2,3", "rows,3", "/sizes/first,0");
    char value[content_most_bytes];
    content_fill(type, 5, 1, value);
    adios_define_attribute_byvalue(group, type->name, "/value", (enum ADIOS_DATATYPES)type->id, 1, value);
    content_fill(type, 6, 3, value);
    adios_define_attribute_byvalue(group, type->name, "/values", (enum ADIOS_DATATYPES)type->id, 3, value);
  }
  define(group, "special", "", adios_double, "5", "", "");
  define(group, "empty", "", adios_integer, "0", "", "");
  if (strcmp(transform, "nan") == 0) {
    for (int i = 0; i < content_nan_count; ++i)
      define(group, content_nans[i].name, content_nans[i].path, content_nans[i].type->id, content_nans[i].size, "", "");
  } else if (transform[0]) {
    const int64_t packed = define(group, "packed", "", adios_double, "2,3", "rows,3", "/sizes/first,0");
    must(adios_set_transform(packed, transform) == 0, transform);
  }
  const char* texts[] = {"one", "", "three"};
  adios_define_attribute(group, "text", "/value", adios_string, "a text", "");
  adios_define_attribute_byvalue(group, "texts", "/values", adios_string_array, 3, texts);
  adios_define_attribute(group, "rows", "/reference", adios_integer, NULL, "rows");
}

static void write_step(const char* file, int step, const char* transform) {
  int64_t fd;
  char name[64];
  char values[content_most_bytes];
  must(adios_open(&fd, "content", file, step == 1 ? "w" : "a", comm) == 0, file);
  uint64_t total;
  adios_group_size(fd, 1 << 16, &total);
  const int rows = content_rows * ranks;
  const uint64_t first = (uint64_t)content_rows * (uint64_t)rank;
  adios_write(fd, "rows", &rows);
  adios_write(fd, "/sizes/first", &first);
  snprintf(values, sizeof values, "step %d of %d", step, rank);
  adios_write(fd, "/texts/text", values);
  for (int t = 0; t < content_type_count; ++t) {
    const struct content_type* type = &content_types[t];
    static const char* const shapes[] = {"scalar", "local", "global", "joined", "timed"};
    content_fill(type, content_seed(step, rank), content_rows * content_columns, values);
    for (int s = 0; s < 5; ++s) {
      snprintf(name, sizeof name, "/%s/%s", shapes[s], type->name);
      must(adios_write(fd, name, values) == 0, name);
    }
  }
  double special[content_special_count];
  content_special(special, content_seed(step, rank));
  adios_write(fd, "special", special);
  adios_write(fd, "empty", values);
  if (strcmp(transform, "nan") == 0) {
    for (int i = 0; i < content_nan_count; ++i) {
      content_nan(&content_nans[i], values);
      snprintf(name, sizeof name, "%s/%s", content_nans[i].path, content_nans[i].name);
      must(adios_write(fd, name, values) == 0, name);
    }
  } else if (transform[0]) {
    content_fill(&content_types[5], content_seed(step, rank), content_rows * content_columns, values);
    must(adios_write(fd, "packed", values) == 0, "packed");
  }
  must(adios_close(fd) == 0, "close");
}

static void write_file(char** arguments) {
  int64_t group;
  must(adios_init_noxml(comm) == 0, "init");
  must(adios_declare_group(&group, "content", "time", (enum ADIOS_STATISTICS_FLAG)atoi(arguments[3])) == 0, "group");
  must(adios_select_method(group, arguments[1], arguments[2], "") == 0, arguments[1]);
  define_all(group, arguments[4]);
  const char* const steps = getenv("REFERENCE_STEPS"); /* what follows is for others to append */
  for (int step = 1; step <= (steps ? atoi(steps) : content_steps); ++step)
    write_step(arguments[0], step, arguments[4]);
  adios_finalize(rank);
}

static void put_text(const char* text) {
  putchar('"');
  for (; *text; ++text)
    if (*text == '"' || *text == '\\')
      printf("\\%c", *text);
    else
      putchar(*text);
  putchar('"');
}

static void put_real(long double value, int digits) {
  if (isnan(value))
    printf("\"nan\"");
  else if (isinf(value))
    printf(value < 0 ? "\"-inf\"" : "\"inf\"");
  else
    printf("%.*Lg", digits, value);
}

static void put_element(int type, const void* at) {
  switch (type) {
#define PUT_CASE(ID, TYPE, HOW)       \
  case ID: {                          \
    TYPE value;                       \
    memcpy(&value, at, sizeof value); \
    HOW;                              \
    break;                            \
  }
    PUT_CASE(adios_byte, int8_t, printf("%d", value))
    PUT_CASE(adios_short, int16_t, printf("%d", value))
    PUT_CASE(adios_integer, int32_t, printf("%d", value))
    PUT_CASE(adios_long, int64_t, printf("%" PRId64, value))
    PUT_CASE(adios_unsigned_byte, uint8_t, printf("%u", value))
    PUT_CASE(adios_unsigned_short, uint16_t, printf("%u", value))
    PUT_CASE(adios_unsigned_integer, uint32_t, printf("%u", value))
    PUT_CASE(adios_unsigned_long, uint64_t, printf("%" PRIu64, value))
    PUT_CASE(adios_real, float, put_real(value, 9))
    PUT_CASE(adios_double, double, put_real(value, 17))
    PUT_CASE(adios_long_double, long double, put_real(value, 21))
#undef PUT_CASE
    case adios_complex: {
      float parts[2];
      memcpy(parts, at, sizeof parts);
      putchar('['), put_real(parts[0], 9), putchar(','), put_real(parts[1], 9), putchar(']');
      break;
    }
    case adios_double_complex: {
      double parts[2];
      memcpy(parts, at, sizeof parts);
      putchar('['), put_real(parts[0], 17), putchar(','), put_real(parts[1], 17), putchar(']');
      break;
    }
    default:
      break;
  }
}

static void put_values(int type, const char* values, uint64_t count) {
  const int bytes = adios_type_size((enum ADIOS_DATATYPES)type, NULL);
  printf(",\"values\":[");
  for (uint64_t i = 0; i < count; ++i) {
    if (i) putchar(',');
    put_element(type, values + i * (uint64_t)bytes);
  }
  printf("]}\n");
}

static void begin(const char* name, const ADIOS_VARINFO* variable, int step) {
  printf("{\"variable\":");
  put_text(name);
  printf(",\"type\":\"%s\",\"step\":%d", adios_type_to_string(variable->type), step);
}

static void put_bound(int type, const void* value) {
  if (value)
    put_element(type, value);
  else
    printf("null");
}

static void dump_statistics(ADIOS_FILE* file, const char* name, ADIOS_VARINFO* variable) {
  if (adios_inq_var_stat(file, variable, 0, 0) != 0 || !variable->statistics) return;
  const ADIOS_VARSTAT* all = variable->statistics;
  printf("{\"statistics\":");
  put_text(name);
  printf(",\"type\":\"%s\",\"min\":", adios_type_to_string(variable->type));
  put_bound(variable->type, all->min);
  printf(",\"max\":");
  put_bound(variable->type, all->max);
  printf(",\"average\":");
  put_bound(adios_double, all->avg);
  printf(",\"deviation\":");
  put_bound(adios_double, all->std_dev);
  printf("}\n");
}

/* Blocks that stand alone one by one, arrays whole. */
static void dump_variable(ADIOS_FILE* file, const char* name) {
  ADIOS_VARINFO* variable = adios_inq_var(file, name);
  must(variable != NULL, name);
  const int is_complex = variable->type == adios_complex || variable->type == adios_double_complex;
  if (variable->type != adios_string && variable->type != adios_long_double && !is_complex && variable->ndim > 0)
    dump_statistics(file, name, variable);
  uint64_t count = 1;
  for (int d = 0; d < variable->ndim; ++d) count *= variable->dims[d];
  char* values = calloc((size_t)count + 1, 256);
  const int bytes = adios_type_size(variable->type, NULL);
  for (int step = 0; step < variable->nsteps; ++step) {
    const int blocks = variable->ndim && variable->global ? 1 : variable->nblocks[step];
    for (int block = 0; block < blocks; ++block) {
      static const uint64_t zeros[32];
      const int is_whole = variable->global && variable->ndim > 0;
      ADIOS_SELECTION* selection = is_whole ? adios_selection_boundingbox(variable->ndim, zeros, variable->dims)
                                            : adios_selection_writeblock(block);
      memset(values, 0, (size_t)count * 256);
      must(adios_schedule_read(file, selection, name, step, 1, values) == 0, name);
      must(adios_perform_reads(file, 1) == 0, name);
      adios_selection_delete(selection);
      begin(name, variable, step);
      if (variable->type == adios_string) {
        printf(",\"block\":%d,\"values\":[", block);
        put_text(values);
        printf("]}\n");
        continue;
      }
      if (!is_whole) printf(",\"block\":%d", block);
      printf(",\"shape\":[");
      for (int d = 0; d < variable->ndim; ++d) printf("%s%" PRIu64, d ? "," : "", variable->dims[d]);
      printf("],\"bytes\":%d", bytes);
      put_values(variable->type, values, count);
    }
  }
  free(values);
  adios_free_varinfo(variable);
}

static void dump_attribute(ADIOS_FILE* file, const char* name) {
  enum ADIOS_DATATYPES type;
  int size;
  void* data;
  must(adios_get_attr(file, name, &type, &size, &data) == 0, name);
  printf("{\"attribute\":");
  put_text(name);
  printf(",\"type\":\"%s\"", adios_type_to_string(type));
  if (type == adios_string) {
    printf(",\"values\":[");
    put_text(data);
    printf("]}\n");
  } else if (type == adios_string_array) {
    printf(",\"values\":[");
    for (int i = 0; i < size / (int)sizeof(char*); ++i) {
      if (i) putchar(',');
      put_text(((char**)data)[i]);
    }
    printf("]}\n");
  } else {
    put_values(type, data, (uint64_t)(size / adios_type_size(type, NULL)));
  }
  free(data);
}

static void dump(const char* path) {
  adios_read_init_method(ADIOS_READ_METHOD_BP, comm, "verbose=1");
  ADIOS_FILE* file = adios_read_open_file(path, ADIOS_READ_METHOD_BP, comm);
  must(file != NULL, path);
  for (int i = 0; i < file->nvars; ++i)
    if (!strstr(file->var_namelist[i], "__adios__")) dump_variable(file, file->var_namelist[i]);
  for (int i = 0; i < file->nattrs; ++i) dump_attribute(file, file->attr_namelist[i]);
  adios_read_close(file);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
#ifdef _NOMPI
  comm = MPI_COMM_SELF; /* one file instead of sub-files */
#else
  comm = MPI_COMM_WORLD;
#endif
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  if (argc == 7 && strcmp(argv[1], "write") == 0)
    write_file(argv + 2);
  else if (argc == 3 && strcmp(argv[1], "dump") == 0)
    dump(argv[2]);
  else
    return fprintf(stderr, "usage: reference write FILE METHOD PARAMETERS STATISTICS TRANSFORM | dump FILE\n"), 2;
  MPI_Finalize();
  return 0;
}
