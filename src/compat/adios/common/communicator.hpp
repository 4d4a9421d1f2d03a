// SPDX-License-Identifier: BSD-3-Clause
// Where communicators come from. The core of the library knows no MPI; what a program hands over as MPI_Comm becomes a
// Communicator in the files that are compiled once with MPI and once without.
#pragma once

#include <memory>

#include "adios_communicator.hpp"

namespace weft::adios {

// One process alone; `is_group` as the program named it.
std::unique_ptr<Communicator> serial_communicator(bool is_group = false);

}  // namespace weft::adios
