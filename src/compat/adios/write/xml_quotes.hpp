// SPDX-License-Identifier: BSD-3-Clause
// Configurations that ADIOS takes though they are no XML: values of attributes without quotes.
#pragma once

#include <string>
#include <string_view>

namespace weft::adios {

// The same text with quotes around such values; lines stay lines.
std::string with_quotes(std::string_view xml);

}  // namespace weft::adios
