// SPDX-License-Identifier: BSD-3-Clause
// A BP file as a netCDF file in the classic format (docs/formats/bp.md, section 26.6).
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "formats/bp/reader.hpp"

namespace weft::cli::adios_tools {

// What netCDF could not hold, a sentence each. If it cannot be written, there is none.
Result<std::vector<std::string>> write_netcdf(const bp::Reader& reader, const std::string& path);

}  // namespace weft::cli::adios_tools
