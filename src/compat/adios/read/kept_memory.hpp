// SPDX-License-Identifier: BSD-3-Clause
// What programs get to keep, and free themselves or through a function of ours; and what happens when there is none.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "compat/adios/common/c_memory.hpp"
#include "compat/adios/common/errors.hpp"

namespace weft::adios {

// All zero.
template <class T>
T* kept_array(std::size_t count) {
  T* const memory = c_allocate<T>(count);
  if (!memory) throw std::bad_alloc();
  return memory;
}

inline char* kept_text(std::string_view text) {
  char* const copy = c_text(text);
  if (!copy) throw std::bad_alloc();
  return copy;
}

template <class T>
T* kept_copy(std::span<const T> values) {
  T* const copy = kept_array<T>(values.size());
  if (!values.empty()) std::memcpy(copy, values.data(), values.size_bytes());
  return copy;
}

inline void free_texts(char** texts, int count) {
  for (int i = 0; texts && i < count; ++i) std::free(texts[i]);
  std::free(texts);
}

// What the work answers, or `otherwise` after the error has been set: exceptions must not reach C programs.
template <class Work>
std::invoke_result_t<Work&> guarded(std::invoke_result_t<Work&> otherwise, Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  fail(err_no_memory, "there is not enough memory");
  return otherwise;
}
template <class Work>
int guarded(Work&& work) {
  return guarded(static_cast<int>(err_no_memory), std::forward<Work>(work));
}

}  // namespace weft::adios
