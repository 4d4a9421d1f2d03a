// SPDX-License-Identifier: BSD-3-Clause
// Copying steps between files: process groups as they are, with a footer for them.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "formats/bp/reader.hpp"

namespace weft::bp {

// Writes the steps with time indices `first` to `last` to a new file, in place of one that is there.
Result<> copy_steps(const Reader& from, std::uint32_t first, std::uint32_t last, const std::string& to);

// Adds all steps to those of another file, which must have the same version and byte order and none with a later time
// index. If that fails, it is as it was before.
Result<> append_steps(const Reader& from, const std::string& to);

}  // namespace weft::bp
