// SPDX-License-Identifier: BSD-3-Clause
// Packs bzip2 at once, unpacks it block by block. The only place that knows libbz2, which need not be there.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"

namespace weft {

class Bunzip2 {
 public:
  enum class Step { more, end, damaged };

  Bunzip2();
  ~Bunzip2();
  Bunzip2(const Bunzip2&) = delete;
  Bunzip2& operator=(const Bunzip2&) = delete;

  // False where Weft was built without libbz2, or memory ran out: everything is damaged then.
  bool is_available() const { return state_ != nullptr; }

  // As Inflater::inflate: takes from the front of `in`, gives to the front of `out`, leaves in both what is left.
  Step inflate(Bytes& in, std::span<std::byte>& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Appends all of `content` to `out` as one stream. `level`: 1 to 9. False where Weft was built without libbz2, or
// memory ran out.
bool append_bzip2_stream(Bytes content, int level, std::vector<std::byte>& out) noexcept;

}  // namespace weft
