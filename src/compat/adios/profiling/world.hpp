// SPDX-License-Identifier: BSD-3-Clause
// All processes of a program, or this one alone where there is no MPI. Compiled once with MPI and once without.
#pragma once

#include <memory>

#include "compat/adios/common/communicator.hpp"

namespace weft::adios {

std::unique_ptr<Communicator> world();

}  // namespace weft::adios
