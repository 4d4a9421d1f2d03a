// SPDX-License-Identifier: BSD-3-Clause
// Version 1 of the read API on the files of version 2: its files and groups. Includes the header of version 1, whose
// names are macros: nothing of version 2 may be included behind it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compat/adios/read/attribute_values.hpp"
#include "compat/adios/read/inquire.hpp"
#include "compat/adios/read/open_file.hpp"

namespace weft::adios {

// Functions of version 2 that have other names below.
inline constexpr auto inquire_variable_v2 = &adios_inq_var_byid;
inline constexpr auto inquire_statistics_v2 = &adios_inq_var_stat;
inline constexpr auto free_variable_v2 = &adios_free_varinfo;
inline constexpr auto print_file_v2 = &adios_print_fileinfo;
using VariableV2 = ADIOS_VARINFO;

}  // namespace weft::adios

#include "adios_read_v1.h"

namespace weft::adios {

struct FileV1 : ADIOS_FILE_V1 {
  std::unique_ptr<OpenFile> open;
  std::vector<std::string> group_names;
  std::vector<char*> group_list;
};

// Nothing after the error has been set.
FileV1* open_v1(const std::string& path);

}  // namespace weft::adios
