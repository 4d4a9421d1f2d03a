// SPDX-License-Identifier: BSD-3-Clause
#include "base/bzip2_stream.hpp"

#ifdef WEFT_HAS_BZIP2

#include <bzlib.h>

#include <algorithm>
#include <limits>

namespace weft {

namespace {

// libbz2 counts in 32 bits.
unsigned in_32_bits(std::size_t size) {
  return static_cast<unsigned>(std::min<std::size_t>(size, std::numeric_limits<unsigned>::max()));
}

}  // namespace

struct Bunzip2::State {
  bz_stream stream{};
};

Bunzip2::Bunzip2() : state_(std::make_unique<State>()) {
  if (BZ2_bzDecompressInit(&state_->stream, 0, 0) != BZ_OK) state_.reset();
}
Bunzip2::~Bunzip2() {
  if (state_) BZ2_bzDecompressEnd(&state_->stream);
}

Bunzip2::Step Bunzip2::inflate(Bytes& in, std::span<std::byte>& out) {
  if (!state_) return Step::damaged;
  bz_stream& stream = state_->stream;
  stream.next_in = reinterpret_cast<char*>(const_cast<std::byte*>(in.data()));
  stream.avail_in = in_32_bits(in.size());
  stream.next_out = reinterpret_cast<char*>(out.data());
  stream.avail_out = in_32_bits(out.size());
  const unsigned in_before = stream.avail_in;
  const unsigned out_before = stream.avail_out;
  const int status = BZ2_bzDecompress(&stream);
  in = in.subspan(in_before - stream.avail_in);
  out = out.subspan(out_before - stream.avail_out);
  return status == BZ_OK ? Step::more : status == BZ_STREAM_END ? Step::end : Step::damaged;
}

}  // namespace weft

#else

namespace weft {

struct Bunzip2::State {};

Bunzip2::Bunzip2() = default;
Bunzip2::~Bunzip2() = default;
Bunzip2::Step Bunzip2::inflate(Bytes&, std::span<std::byte>&) { return Step::damaged; }

}  // namespace weft

#endif
