// SPDX-License-Identifier: BSD-3-Clause
// For files that are compiled twice: what a program hands over as MPI_Comm, with MPI or with what stands in for it.
#pragma once

#include <memory>

#include "adios_mpi.h"
#include "compat/adios/common/communicator.hpp"

namespace weft::adios {

// Serial for MPI_COMM_NULL and MPI_COMM_SELF, and where MPI has not begun; else a duplicate, which the program may
// outlive.
std::unique_ptr<Communicator> communicator_of(MPI_Comm comm);

}  // namespace weft::adios
