/* SPDX-License-Identifier: BSD-3-Clause
 * What both sides write: every type in every shape, with values that anybody can compute. */
#ifndef WEFT_BP_CONTENT_H
#define WEFT_BP_CONTENT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

struct content_type {
  int id; /* in the file */
  const char* name;
  int bytes;
};

static const struct content_type content_types[] = {{0, "byte", 1}, {1, "short", 2}, {2, "integer", 4}, {4, "long", 8},
    {5, "real", 4}, {6, "double", 8}, {7, "long_double", 16}, {10, "complex", 8}, {11, "double_complex", 16},
    {50, "unsigned_byte", 1}, {51, "unsigned_short", 2}, {52, "unsigned_integer", 4}, {54, "unsigned_long", 8}};
enum { content_type_count = sizeof content_types / sizeof content_types[0] };

enum { content_steps = 3, content_rows = 2, content_columns = 3, content_most_bytes = 1024 };

static inline int content_seed(int step, int rank) { return 100 * step + 10 * rank; }

/* Element i of a type. */
static inline void content_element(int id, int seed, int i, void* to) {
  const int number = (seed + 7 * i) % 101;
  const int sign = i % 2 ? -number : number;
  switch (id) {
#define CONTENT_CASE(ID, TYPE, VALUE)                 \
  case ID: {                                          \
    const TYPE content_value = (TYPE)(VALUE);         \
    memcpy(to, &content_value, sizeof content_value); \
    break;                                            \
  }
    CONTENT_CASE(0, int8_t, sign)
    CONTENT_CASE(1, int16_t, sign * 300)
    CONTENT_CASE(2, int32_t, sign * 20000000)
    CONTENT_CASE(4, int64_t, sign * INT64_C(90000000000000000))
    CONTENT_CASE(5, float, (float)sign / 7)
    CONTENT_CASE(6, double, (double)sign / 7)
    CONTENT_CASE(50, uint8_t, number * 2)
    CONTENT_CASE(51, uint16_t, number * 600)
    CONTENT_CASE(52, uint32_t, (uint32_t)number * 40000000u)
    CONTENT_CASE(54, uint64_t, (uint64_t)number * UINT64_C(180000000000000000))
#undef CONTENT_CASE
    case 7: {
      const long double value = (long double)sign / 7;
      memset(to, 0, 16);
      memcpy(to, &value, 10);
      break;
    }
    case 10: {
      const float parts[2] = {(float)sign / 3, (float)number};
      memcpy(to, parts, sizeof parts);
      break;
    }
    case 11: {
      const double parts[2] = {(double)sign / 3, (double)number};
      memcpy(to, parts, sizeof parts);
      break;
    }
    default:
      break;
  }
}

static inline void content_fill(const struct content_type* type, int seed, int count, void* to) {
  for (int i = 0; i < count; ++i) content_element(type->id, seed, i, (char*)to + i * type->bytes);
}

/* Not finite, and not at the front, where ADIOS computes wrong statistics. */
enum { content_special_count = 5 };
static inline void content_special(double* values, int seed) {
  values[0] = seed;
  values[1] = NAN;
  values[2] = INFINITY;
  values[3] = -INFINITY;
  values[4] = -seed - 1;
}

/* Numbers that are none: the first of an array, a scalar, all of an array. */
struct content_nan_array {
  const struct content_type* type;
  const char* name;
  const char* path;
  const char* size; /* none of a scalar */
  int count;        /* of elements */
  int nans;         /* from the first element on */
};

#define CONTENT_NANS(TYPE, NAME)                                                                                \
  {&content_types[TYPE], NAME, "/nan/first", "4", 4, 1}, {&content_types[TYPE], NAME, "/nan/only", "", 1, 1}, { \
    &content_types[TYPE], NAME, "/nan/all", "4", 4, 4                                                           \
  }
static const struct content_nan_array content_nans[] = {CONTENT_NANS(4, "real"), CONTENT_NANS(5, "double"),
    CONTENT_NANS(6, "long_double"), CONTENT_NANS(7, "complex"), CONTENT_NANS(8, "double_complex")};
#undef CONTENT_NANS
enum { content_nan_count = sizeof content_nans / sizeof content_nans[0] };

/* Complex numbers have one part that is none. */
static inline void content_nan(const struct content_nan_array* what, void* to) {
  content_fill(what->type, 3, what->count, to);
  for (int i = 0; i < what->nans; ++i) {
    char* const at = (char*)to + i * what->type->bytes;
    const float real = NAN;
    const double wide = NAN;
    const long double widest = NAN;
    switch (what->type->id) {
      case 5:
      case 10:
        memcpy(at, &real, sizeof real);
        break;
      case 6:
      case 11:
        memcpy(at, &wide, sizeof wide);
        break;
      default:
        memcpy(at, &widest, 10);
    }
  }
}

#endif
