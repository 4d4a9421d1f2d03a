// SPDX-License-Identifier: BSD-3-Clause
// The bodies of the functions of value_functions.hpp and of the size estimates.
#pragma once

#include <string>

namespace weft::otf2::stamp {

// One C++ source file of the drop-in library. Its functions call the templates of attribute_list.hpp and
// size_estimator.hpp.
std::string values_source();

}  // namespace weft::otf2::stamp
