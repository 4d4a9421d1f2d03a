// SPDX-License-Identifier: BSD-3-Clause
// What the arguments of a call to a file system say about it, read from the payload of its row.
#pragma once

#include <optional>

#include "formats/dftracer/translation.hpp"
#include "model/event_types.hpp"

namespace weft::dftracer {

struct IoArguments {
  std::optional<std::int64_t> count, ret, size, offset, whence, ret_len, str_len, flags;
  StringRef mode;  // as fopen has it

  // A call that does not say how many bytes it wants wants those that it moved.
  std::uint64_t requested(BytesIn told_in) const;
  std::uint64_t transferred(BytesIn told_in) const;
  bool has_failed() const { return ret.value_or(0) < 0; }
  // Where a call that moves the position moves it to; nothing if it does not say.
  std::optional<std::uint64_t> position(Seeks seeks) const;
};

IoArguments io_arguments(const Translation& translation, RowRef at);

// How a file was opened.
evt::IoCreateHandle opening(const Translation& translation, IoHandleRef handle, const IoArguments& told);

// Of a call on two files: the word for the other one, or none.
std::uint32_t other_file_of(RowRef at);

}  // namespace weft::dftracer
