/* SPDX-License-Identifier: BSD-3-Clause
 * Names of the types of adios_read_v2.h, for headers that need no more. */
#ifndef WEFT_ADIOS_READ_V2_FWD_H
#define WEFT_ADIOS_READ_V2_FWD_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _ADIOS_FILE ADIOS_FILE;
typedef struct _ADIOS_VARSTAT ADIOS_VARSTAT;
typedef struct _ADIOS_VARBLOCK ADIOS_VARBLOCK;
typedef struct _ADIOS_VARMESH ADIOS_VARMESH;
typedef struct _ADIOS_VARINFO ADIOS_VARINFO;
typedef struct _ADIOS_VARCHUNK ADIOS_VARCHUNK;

#ifdef __cplusplus
}
#endif

#endif
