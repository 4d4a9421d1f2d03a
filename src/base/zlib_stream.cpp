// SPDX-License-Identifier: BSD-3-Clause
#include "base/zlib_stream.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "base/check.hpp"

namespace weft {

namespace {

// Added to the bits of the window: neither zlib's header nor none.
constexpr int gzip_only = 16;

// zlib counts in 32 bits.
uInt at_most(std::size_t size) {
  return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

Bytef* pointer(const std::byte* bytes) { return reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes)); }

}  // namespace

struct Deflater::State {
  explicit State(int level) { ready = deflateInit(&stream, level) == Z_OK; }
  ~State() {
    if (ready) deflateEnd(&stream);
  }
  z_stream stream{};
  bool ready = false;
};

Deflater::Deflater(int level) : state_(std::make_unique<State>(level)) {}
Deflater::~Deflater() = default;
Deflater::Deflater(Deflater&&) noexcept = default;
Deflater& Deflater::operator=(Deflater&&) noexcept = default;

bool Deflater::add_chunk(Bytes chunk, std::vector<std::byte>& out) {
  if (!state_->ready) return false;
  constexpr std::size_t step = std::size_t{64} * 1024;
  z_stream& stream = state_->stream;
  do {
    stream.next_in = pointer(chunk.data());
    stream.avail_in = at_most(chunk.size());
    chunk = chunk.subspan(stream.avail_in);
    do {
      const std::size_t used = out.size();
      out.resize(used + step);
      stream.next_out = pointer(out.data() + used);
      stream.avail_out = step;
      deflate(&stream, chunk.empty() ? Z_FULL_FLUSH : Z_NO_FLUSH);
      out.resize(used + (step - stream.avail_out));
    } while (stream.avail_out == 0);
  } while (!chunk.empty());
  return true;
}

namespace {

// All of `content` as one stream, complete; what it begins with is a matter of `bits`.
bool append_deflated(Bytes content, int level, int bits, std::vector<std::byte>& out) noexcept {
  constexpr int usual_memory = 8;
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, bits, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK) return false;
  const std::size_t used = out.size();
  std::span<std::byte> room;
  int status = Z_OK;
  try {
    out.resize(used + deflateBound(&stream, content.size()));
    room = std::span(out).subspan(used);
  } catch (const std::bad_alloc&) {
    status = Z_MEM_ERROR;
  }
  while (status == Z_OK) {
    stream.next_in = pointer(content.data());
    stream.avail_in = at_most(content.size());
    stream.next_out = pointer(room.data());
    stream.avail_out = at_most(room.size());
    const uInt in_before = stream.avail_in;
    const uInt out_before = stream.avail_out;
    status = deflate(&stream, in_before == content.size() ? Z_FINISH : Z_NO_FLUSH);
    content = content.subspan(in_before - stream.avail_in);
    room = room.subspan(out_before - stream.avail_out);
  }
  deflateEnd(&stream);
  out.resize(out.size() - room.size());
  return status == Z_STREAM_END;
}

}  // namespace

bool append_gzip_member(Bytes content, int level, std::vector<std::byte>& out) noexcept {
  return append_deflated(content, level, MAX_WBITS + gzip_only, out);
}

bool append_zlib_stream(Bytes content, int level, std::vector<std::byte>& out) noexcept {
  return append_deflated(content, level, MAX_WBITS, out);
}

struct Inflater::State {
  State() { ready = inflateInit(&stream) == Z_OK; }
  ~State() {
    if (ready) inflateEnd(&stream);
  }
  z_stream stream{};
  bool ready = false;
};

Inflater::Inflater() : state_(std::make_unique<State>()) {}
Inflater::~Inflater() = default;
Inflater::Inflater(Inflater&&) noexcept = default;
Inflater& Inflater::operator=(Inflater&&) noexcept = default;

void Inflater::restart(Start start) {
  const int bits = start == Start::header ? MAX_WBITS : start == Start::raw ? -MAX_WBITS : MAX_WBITS + gzip_only;
  if (state_->ready) inflateReset2(&state_->stream, bits);
}

void Inflater::resume(unsigned bits, std::byte before, Bytes window) {
  restart(Start::raw);
  if (!state_->ready) return;
  const auto left = static_cast<unsigned>(before) >> (8 - bits);
  if (bits > 0) inflatePrime(&state_->stream, static_cast<int>(bits), static_cast<int>(left));
  inflateSetDictionary(&state_->stream, pointer(window.data()), at_most(window.size()));
}

std::optional<unsigned> Inflater::bits_between_blocks() const {
  constexpr int bits = 7, is_in_last_block = 64, is_behind_block = 128;
  const int state = state_->stream.data_type;
  if (!(state & is_behind_block) || state & is_in_last_block) return std::nullopt;
  return static_cast<unsigned>(state & bits);
}

std::vector<std::byte> Inflater::window() {
  std::vector<std::byte> found(std::size_t{1} << MAX_WBITS);
  uInt size = 0;
  if (inflateGetDictionary(&state_->stream, pointer(found.data()), &size) != Z_OK) size = 0;
  found.resize(size);
  return found;
}

Inflater::Step Inflater::inflate(Bytes& in, std::span<std::byte>& out) { return inflate(in, out, Z_SYNC_FLUSH); }
Inflater::Step Inflater::inflate_block(Bytes& in, std::span<std::byte>& out) { return inflate(in, out, Z_BLOCK); }

Inflater::Step Inflater::inflate(Bytes& in, std::span<std::byte>& out, int flush) {
  if (!state_->ready) return Step::damaged;
  z_stream& stream = state_->stream;
  stream.next_in = pointer(in.data());
  stream.avail_in = at_most(in.size());
  stream.next_out = pointer(out.data());
  stream.avail_out = at_most(out.size());
  const uInt in_before = stream.avail_in;
  const uInt out_before = stream.avail_out;
  const int status = ::inflate(&stream, flush);
  in = in.subspan(in_before - stream.avail_in);
  out = out.subspan(out_before - stream.avail_out);
  if (status == Z_STREAM_END) return Step::end;
  return status == Z_OK || status == Z_BUF_ERROR ? Step::more : Step::damaged;
}

}  // namespace weft
