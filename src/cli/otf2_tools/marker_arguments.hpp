// SPDX-License-Identifier: BSD-3-Clause
// The words that say when and where a new marker is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/otf2/records.hpp"
#include "model/definitions.hpp"

namespace weft::cli::otf2_tools {

// Both fill in their part of `marker`, or say what is wrong.
std::optional<std::string> parse_time(std::string_view text, const Definitions& definitions, otf2::Marker& marker);
std::optional<std::string> parse_scope(std::string_view text, const Definitions& definitions, otf2::Marker& marker);

// NONE, low, ...: all in one case.
std::optional<MarkerSeverity> parse_severity(std::string_view text);

}  // namespace weft::cli::otf2_tools
