// SPDX-License-Identifier: BSD-3-Clause
// The attributes that describe meshes and links (docs/formats/bp.md, section 18), by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::adios {

inline constexpr std::string_view mesh_prefix = "/adios_schema/";
inline constexpr std::string_view link_prefix = "/adios_link/";

// Of the meshes that have a type, and of the links that say how many references they have, in the order of attributes.
std::vector<std::string> mesh_names(const std::vector<std::string_view>& attributes);
std::vector<std::string> link_names(const std::vector<std::string_view>& attributes);

}  // namespace weft::adios
