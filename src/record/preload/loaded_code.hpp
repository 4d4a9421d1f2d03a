// SPDX-License-Identifier: BSD-3-Clause
// LoadedCode: where the program and its libraries are in memory. What stands at an address is known until the library
// there is unloaded; then it is to be forgotten, because another one may come to the same place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/preload/function_table.hpp"

namespace weft::recording {

class LoadedCode {
 public:
  // As it is now.
  LoadedCode();

  bool contains(std::uintptr_t address) const;
  // By the name the loader knows it by.
  bool has(const std::string& library) const;

 private:
  struct Module {
    std::uintptr_t begin;
    std::uintptr_t end;
    std::string name;
  };
  std::vector<Module> modules_;
};

// To be called when a library has been closed: functions and symbols of libraries that are gone are forgotten. A
// library that another thread loads to their place before is taken for them. What the recorder itself closes is no
// concern of the program's functions, and it may hold locks of its own then.
void forget_unloaded(FunctionTable& functions) noexcept;

// Held while what is gone is forgotten; before those of functions and of symbols.
OwnedMutex& unloading_mutex();

}  // namespace weft::recording
