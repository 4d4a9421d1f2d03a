// SPDX-License-Identifier: BSD-3-Clause
// Meshes: what attributes below /adios_schema say of the points that variables are defined on (docs/formats/bp.md,
// section 18).
#pragma once

#include <string>
#include <vector>

#include "base/text_sink.hpp"
#include "formats/bp/reader.hpp"

namespace weft::cli::adios_tools {

// Names of meshes, in the order of the file.
std::vector<std::string> mesh_names(const bp::Reader& reader);

void put_meshes(TextSink& out, const bp::Reader& reader);

}  // namespace weft::cli::adios_tools
