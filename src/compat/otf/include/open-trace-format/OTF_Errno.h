/* SPDX-License-Identifier: BSD-3-Clause */
/* How the library, and programs, say that something went wrong: in otf_errno and otf_strerr. */
#ifndef OTF_ERRNO_H
#define OTF_ERRNO_H

#ifdef __cplusplus
extern "C" {
#endif

void OTF_Error(const char* format, ...);
void OTF_Warning(const char* format, ...);

#ifdef __cplusplus
}
#endif

#endif
