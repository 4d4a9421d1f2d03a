// SPDX-License-Identifier: BSD-3-Clause
// A BP file as an HDF5 file (docs/formats/bp.md, section 26.6).
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "formats/bp/reader.hpp"

namespace weft::cli::adios_tools {

// What HDF5 could not hold, a sentence each. If it cannot be written, there is none.
Result<std::vector<std::string>> write_hdf5(const bp::Reader& reader, const std::string& path);

}  // namespace weft::cli::adios_tools
