// SPDX-License-Identifier: BSD-3-Clause
// The C functions that write records: one source for each kind of writer.
#pragma once

#include <string>

#include "compat/otf2/stamp/c_signature.hpp"

namespace weft::otf2::stamp {

std::string writer_source(const Writer& writer);

}  // namespace weft::otf2::stamp
