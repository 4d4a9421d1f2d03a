/* SPDX-License-Identifier: BSD-3-Clause */
/* The ways in which blocks can be changed while they are written, mostly to make them smaller. */
#ifndef ADIOS_TRANSFORM_METHODS_H
#define ADIOS_TRANSFORM_METHODS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int ntransforms;
  char** name;
  char** description;
} ADIOS_AVAILABLE_TRANSFORM_METHODS;

ADIOS_AVAILABLE_TRANSFORM_METHODS* adios_available_transform_methods(void);
void adios_available_transform_methods_free(ADIOS_AVAILABLE_TRANSFORM_METHODS*);

#ifdef __cplusplus
}
#endif

#endif
