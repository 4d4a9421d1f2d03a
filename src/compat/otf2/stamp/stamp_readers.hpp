// SPDX-License-Identifier: BSD-3-Clause
// The tables of callbacks: for each kind of reader a header with the struct, and the functions that fill it.
#pragma once

#include <string>

#include "compat/otf2/stamp/c_signature.hpp"

namespace weft::otf2::stamp {

std::string callbacks_header(const Reader& reader);
std::string callbacks_source(const Reader& reader);

}  // namespace weft::otf2::stamp
