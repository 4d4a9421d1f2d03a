/* SPDX-License-Identifier: BSD-3-Clause
 * Arrays that are larger than a chunk come in pieces, each element once, and several at once: chunks FILE, which
 * growing_writer wrote in two steps. */
#include <adios_read.h>

#include "told.h"

static uint64_t rows, columns;
static unsigned char* seen;

/* Whether a piece has the values that belong there, and none of them came before. */
static int is_good(const ADIOS_VARCHUNK* chunk) {
  const double* values = chunk->data;
  const ADIOS_SELECTION* selection = chunk->sel;
  const uint64_t* points = selection->u.points.points;
  const int are_points = selection->type == ADIOS_SELECTION_POINTS;
  const uint64_t count = are_points ? selection->u.points.npoints : selection->u.bb.count[0] * selection->u.bb.count[1];
  if (count * sizeof(double) > 1 << 20) return 0;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t row = are_points ? points[2 * i] : selection->u.bb.start[0] + i / selection->u.bb.count[1];
    const uint64_t column = are_points ? points[2 * i + 1] : selection->u.bb.start[1] + i % selection->u.bb.count[1];
    const uint64_t place = (uint64_t)chunk->from_steps * rows * columns + row * columns + column;
    if (values[i] != (double)place || seen[place]) return 0;
    seen[place] = 1;
  }
  return 1;
}

/* How many pieces there were, if they had all elements. */
static int pieces(ADIOS_FILE* file, const ADIOS_SELECTION* selection) {
  memset(seen, 0, 2 * rows * columns);
  if (adios_schedule_read(file, selection, "values", 0, 2, NULL) || adios_perform_reads(file, 0)) return -1;
  int count = 0, answer;
  ADIOS_VARCHUNK* chunk;
  while ((answer = adios_check_reads(file, &chunk)) == 1) {
    if (!is_good(chunk)) return -1;
    adios_free_chunk(chunk);
    ++count;
  }
  return answer || memchr(seen, 0, 2 * rows * columns) ? -1 : count;
}

/* Several reads that are large together, apart from each other, and then into the same memory: there what was asked for
 * first comes last. */
static int many_are_good(ADIOS_FILE* file) {
  enum { reads = 6 };
  const uint64_t elements = rows * columns;
  double* memory = malloc(reads * elements * sizeof(double));
  int good = 1;
  for (int is_shared = 0; is_shared < 2; ++is_shared) {
    memset(memory, 0, reads * elements * sizeof(double));
    for (uint64_t i = 0; i < reads; ++i)
      good &= adios_schedule_read(file, NULL, "values", (int)(i % 2), 1, memory + (is_shared ? 0 : i * elements)) == 0;
    good &= adios_perform_reads(file, 1) == 0;
    for (uint64_t i = 0; i < (is_shared ? 1 : reads); ++i)
      for (uint64_t e = 0; e < elements; ++e) good &= memory[i * elements + e] == (double)(i % 2 * elements + e);
  }
  free(memory);
  return good;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_SELF, "max_chunk_size=1");
  ADIOS_FILE* file = adios_read_open_file(argv[1], ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  if (!file) return 1;
  ADIOS_VARINFO* variable = adios_inq_var(file, "values");
  rows = variable->dims[0], columns = variable->dims[1];
  seen = malloc(2 * rows * columns);
  uint64_t start[2] = {0, 0};
  uint64_t* points = malloc(2 * sizeof(uint64_t) * rows * columns);
  for (uint64_t i = 0; i < rows * columns; ++i) points[2 * i] = i / columns, points[2 * i + 1] = i % columns;
  ADIOS_SELECTION* box = adios_selection_boundingbox(2, start, variable->dims);
  ADIOS_SELECTION* all = adios_selection_points(2, rows * columns, points);
  const int whole = pieces(file, NULL), boxed = pieces(file, box), pointed = pieces(file, all);
  const int many = many_are_good(file);
  if (whole > 4 && boxed == whole && pointed > 4 && many)
    printf("good\n");
  else
    printf("%d %d %d pieces, %s\n", whole, boxed, pointed, many ? "good" : "other values");
  adios_selection_delete(box);
  adios_selection_delete(all);
  adios_free_varinfo(variable);
  free(points);
  free(seen);
  return adios_read_close(file);
}
