/* SPDX-License-Identifier: BSD-3-Clause */
/* An archive becomes the traces it was made of. */
#ifndef LITL_SPLIT_H_
#define LITL_SPLIT_H_

#include "litl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Every process as DIRECTORY/NAME; the directory must be there. What cannot be done is said on standard error and ends
   the program with exit code 1. */
void litl_split_archive(const char* archive_name, const char* dir);

#ifdef __cplusplus
}
#endif

#endif
