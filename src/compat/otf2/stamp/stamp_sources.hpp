// SPDX-License-Identifier: BSD-3-Clause
// The sources of the drop-in library that are stamped from the schema, by file name.
#pragma once

#include <map>
#include <string>

namespace weft::otf2::stamp {

std::map<std::string, std::string> sources();

}  // namespace weft::otf2::stamp
