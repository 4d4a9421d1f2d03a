/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes JSON lines the way `weft print --json` does: one object per record, integers plain,
 * floating point as the shortest number that reads back the same, non-finite numbers as strings,
 * and bytes that are not UTF-8 as lone surrogates \udcXX (Python's surrogateescape). */
#ifndef WEFT_INTEROP_JSON_LINES_H
#define WEFT_INTEROP_JSON_LINES_H

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static FILE* json_out;

static inline void json_begin(const char* record) { fprintf(json_out, "{\"record\":\"%s\"", record); }

static inline void json_end(void) { fputs("}\n", json_out); }

static inline void json_key(const char* name) { fprintf(json_out, ",\"%s\":", name); }

static inline void json_uint(uint64_t value) { fprintf(json_out, "%" PRIu64, value); }

static inline void json_int(int64_t value) { fprintf(json_out, "%" PRId64, value); }

/* Writes a number JSON has no word for; false, and nothing written, if it has one. */
static inline bool json_non_finite(double value) {
  if (isfinite(value)) return false;
  fputs(isnan(value) ? "\"nan\"" : value > 0 ? "\"inf\"" : "\"-inf\"", json_out);
  return true;
}

static inline void json_double(double value) {
  char text[32];
  if (json_non_finite(value)) return;
  for (int digits = 1; digits <= 17; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  fputs(text, json_out);
}

static inline void json_float(float value) {
  char text[32];
  if (json_non_finite(value)) return;
  for (int digits = 1; digits <= 9; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtof(text, NULL) == value) break;
  }
  fputs(text, json_out);
}

/* The length of the UTF-8 sequence at `s`, 0 if there is none. `s` ends with a NUL, which is no continuation byte. */
static inline int utf8_length(const unsigned char* s) {
  const unsigned char low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
  const unsigned char high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
  const int length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
  if (length > 1 && (s[1] < low || s[1] > high)) return 0;
  for (int i = 2; i < length; ++i)
    if ((s[i] & 0xc0) != 0x80) return 0;
  return length;
}

static inline void json_string(const char* text) {
  const unsigned char* s = (const unsigned char*)text;
  putc('"', json_out);
  while (*s) {
    const int length = utf8_length(s);
    if (length == 0)
      fprintf(json_out, "\\udc%02x", *s++);
    else if (*s < 0x20)
      fprintf(json_out, "\\u%04x", *s++);
    else {
      if (*s == '"' || *s == '\\') putc('\\', json_out);
      fwrite(s, 1, (size_t)length, json_out);
      s += length;
    }
  }
  putc('"', json_out);
}

/* "name":[…]; `put_item` writes the element number i. */
#define JSON_LIST(name, count, put_item)     \
  do {                                       \
    json_key(name);                          \
    putc('[', json_out);                     \
    for (uint64_t i = 0; i < (count); ++i) { \
      if (i > 0) putc(',', json_out);        \
      put_item;                              \
    }                                        \
    putc(']', json_out);                     \
  } while (0)

#endif
