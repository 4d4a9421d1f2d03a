// SPDX-License-Identifier: BSD-3-Clause
// What the C functions that add to an ADIOS_VARINFO share.
#pragma once

#include <optional>

#include "adios_read.h"
#include "compat/adios/read/seen.hpp"

namespace weft::adios {

// The variable that was described. Nothing, after the error has been set, where it is not one of this file.
std::optional<Seen> seen_of(const ADIOS_FILE* fp, const ADIOS_VARINFO* info);

void free_statistics(ADIOS_VARINFO& info);

}  // namespace weft::adios
