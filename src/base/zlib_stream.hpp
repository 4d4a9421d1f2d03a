// SPDX-License-Identifier: BSD-3-Clause
// Deflate and inflate, block by block. The only place that knows zlib.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.hpp"

namespace weft {

// Compresses into one stream that can be entered after every chunk: chunks end on a byte and refer to nothing before.
class Deflater {
 public:
  explicit Deflater(int level);  // 0, which only stores, to 9
  ~Deflater();
  Deflater(Deflater&&) noexcept;
  Deflater& operator=(Deflater&&) noexcept;

  // Appends the compressed chunk to `out`. The stream is never ended. False when memory ran out.
  bool add_chunk(Bytes chunk, std::vector<std::byte>& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

class Inflater {
 public:
  enum class Start { header, raw, gzip };  // at the beginning of a stream, behind a chunk, at a gzip member
  enum class Step { more, end, damaged };

  Inflater();
  ~Inflater();
  Inflater(Inflater&&) noexcept;
  Inflater& operator=(Inflater&&) noexcept;

  void restart(Start start);
  // Goes on between two blocks of a stream: the last bits of the byte before belong to what follows, and so does what
  // was inflated last.
  void resume(unsigned bits, std::byte before, Bytes window);

  // Inflates from the front of `in` to the front of `out`, and leaves in both what is left. `more`: one of them is
  // used up. `end`: the stream says that it is complete.
  Step inflate(Bytes& in, std::span<std::byte>& out);
  // The same up to the end of a block.
  Step inflate_block(Bytes& in, std::span<std::byte>& out);

  // Of the last byte, that belong to what follows, if it stopped between two blocks.
  std::optional<unsigned> bits_between_blocks() const;
  // What was inflated last, up to 32 KiB.
  std::vector<std::byte> window();

 private:
  struct State;
  Step inflate(Bytes& in, std::span<std::byte>& out, int flush);

  std::unique_ptr<State> state_;
};

// Appends all of `content` to `out` as one gzip member, without a name or time. False when memory ran out.
bool append_gzip_member(Bytes content, int level, std::vector<std::byte>& out) noexcept;
// The same as one zlib stream, complete.
bool append_zlib_stream(Bytes content, int level, std::vector<std::byte>& out) noexcept;
inline constexpr int usual_level = 6;  // of compression, between speed and size

// What every chunk ends with.
inline constexpr std::byte flush_mark[] = {std::byte{0}, std::byte{0}, std::byte{0xff}, std::byte{0xff}};

}  // namespace weft
