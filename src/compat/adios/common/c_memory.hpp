// SPDX-License-Identifier: BSD-3-Clause
// Memory that C programs are given: from malloc, because they may free it.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace weft::adios {

// Zeros; at least one byte, so that it is never null for lack of elements.
template <class T>
T* c_allocate(std::size_t count) {
  return static_cast<T*>(std::calloc(count ? count : 1, sizeof(T)));
}

inline char* c_text(std::string_view text) {
  char* const copy = c_allocate<char>(text.size() + 1);
  if (copy && !text.empty()) std::memcpy(copy, text.data(), text.size());
  return copy;
}

}  // namespace weft::adios
