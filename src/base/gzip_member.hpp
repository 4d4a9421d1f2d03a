// SPDX-License-Identifier: BSD-3-Clause
// MemberInflater: whole gzip members at once, which is much faster than a stream of them. The only place that knows
// libdeflate, which may be absent: then nothing can be inflated this way, and whoever asks takes a stream (see
// zlib_stream.hpp), which also knows more of what is wrong with a member.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/bytes.hpp"

namespace weft {

class MemberInflater {
 public:
  enum class Outcome { done, no_room, failed };

  MemberInflater();
  ~MemberInflater();
  MemberInflater(MemberInflater&&) noexcept;
  MemberInflater& operator=(MemberInflater&&) noexcept;

  // Inflates the member at the front of `in` to the front of `out`. When it is done both hold what is left; otherwise
  // they are as they were, but for what may stand in `out`. Members that are cut may seem to need more room.
  Outcome inflate(Bytes& in, std::span<std::byte>& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft
