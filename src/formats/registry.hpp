// SPDX-License-Identifier: BSD-3-Clause
// The list of formats, and how a path finds its own.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "model/trace.hpp"

namespace weft {

std::span<const Format* const> all_formats();

// The format of an existing trace, by content.
Result<const Format*> format_of(const std::string& path);

// The format a new trace of this name should have; `name` ("otf2") wins over the ending of the path.
Result<const Format*> format_for(const std::string& path, const std::string& name);

Result<std::unique_ptr<Trace>> open_trace(const std::string& path);

}  // namespace weft
