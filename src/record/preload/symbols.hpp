// SPDX-License-Identifier: BSD-3-Clause
// Names of functions by their address, from the symbol tables of the program and its libraries; also those that are not
// exported.
#pragma once

#include <functional>
#include <string>

#include "record/owned_mutex.hpp"

namespace weft::recording {

struct Symbol {
  std::string name;    // as people write it; the address if there is none
  std::string module;  // the file of the program or library
};

Symbol symbol_of(void* address);

// The tables of libraries that are not loaded any more, by the names the loader knows them by.
void forget_symbols_unless(const std::function<bool(const std::string& library)>& is_loaded);

// Of the tables; held while one is read.
OwnedMutex& symbols_mutex();

}  // namespace weft::recording
