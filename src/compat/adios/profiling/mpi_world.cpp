// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/profiling/world.hpp"

#include "compat/adios/common/mpi_communicator.hpp"

namespace weft::adios {

std::unique_ptr<Communicator> world() { return communicator_of(MPI_COMM_WORLD); }

}  // namespace weft::adios
