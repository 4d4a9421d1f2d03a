// SPDX-License-Identifier: BSD-3-Clause
// Names of functions by their address, from the symbol tables of the program and its libraries; also those that are not
// exported.
#pragma once

#include <string>

namespace weft::recording {

struct Symbol {
  std::string name;    // as people write it; the address if there is none
  std::string module;  // the file of the program or library
};

Symbol symbol_of(void* address);

}  // namespace weft::recording
