// SPDX-License-Identifier: BSD-3-Clause
#include "base/bzip2_stream.hpp"

#ifdef WEFT_HAS_BZIP2

#include <bzlib.h>

#include <algorithm>
#include <limits>
#include <new>

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

bool append_bzip2_stream(Bytes content, int level, std::vector<std::byte>& out) noexcept {
  bz_stream stream{};
  if (BZ2_bzCompressInit(&stream, level, 0, 0) != BZ_OK) return false;
  std::size_t used = out.size();
  int status = BZ_RUN_OK;
  try {
    while (status == BZ_RUN_OK || status == BZ_FINISH_OK) {
      constexpr std::size_t step_bytes = std::size_t{1} << 20;
      out.resize(used + std::max(step_bytes, used / 2));
      stream.next_in = reinterpret_cast<char*>(const_cast<std::byte*>(content.data()));
      stream.avail_in = in_32_bits(content.size());
      stream.next_out = reinterpret_cast<char*>(out.data() + used);
      stream.avail_out = in_32_bits(out.size() - used);
      const unsigned in_before = stream.avail_in;
      const unsigned out_before = stream.avail_out;
      status = BZ2_bzCompress(&stream, in_before == content.size() ? BZ_FINISH : BZ_RUN);
      content = content.subspan(in_before - stream.avail_in);
      used += out_before - stream.avail_out;
    }
  } catch (const std::bad_alloc&) {
    status = BZ_MEM_ERROR;
  }
  BZ2_bzCompressEnd(&stream);
  out.resize(used);
  return status == BZ_STREAM_END;
}

}  // namespace weft

#else

namespace weft {

struct Bunzip2::State {};

Bunzip2::Bunzip2() = default;
Bunzip2::~Bunzip2() = default;
Bunzip2::Step Bunzip2::inflate(Bytes&, std::span<std::byte>&) { return Step::damaged; }
bool append_bzip2_stream(Bytes, int, std::vector<std::byte>&) noexcept { return false; }

}  // namespace weft

#endif
