/* SPDX-License-Identifier: BSD-3-Clause */
/* Links from one file to variables and images of others. */
#ifndef ADIOS_LINK_H
#define ADIOS_LINK_H

#ifdef __cplusplus
extern "C" {
#endif

enum ADIOS_LINK_TYPE { LINK_VAR = 1, LINK_IMAGE = 2 };

typedef struct {
  int id;
  char* name;
  int nrefs;
  enum ADIOS_LINK_TYPE* type; /* of each reference, as are the next two */
  char** ref_names;
  char** ref_files;
} ADIOS_LINK;

#ifdef __cplusplus
}
#endif

#endif
