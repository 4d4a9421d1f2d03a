/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces and archives become one archive. */
#ifndef LITL_MERGE_H_
#define LITL_MERGE_H_

#include "litl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Frees every name and `traces_names` itself, so all come from malloc. What cannot be done is said on standard error
   and ends the program with exit code 1. */
void litl_merge_traces(const char* archive_name, char** traces_names, const int nb_traces);

#ifdef __cplusplus
}
#endif

#endif
