// SPDX-License-Identifier: BSD-3-Clause
// What calls to a file system do, by name. The names are those of symbols, so many are spellings of one call.
#pragma once

#include <string_view>

#include "model/io_span.hpp"

namespace weft::dftracer {

// Which arguments tell how many bytes a call moved.
enum class BytesIn : std::uint8_t { nothing, ret, ret_times_size, ret_len, str_len, one };

struct IoCall {
  IoClass io_class = IoClass::other;
  BytesIn bytes = BytesIn::nothing;
  IoPlacing placing = IoPlacing::unknown;
};

// pread64, __pread_chk and pread are the same.
IoCall io_call(std::string_view symbol);

}  // namespace weft::dftracer
