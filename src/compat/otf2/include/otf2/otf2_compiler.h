/* SPDX-License-Identifier: BSD-3-Clause */
/* __otf2_deprecated__ marks what programs should stop using. A program that defines OTF2_IGNORE_ATTRIBUTE_DEPRECATED
   hears nothing about it, and neither do users of compilers that pass for an old GCC, such as clang. GCC takes the mark
   on enumerators since version 6. */
#ifndef OTF2_COMPILER_H
#define OTF2_COMPILER_H

#ifndef __otf2_deprecated__
#if defined(__GNUC__) && __GNUC__ >= 6 && !defined(__PGI) && !defined(OTF2_IGNORE_ATTRIBUTE_DEPRECATED)
#define __otf2_deprecated__ __attribute__((deprecated))
#else
#define __otf2_deprecated__
#endif
#endif

#endif
