// SPDX-License-Identifier: BSD-3-Clause
// WEFT_CHECK: a condition that only a bug of ours can break. Always on; inside loops use assert.
#pragma once

namespace weft {

[[noreturn]] void check_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace weft

#define WEFT_CHECK(condition) ((condition) ? void() : ::weft::check_failed(#condition, __FILE__, __LINE__))
