// SPDX-License-Identifier: BSD-3-Clause
// Values of attributes as C programs get them, and as our own functions read them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compat/adios/read/open_file.hpp"

namespace weft::adios {

// 0, or the code of what went wrong.
int keep_attribute(const OpenFile& file, int attribute, ADIOS_DATATYPES* type, int* size, void** data);

// Nothing where there is no such attribute, or none of that kind; numbers may be written as text, too.
std::optional<std::string> text_attribute(const OpenFile& file, std::string_view name);
std::optional<double> number_attribute(const OpenFile& file, std::string_view name);

}  // namespace weft::adios
