/* SPDX-License-Identifier: BSD-3-Clause */
/* The release whose interface this is. */
#ifndef OTF_VERSION_H
#define OTF_VERSION_H

#define OTF_VERSION_MAJOR 1
#define OTF_VERSION_MINOR 12
#define OTF_VERSION_SUB 5
#define OTF_VERSION_STRING "salmon"

/* A slip of the pen that programs use. */
#define OTF_VERSION_MAYOR OTF_VERSION_MAJOR

#endif
