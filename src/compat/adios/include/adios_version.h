/* SPDX-License-Identifier: BSD-3-Clause */
/* The release of ADIOS whose interface this is. */
#ifndef ADIOS_VERSION_H
#define ADIOS_VERSION_H

#define ADIOS_VERSION "1.13.1"

#define ADIOS_VERSION_MAJOR 1
#define ADIOS_VERSION_MINOR 13
#define ADIOS_VERSION_PATCH 1

#define ADIOS_VERSION_MAJOR_STRING "1"
#define ADIOS_VERSION_MINOR_STRING "13"
#define ADIOS_VERSION_PATCH_STRING "1"

#define ADIOS_VERSION_NUMBER_(major, minor, patch) (((major)*1000 + (minor)) * 1000 + (patch))
#define ADIOS_VERSION_OURS_ ADIOS_VERSION_NUMBER_(ADIOS_VERSION_MAJOR, ADIOS_VERSION_MINOR, ADIOS_VERSION_PATCH)

/* Whether this release is the given one or a newer one, or the given one or an older one. */
#define ADIOS_VERSION_GE(major, minor, patch) (ADIOS_VERSION_OURS_ >= ADIOS_VERSION_NUMBER_(major, minor, patch))
#define ADIOS_VERSION_LE(major, minor, patch) (ADIOS_VERSION_OURS_ <= ADIOS_VERSION_NUMBER_(major, minor, patch))

#define ADIOS_VERSION_BP_FORMAT 3 /* the version of files that are written */

#endif
