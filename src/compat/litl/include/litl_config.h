/* SPDX-License-Identifier: BSD-3-Clause */
/* How the library was built. Weft's drop-in always writes 64-bit words and knows threads by pthread_self(). */
#ifndef LITL_CONFIG_H
#define LITL_CONFIG_H

#define USE_GETTID 0
#define FORCE_32BIT 0
#define SIZEOF_SIZE_T 8
#define HAVE_32BIT 0
#define CLOCK_GETTIME_AVAIL 1

#endif
