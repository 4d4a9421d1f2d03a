/* SPDX-License-Identifier: BSD-3-Clause */
/* Integers of known width. */
#ifndef OTF_INTTYPES_UNIX_H
#define OTF_INTTYPES_UNIX_H

#include <stdint.h>

#define OTF_HAVE_STDINT_H 1
#define OTF_HAVE_INTTYPES_H 1
#define OTF_SIZEOF_LONG 8
#define OTF_UINT64_MAX UINT64_MAX

#endif
