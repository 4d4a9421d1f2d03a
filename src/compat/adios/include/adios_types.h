/* SPDX-License-Identifier: BSD-3-Clause */
/* Words of both sides of ADIOS, writing and reading. */
#ifndef ADIOS_TYPES_H
#define ADIOS_TYPES_H

#ifdef __cplusplus
extern "C" {
#endif

/* Types of variables and attributes; the numbers are those of BP files. */
enum ADIOS_DATATYPES {
  adios_unknown = -1,
  adios_byte = 0,
  adios_short = 1,
  adios_integer = 2,
  adios_long = 4, /* 8 bytes */
  adios_unsigned_byte = 50,
  adios_unsigned_short = 51,
  adios_unsigned_integer = 52,
  adios_unsigned_long = 54, /* 8 bytes */
  adios_real = 5,
  adios_double = 6,
  adios_long_double = 7, /* 16 bytes */
  adios_string = 9,
  adios_complex = 10,        /* two reals */
  adios_double_complex = 11, /* two doubles */
  adios_string_array = 12    /* attributes only */
};

enum ADIOS_FLAG { adios_flag_unknown = 0, adios_flag_yes = 1, adios_flag_no = 2 };

/* What is computed of each block of an array while it is written. */
enum ADIOS_STATISTICS_FLAG {
  adios_stat_no = -1,
  adios_stat_minmax = 0,
  adios_stat_full = 1,
  adios_stat_default = adios_stat_minmax,
  adios_stat_no_do_not_use_this = 2 /* the same as none */
};

/* Of adios_allocate_buffer, which does nothing any more. */
enum ADIOS_BUFFER_ALLOC_WHEN { ADIOS_BUFFER_ALLOC_UNKNOWN, ADIOS_BUFFER_ALLOC_NOW, ADIOS_BUFFER_ALLOC_LATER };

#ifdef __cplusplus
}
#endif

#endif
