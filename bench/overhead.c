// SPDX-License-Identifier: BSD-3-Clause
// What does recording cost a program that computes? overhead stencil|product EVENTS_PER_SECOND BLOCKS: a stencil and a
// product of matrices, whose blocks are regions of the size that gives about so many events a second. Prints events,
// the nanoseconds of processor time of the computation, and a checksum of its result. Compiled with and without
// WEFT_RECORD_DISABLE; WEFT_RECORD=off and WEFT_RECORD_DIR are the caller's.
#include <stdlib.h>
#include <string.h>
#include <weft/record.h>

#include "outcome.h"

enum { CELLS = 32768, SIDE = 16 };

// Where data and loops lie makes more of a difference than recording: they lie alike in both programs.
#define ALIKE __attribute__((aligned(64)))

static double cells[2][CELLS + 8] ALIKE;
static double left[SIDE][SIDE] ALIKE, right[SIDE][SIDE] ALIKE, product[SIDE][SIDE] ALIKE;

static ALIKE __attribute__((noinline)) void relax_cells(const double* from, double* to, unsigned size) {
  for (unsigned i = 0; i < size; ++i) to[i] = 0.25 * from[i] + 0.5 * from[i + 1] + 0.25 * from[i + 2];
}

static ALIKE __attribute__((noinline)) void multiply_row(double* to, const double* row) {
  for (unsigned k = 0; k < SIDE; ++k)
    for (unsigned column = 0; column < SIDE; ++column) to[column] += row[k] * right[k][column];
}

// Some cells of a sweep over all of them; sweeps go from one array to the other and back.
static __attribute__((noinline)) void relax(uint64_t block, unsigned size) {
  WEFT_ENTER("relax");
  const unsigned blocks_of_sweep = CELLS / size;
  const unsigned begin = 1 + (unsigned)(block % blocks_of_sweep) * size;
  const uint64_t sweep = block / blocks_of_sweep;
  relax_cells(cells[sweep % 2] + begin - 1, cells[(sweep + 1) % 2] + begin, size);
  WEFT_LEAVE();
}

// Some rows of the product, again and again.
static __attribute__((noinline)) void multiply(uint64_t block, unsigned size) {
  WEFT_ENTER("multiply");
  for (unsigned row = 0; row < size; ++row) multiply_row(product[(block + row) % SIDE], left[row % SIDE]);
  WEFT_LEAVE();
}

static const struct {
  const char* name;
  void (*compute)(uint64_t block, unsigned size);
  unsigned size_at_million;  // of a block, at a million events a second
} programs[] = {{"stencil", relax, 3200}, {"product", multiply, 19}};

static void fill(void) {
  for (unsigned i = 0; i < CELLS + 2; ++i) cells[0][i] = cells[1][i] = i % 7;
  for (unsigned i = 0; i < SIDE * SIDE; ++i) left[i / SIDE][i % SIDE] = right[i % SIDE][i / SIDE] = i % 5;
}

static uint64_t checksum(void) {
  double sum = 0;
  for (unsigned i = 0; i < CELLS + 2; ++i) sum += cells[0][i] + cells[1][i];
  for (unsigned i = 0; i < SIDE * SIDE; ++i) sum += product[i / SIDE][i % SIDE];
  uint64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  return bits;
}

int main(int argc, char** argv) {
  const unsigned is_product = argc == 4 && strcmp(argv[1], programs[1].name) == 0;
  const double rate = argc == 4 ? strtod(argv[2], NULL) : 0;
  if (rate < 1 || strcmp(argv[1], programs[is_product].name) != 0) {
    fprintf(stderr, "usage: overhead stencil|product EVENTS_PER_SECOND BLOCKS\n");
    return 2;
  }
  const unsigned size = (unsigned)(programs[is_product].size_at_million * 1e6 / rate + 0.5);
  const uint64_t blocks = strtoull(argv[3], NULL, 10);
  fill();
  programs[is_product].compute(0, size);  // recording begins before it is measured
  const int64_t start = nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
  for (uint64_t block = 1; block <= blocks; ++block) programs[is_product].compute(block, size);
  print_outcome(2 * blocks, nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID) - start, checksum());
  return 0;
}
