/* SPDX-License-Identifier: BSD-3-Clause
 * Everything that version 1 of the read API says of a file: driver_v1 FILE. */
#define ADIOS_USE_READ_API_1
#include <adios_read.h>

#include "told.h"

enum { most_bytes = 1 << 20 };

static uint64_t product(const uint64_t* sizes, int count) {
  uint64_t all = 1;
  for (int i = 0; i < count; ++i) all *= sizes[i];
  return all;
}

static void tell_bound(int type, const void* bound) {
  printf(" ");
  if (!bound)
    printf("-");
  else
    tell_element(type, bound);
}

static void tell_mean(const double* mean) {
  if (!mean)
    printf(" -");
  else
    printf(isnan(*mean) ? " nan" : " %.10g", *mean);
}

/* As in driver.c. */
static int has_sane_statistics(const ADIOS_VARINFO* variable) {
  return variable->type != adios_string && variable->type != adios_long_double && variable->type != adios_complex &&
         variable->type != adios_double_complex;
}

static void tell_variable(ADIOS_GROUP* group, const char* name) {
  static unsigned char memory[most_bytes];
  ADIOS_VARINFO* variable = adios_inq_var(group, name);
  printf("variable %s\n", name);
  if (!variable) {
    printf("  error %d\n", adios_errno);
    return;
  }
  printf("  group %d id %d type %s time %d characteristics %d", variable->grpid, variable->varid,
      adios_type_to_string(variable->type), variable->timedim, variable->characteristics_count);
  tell_sizes("dims", variable->dims, variable->ndim);
  if (variable->value && variable->type == adios_string)
    printf(" value '%s'", (char*)variable->value);
  else if (variable->value)
    printf(" value"),
        tell_elements(variable->type, adios_type_size(variable->type, variable->value), variable->value, 1);
  printf("\n");
  if (has_sane_statistics(variable)) {
    printf("  statistics");
    tell_bound(variable->type, variable->gmin);
    tell_bound(variable->type, variable->gmax);
    tell_mean(variable->gavg);
    printf(" %d\n", variable->hist != NULL); /* defect 23: ADIOS has none of steps */
  }
  const uint64_t all = product(variable->dims, variable->ndim);
  const int bytes = variable->type == adios_string ? 1 : adios_type_size(variable->type, NULL);
  if (all > 0 && all * (uint64_t)bytes < most_bytes && variable->type != adios_string) {
    uint64_t start[32] = {0}, count[32];
    memset(memory, 0x55, (size_t)all * (size_t)bytes);
    printf("  read all %" PRId64 ":", adios_read_var(group, name, start, variable->dims, memory));
    tell_elements(variable->type, bytes, memory, all);
    printf("\n");
    for (int d = 0; d < variable->ndim; ++d) {
      start[d] = variable->dims[d] > 1 ? 1 : 0;
      count[d] = variable->dims[d] > 2 ? variable->dims[d] - 2 : variable->dims[d] - start[d];
    }
    memset(memory, 0x55, (size_t)all * (size_t)bytes);
    printf("  read some %" PRId64 ":", adios_read_var_byid(group, variable->varid, start, count, memory));
    tell_elements(variable->type, bytes, memory, product(count, variable->ndim));
    printf("\n");
  }
  adios_free_varinfo(variable);
}

/* Blocks by their number among those of all steps. */
static void tell_blocks(ADIOS_GROUP* group, const char* name) {
  static double memory[64];
  const uint64_t start[2] = {0, 0}, count[2] = {2, 3}, less[2] = {1, 3};
  for (int i = 0; i < 3; ++i) {
    printf("block %d of %s %" PRId64 ":", i, name, adios_read_local_var(group, name, i, start, count, memory));
    tell_elements(adios_double, sizeof(double), memory, 6);
    printf(" in part %" PRId64 "\n", adios_read_local_var(group, name, i, start, less, memory));
  }
}

static void tell_attributes(ADIOS_GROUP* group) {
  for (int i = 0; i < group->attrs_count; ++i) {
    enum ADIOS_DATATYPES type = adios_unknown;
    int size = 0;
    void* data = NULL;
    const int answer = adios_get_attr_byid(group, i, &type, &size, &data);
    printf("attribute %s: %d type %d size %d", group->attr_namelist[i], answer, type, size);
    if (answer == 0) {
      tell_attribute_value(type, size, data, type == adios_string ? 1 : adios_type_size(type, data));
      free(data);
    }
    data = NULL;
    printf(" %d\n", adios_get_attr(group, group->attr_namelist[i], &type, &size, &data));
    free(data);
  }
}

static void tell_group(ADIOS_GROUP* group) {
  printf("group %d: timestep %d to %d\n", group->grpid, group->timestep, group->lasttimestep);
  tell_names("variables", group->var_namelist, group->vars_count);
  tell_names("attributes", group->attr_namelist, group->attrs_count);
  for (int i = 0; i < group->vars_count; ++i)
    if (!strstr(group->var_namelist[i], "__adios__")) tell_variable(group, group->var_namelist[i]);
  tell_attributes(group);
}

static void tell_misuse(ADIOS_FILE* file, ADIOS_GROUP* group) {
  static char memory[4096];
  uint64_t start[8] = {0}, count[8] = {1, 1, 1, 1, 1, 1, 1, 1};
#define TELL(CALL) printf(#CALL ": %d", (int)(CALL)), printf(" errno %d\n", adios_errno), adios_clear_error()
  TELL(adios_fopen("nowhere.bp", MPI_COMM_SELF) != NULL);
  TELL(adios_gopen(file, "nothing") != NULL);
  TELL(adios_gopen_byid(file, 7) != NULL);
  TELL(adios_gopen_byid(file, -1) != NULL);
  TELL(adios_inq_var(group, "nothing") != NULL);
  TELL(adios_inq_var_byid(group, 1000) != NULL);
  TELL(adios_inq_var_byid(group, -1) != NULL);
  TELL(adios_read_var(group, "nothing", start, count, memory));
  TELL(adios_read_var_byid(group, 1000, start, count, memory));
  enum ADIOS_DATATYPES type;
  int size;
  void* data;
  TELL(adios_get_attr(group, "nothing", &type, &size, &data));
  TELL(adios_get_attr_byid(group, 1000, &type, &size, &data));
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  MPI_Init(&argc, &argv);
  printf("method %d init %d\n", adios_set_read_method(ADIOS_READ_METHOD_BP), adios_read_init(MPI_COMM_SELF));
  ADIOS_FILE* file = adios_fopen(argv[1], MPI_COMM_SELF);
  if (!file) {
    printf("cannot open: %d\n", adios_errno);
    return 0;
  }
  /* Defect 23: how many steps there are, ADIOS tells one too few. */
  printf("file: %d groups, %d variables, %d attributes, first step %d, version %d, size %" PRIu64 ", endianness %d\n",
      file->groups_count, file->vars_count, file->attrs_count, file->tidx_start, file->version, file->file_size,
      file->endianness);
  tell_names("groups", file->group_namelist, file->groups_count);
  adios_print_fileinfo(file);
  fflush(stdout);
  for (int i = 0; i < file->groups_count; ++i) {
    ADIOS_GROUP* group = adios_gopen(file, file->group_namelist[i]);
    adios_print_groupinfo(group);
    fflush(stdout);
    tell_group(group);
    printf("close %d\n", adios_gclose(group));
    group = adios_gopen_byid(file, i);
    tell_blocks(group, "/local/double");
    tell_misuse(file, group);
    adios_gclose(group);
  }
  printf("close %d\n", adios_fclose(file));
  printf("finalize %d\n", adios_read_finalize());
  MPI_Finalize();
  return 0;
}
