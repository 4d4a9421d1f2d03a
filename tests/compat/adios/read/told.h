/* SPDX-License-Identifier: BSD-3-Clause
 * What the drivers print: values of every type, lists and errors, so that two libraries can be compared as text. */
#ifndef WEFT_ADIOS_TOLD_H
#define WEFT_ADIOS_TOLD_H

#include <adios_error.h>
#include <adios_types.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int adios_errno;

static inline void tell_real(long double value, int digits) {
  if (isnan(value))
    printf("nan");
  else
    printf("%.*Lg", digits, value);
}

static inline void tell_element(int type, const void* at) {
  switch (type) {
#define TELL(ID, TYPE, HOW)           \
  case ID: {                          \
    TYPE value;                       \
    memcpy(&value, at, sizeof value); \
    HOW;                              \
    break;                            \
  }
    TELL(adios_byte, int8_t, printf("%d", value))
    TELL(adios_short, int16_t, printf("%d", value))
    TELL(adios_integer, int32_t, printf("%d", value))
    TELL(adios_long, int64_t, printf("%" PRId64, value))
    TELL(adios_unsigned_byte, uint8_t, printf("%u", value))
    TELL(adios_unsigned_short, uint16_t, printf("%u", value))
    TELL(adios_unsigned_integer, uint32_t, printf("%u", value))
    TELL(adios_unsigned_long, uint64_t, printf("%" PRIu64, value))
    TELL(adios_real, float, tell_real(value, 9))
    TELL(adios_double, double, tell_real(value, 17))
    TELL(adios_long_double, long double, tell_real(value, 21))
#undef TELL
    case adios_complex: {
      float parts[2];
      memcpy(parts, at, sizeof parts);
      putchar('('), tell_real(parts[0], 9), putchar(','), tell_real(parts[1], 9), putchar(')');
      break;
    }
    case adios_double_complex: {
      double parts[2];
      memcpy(parts, at, sizeof parts);
      putchar('('), tell_real(parts[0], 17), putchar(','), tell_real(parts[1], 17), putchar(')');
      break;
    }
    default:
      printf("?");
  }
}

/* Long arrays by their ends and a sum of their bytes. */
static inline void tell_elements(int type, int bytes, const void* values, uint64_t count) {
  const unsigned char* at = values;
  uint32_t sum = 2166136261u;
  for (uint64_t i = 0; i < count; ++i) {
    if (i < 24 || i + 4 >= count) putchar(' '), tell_element(type, at + i * (uint64_t)bytes);
    /* Of a long double six bytes are whatever was in memory. */
    for (int b = 0; b < (type == adios_long_double ? 10 : bytes); ++b)
      sum = (sum ^ at[i * (uint64_t)bytes + (uint64_t)b]) * 16777619u;
  }
  if (count > 28) printf(" sum %u", sum);
}

static inline void tell_sizes(const char* what, const uint64_t* sizes, int count) {
  printf(" %s {", what);
  for (int i = 0; i < count; ++i) printf("%s%" PRIu64, i ? "," : "", sizes[i]);
  printf("}");
}

static inline void tell_names(const char* what, char** names, int count) {
  printf("%s: %d%s\n", what, count, names ? "" : " (none)");
  for (int i = 0; i < count; ++i) printf("  %s\n", names[i]);
}

static inline void tell_attribute_value(int type, int size, void* data, int element_bytes) {
  if (type == adios_string) {
    printf(" '%s'", (char*)data);
  } else if (type == adios_string_array) {
    for (int i = 0; i < size / (int)sizeof(char*); ++i) printf(" '%s'", ((char**)data)[i]);
  } else {
    tell_elements(type, element_bytes, data, (uint64_t)(size / element_bytes));
  }
}

#endif
