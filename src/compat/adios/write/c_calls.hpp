// SPDX-License-Identifier: BSD-3-Clause
// What every function of the C interface does: run something of ours, let no exception out, and tell by a code.
#pragma once

#include <exception>
#include <new>
#include <optional>

#include "compat/adios/common/errors.hpp"
#include "compat/adios/write/group.hpp"

namespace weft::adios {

inline int code_of(const std::optional<Failure>& failure) {
  return failure ? fail(failure->code, failure->message) : static_cast<int>(err_no_error);
}

// `call` returns a code.
template <class Call>
int guarded(Call&& call) noexcept {
  try {
    forget_error();
    return call();
  } catch (const std::bad_alloc&) {
    return fail(err_no_memory, "there is not enough memory");
  } catch (const std::exception& exception) {
    return fail(err_unspecified, exception.what());
  }
}

}  // namespace weft::adios
