// SPDX-License-Identifier: BSD-3-Clause
// The index that transports are given: the codec's.
#pragma once

#include <memory>

#include "adios_transport.hpp"
#include "formats/bp/group_writer.hpp"

namespace weft::adios {

std::unique_ptr<Index> new_bp_index();

// A view of a group that is kept elsewhere.
ProcessGroup view_of(const bp::FinishedGroup& group);

}  // namespace weft::adios
