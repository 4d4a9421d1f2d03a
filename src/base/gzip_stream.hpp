// SPDX-License-Identifier: BSD-3-Clause
// GzipStream: one gzip member, piece by piece. ISA-L, if it is there, inflates more than twice as fast as zlib; zlib,
// which knows exactly where damage begins, goes over a member again that ISA-L finds damaged or cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/bytes.hpp"
#include "base/zlib_stream.hpp"

namespace weft {

class GzipStream {
 public:
  GzipStream();
  ~GzipStream();
  GzipStream(GzipStream&&) noexcept;
  GzipStream& operator=(GzipStream&&) noexcept;

  // A member begins at the front of `in`, which has to stay where it is. Places to begin within it are found by zlib.
  void begin(Bytes in, bool finds_entries = false);
  // Goes on between two blocks of a member: the last bits of the byte before `in` belong to what follows.
  void resume(Bytes in, std::byte before, unsigned bits, Bytes window);

  // Inflates to the front of `out`, and leaves in it what is left. `more`: it is full, or the member is cut. `end`:
  // the member is complete.
  Inflater::Step inflate(std::span<std::byte>& out);

  // The same, but it stops between two blocks, where one can begin. There it is told how many bits are left of the byte
  // before, and the text before.
  Inflater::Step inflate_to_entry(std::span<std::byte>& out) { return careful_.inflate_block(left_, out); }
  std::optional<unsigned> bits_at_entry() const { return careful_.bits_between_blocks(); }
  std::vector<std::byte> window() { return careful_.window(); }

  // Behind what was inflated.
  Bytes left() const { return left_; }

 private:
  struct Fast;

  Inflater::Step inflate_again(std::span<std::byte>& out);
  Inflater::Step inflate_rest(std::span<std::byte>& out);

  Bytes member_;
  Bytes left_;
  std::uint64_t made_ = 0;
  std::unique_ptr<Fast> fast_;  // none without ISA-L
  bool is_fast_ = false;        // ISA-L has nothing against the member so far
  Inflater careful_;
  bool is_raw_ = false;  // entered behind its header
};

}  // namespace weft
