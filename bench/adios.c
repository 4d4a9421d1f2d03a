// SPDX-License-Identifier: BSD-3-Clause
// The interface of ADIOS on arrays, compiled for Weft's library and for the reference's:
//   adios write FILE MEGABYTES           one array of doubles
//   adios append FILE MEGABYTES          a second step of it; the first one is not measured
//   adios read FILE                      all of it
//   adios make FILE STEPS BLOCKS         a global array of BLOCKS small blocks, in STEPS steps; not measured
//   adios open FILE TIMES                the file and its variable
//   adios select FILE TIMES              a few elements across the border of two blocks, anywhere
//   adios statistics FILE TIMES          least and largest value of the array
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adios.h"
#include "adios_read.h"
#include "outcome.h"

enum { block_elements = 16, selected = 16 };

static void* need(void* found, const char* what) {
  if (found) return found;
  fprintf(stderr, "adios: %s: %s\n", what, adios_errmsg());
  exit(1);
}

static void check(int result, const char* what) {
  if (result != 0) need(NULL, what);
}

// What cannot be compressed or guessed, and is quick to make.
static double value_at(uint64_t i) { return (double)(i * 2654435761u % 1000003u); }

static int64_t begin_writing(const char* dimensions, const char* all, const char* offsets) {
  int64_t group = 0;
  check(adios_init_noxml(MPI_COMM_SELF), "adios_init_noxml");
  adios_set_max_buffer_size(8192);
  check(adios_declare_group(&group, "bench", "", adios_stat_default), "adios_declare_group");
  check(adios_select_method(group, "POSIX", "", ""), "adios_select_method");
  if (*dimensions == 'n') adios_define_var(group, "n", "", adios_unsigned_long, "", "", "");
  if (*offsets == 'o') {
    adios_define_var(group, "all", "", adios_unsigned_long, "", "", "");
    adios_define_var(group, "o", "", adios_unsigned_long, "", "", "");
  }
  if (!adios_define_var(group, "values", "", adios_double, dimensions, all, offsets)) need(NULL, "adios_define_var");
  return group;
}

// The last of some steps is measured.
static void write_array(const char* path, uint64_t elements, int steps) {
  int64_t file = 0;
  uint64_t total = 0;
  double* values = need(malloc(elements * sizeof *values), "memory");
  for (uint64_t i = 0; i < elements; ++i) values[i] = value_at(i);
  begin_writing("n", "", "");
  int64_t start = 0;
  for (int step = 0; step < steps; ++step) {
    start = nanoseconds_now();
    check(adios_open(&file, "bench", path, step ? "a" : "w", MPI_COMM_SELF), "adios_open");
    check(adios_group_size(file, 8 + elements * sizeof *values, &total), "adios_group_size");
    check(adios_write(file, "n", &elements), "adios_write");
    check(adios_write(file, "values", values), "adios_write");
    check(adios_close(file), "adios_close");
  }
  print_outcome(elements, nanoseconds_now() - start, elements);
  adios_finalize(0);
  free(values);
}

static void make_blocks(const char* path, int steps, uint64_t blocks) {
  double values[block_elements];
  begin_writing("16", "all", "o");
  uint64_t all = blocks * block_elements;
  for (int step = 0; step < steps; ++step) {
    int64_t file = 0;
    check(adios_open(&file, "bench", path, step ? "a" : "w", MPI_COMM_SELF), "adios_open");
    check(adios_write(file, "all", &all), "adios_write");
    for (uint64_t block = 0; block < blocks; ++block) {
      uint64_t offset = block * block_elements;
      for (int i = 0; i < block_elements; ++i) values[i] = value_at(offset + (uint64_t)i) + step;
      check(adios_write(file, "o", &offset), "adios_write");
      check(adios_write(file, "values", values), "adios_write");
    }
    check(adios_close(file), "adios_close");
  }
  adios_finalize(0);
  print_outcome((uint64_t)steps * blocks, 1, all);
}

static ADIOS_FILE* opened(const char* path) {
  return need(adios_read_open_file(path, ADIOS_READ_METHOD_BP, MPI_COMM_SELF), path);
}

static uint64_t sum_of(const double* values, uint64_t count) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) sum += (uint64_t)values[i];
  return sum;
}

static void read_array(const char* path) {
  ADIOS_FILE* file = opened(path);
  ADIOS_VARINFO* info = need(adios_inq_var(file, "values"), "values");
  const uint64_t elements = info->dims[0];
  double* values = need(malloc(elements * sizeof *values), "memory");
  memset(values, 1, elements * sizeof *values);  // pages of its own, before the clock starts
  const int64_t start = nanoseconds_now();
  check(adios_schedule_read(file, NULL, "values", 0, 1, values), "adios_schedule_read");
  check(adios_perform_reads(file, 1), "adios_perform_reads");
  const int64_t took = nanoseconds_now() - start;
  print_outcome(elements, took, sum_of(values, elements));
  adios_free_varinfo(info);
  adios_read_close(file);
  free(values);
}

static void open_often(const char* path, int times) {
  uint64_t sum = 0;
  const int64_t start = nanoseconds_now();
  for (int i = 0; i < times; ++i) {
    ADIOS_FILE* file = opened(path);
    ADIOS_VARINFO* info = need(adios_inq_var(file, "values"), "values");
    sum += info->dims[0] + (uint64_t)info->sum_nblocks;
    adios_free_varinfo(info);
    adios_read_close(file);
  }
  print_outcome((uint64_t)times, nanoseconds_now() - start, sum);
}

static void select_often(const char* path, int times) {
  ADIOS_FILE* file = opened(path);
  ADIOS_VARINFO* info = need(adios_inq_var(file, "values"), "values");
  const uint64_t count[] = {selected}, borders = info->dims[0] / block_elements - 1;
  double values[selected];
  uint64_t sum = 0;
  const int64_t start = nanoseconds_now();
  for (int i = 0; i < times; ++i) {
    const uint64_t border = 1 + (uint64_t)i * 7919u % borders;
    const uint64_t first[] = {border * block_elements - selected / 2};
    ADIOS_SELECTION* box = adios_selection_boundingbox(1, first, count);
    check(adios_schedule_read(file, box, "values", i % info->nsteps, 1, values), "adios_schedule_read");
    check(adios_perform_reads(file, 1), "adios_perform_reads");
    adios_selection_delete(box);
    sum += sum_of(values, selected);
  }
  print_outcome((uint64_t)times, nanoseconds_now() - start, sum);
  adios_free_varinfo(info);
  adios_read_close(file);
}

static void ask_statistics(const char* path, int times) {
  ADIOS_FILE* file = opened(path);
  uint64_t sum = 0;
  const int64_t start = nanoseconds_now();
  for (int i = 0; i < times; ++i) {
    ADIOS_VARINFO* info = need(adios_inq_var(file, "values"), "values");
    check(adios_inq_var_stat(file, info, 0, 0), "adios_inq_var_stat");
    sum += (uint64_t) * (double*)info->statistics->min + (uint64_t) * (double*)info->statistics->max;
    adios_free_varinfo(info);
  }
  print_outcome((uint64_t)times, nanoseconds_now() - start, sum);
  adios_read_close(file);
}

int main(int argc, char** argv) {
  const char* task = argc > 2 ? argv[1] : "";
  const char* path = argc > 2 ? argv[2] : "";
  const int number = argc > 3 ? atoi(argv[3]) : 0;
  if (strcmp(task, "write") == 0 && number > 0)
    write_array(path, (uint64_t)number << 17, 1);
  else if (strcmp(task, "append") == 0 && number > 0)
    write_array(path, (uint64_t)number << 17, 2);
  else if (strcmp(task, "read") == 0)
    read_array(path);
  else if (strcmp(task, "make") == 0 && argc == 5 && number > 0)
    make_blocks(path, number, strtoull(argv[4], NULL, 10));
  else if (strcmp(task, "open") == 0 && number > 0)
    open_often(path, number);
  else if (strcmp(task, "select") == 0 && number > 0)
    select_often(path, number);
  else if (strcmp(task, "statistics") == 0 && number > 0)
    ask_statistics(path, number);
  else
    return fprintf(stderr, "usage: adios write|append|read|make|open|select|statistics FILE [NUMBER [BLOCKS]]\n"), 2;
  return 0;
}
