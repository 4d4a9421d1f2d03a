/* SPDX-License-Identifier: BSD-3-Clause */
/* The one include a program needs. It brings the whole interface except the optional helpers for MPI, OpenMP and
   POSIX threads, which have headers of their own. */
#ifndef OTF2_H
#define OTF2_H

#include <otf2/OTF2_Reader.h>

#endif
