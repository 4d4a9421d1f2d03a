// SPDX-License-Identifier: BSD-3-Clause
// Ends the program when the reference library complains.
#ifndef WEFT_BENCH_REFERENCE_ERROR_H
#define WEFT_BENCH_REFERENCE_ERROR_H

#include <otf2/OTF2_ErrorCodes.h>
#include <stdio.h>
#include <stdlib.h>

static inline void expect_success(OTF2_ErrorCode code, const char* what) {
  if (code == OTF2_SUCCESS) return;
  fprintf(stderr, "reference: cannot %s: %s\n", what, OTF2_Error_GetName(code));
  exit(1);
}

static inline void* expect_handle(void* handle, const char* what) {
  if (handle) return handle;
  fprintf(stderr, "reference: cannot %s\n", what);
  exit(1);
}

#endif
