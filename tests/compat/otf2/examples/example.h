/* SPDX-License-Identifier: BSD-3-Clause */
/* What the writers and readers of this folder share. All of them are C99 and C++ at once. */
#ifndef WEFT_TESTS_EXAMPLE_H
#define WEFT_TESTS_EXAMPLE_H

#include <inttypes.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

static inline void require(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "failed: %s\n", what);
  exit(EXIT_FAILURE);
}

#define MUST(call) require((call) == OTF2_SUCCESS, #call)

#endif
