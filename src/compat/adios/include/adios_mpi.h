/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI, or with _NOMPI what stands in for it in programs of one process. */
#ifndef ADIOS_MPI_H
#define ADIOS_MPI_H

#ifdef _NOMPI
#include "mpidummy.h"
#else
#include "mpi.h"
#endif

#endif
