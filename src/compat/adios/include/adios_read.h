/* SPDX-License-Identifier: BSD-3-Clause
 * Reading BP files with the API of ADIOS 1.13: version 2 of it unless a program asks for version 1. */
#ifndef WEFT_ADIOS_READ_H
#define WEFT_ADIOS_READ_H

#ifdef ADIOS_USE_READ_API_1
#include "adios_read_v1.h"
#else
#include "adios_read_v2.h"
#endif

#endif
