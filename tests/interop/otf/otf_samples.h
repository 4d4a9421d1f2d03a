/* SPDX-License-Identifier: BSD-3-Clause */
/* The values that both sides write: a function of the record, the round and the field, so that every field meets every
   edge. For the program on the reference library, which is C, and for Weft's. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { sample_rounds = 14, sample_streams = 2, sample_processes = 3 };

static inline uint64_t sample_number(unsigned record, unsigned round, unsigned field, int is_64) {
  static const uint64_t edges[] = {0, 1, 0xa, 0xff, 0x100, 0x7fffffff, 0x80000000u, 0xffffffffu, 0x12345678,
      0x100000000u, 0x7fffffffffffffffu, 0x8000000000000000u, 0xffffffffffffffffu, 0x123456789abcdefu};
  const unsigned place = record + 5 * round + 3 * field;
  if (record == 57 && field == 1) return place % 12; /* the type of a key */
  return is_64 ? edges[place % 14] : edges[place % 9];
}

static inline const char* sample_text(unsigned record, unsigned round, unsigned field) {
  static char of_300[301];
  static const char* const texts[] = {
      "", "a", "two words", "tab\tbackslash\\ \xc3\xa4 \x80\xff", "a \" and a\nnewline", NULL};
  const unsigned place = (record + round + field) % 7;
  if (place < 6) return texts[place];
  for (unsigned i = 0; i < 300; ++i) of_300[i] = (char)('a' + i % 26);
  return of_300;
}

static inline uint32_t sample_list(unsigned record, unsigned round, unsigned field, uint32_t* elements) {
  const unsigned size = (record + round + field) % 4;
  for (unsigned i = 0; i < size; ++i) elements[i] = (uint32_t)sample_number(record, round + i, field, 0);
  return size;
}

/* Times: 0 for a while, then repeated and growing ones, up to the largest. */
static inline uint64_t sample_time(unsigned place, unsigned places) {
  if (place < 20) return 0;
  if (place + 5 >= places) return 0xfffffffffffffffeu;
  return (place > 300 ? 0x123456789abcu : 1u) + place / 3 * 1000u;
}
static inline uint32_t sample_process(unsigned place) { return 1 + place / 2 % sample_processes; }
static inline uint32_t sample_stream(unsigned place) { return place % (sample_streams + 1); }

/* Key-values: three pairs on every fifth record. The number of a type is the one that is stored. */
static inline int sample_has_values(unsigned place) { return place % 5 == 0; }
static inline unsigned sample_value_type(unsigned place, unsigned pair) { return (place / 5 + 5 * pair) % 12; }
static inline uint64_t sample_value(unsigned place, unsigned pair) {
  return sample_number(place, pair, 1, 1) | 0x10; /* the reference reads small characters wrongly */
}
static inline uint32_t sample_bytes(unsigned place, uint8_t* bytes) {
  static const uint32_t sizes[] = {0, 1, 100, 101, 250};
  const uint32_t size = sizes[place / 5 % 5];
  for (uint32_t i = 0; i < size; ++i) bytes[i] = (uint8_t)(i * 7 + place);
  return size;
}

/* Times that are not in order, and what comes after them. */
static const uint64_t sample_unsorted[] = {10, 5, 7, 0, 3, 20, 4, 0xffffffffffffffffu, 0};
enum { sample_unsorted_count = 9 };
