// SPDX-License-Identifier: BSD-3-Clause
// Configurations in XML: groups, their variables and attributes, and the methods that write them (docs/formats/bp.md,
// section 24).
#pragma once

#include <optional>
#include <string>

#include "compat/adios/write/session.hpp"

namespace weft::adios {

// The first process reads the file, all obey it. What was defined before something wrong stays.
std::optional<Failure> configure(Session& session, const std::string& path);

}  // namespace weft::adios
