// SPDX-License-Identifier: BSD-3-Clause
// The library's own methods, written out.
#pragma once

#include <span>

#include "adios_transport.hpp"

namespace weft::adios {

Transport* new_posix_transport();
Transport* new_shared_file_transport();
Transport* new_aggregating_transport();
Transport* new_null_transport();

std::span<const TransportFacts> own_transports();

}  // namespace weft::adios
