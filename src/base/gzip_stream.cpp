// SPDX-License-Identifier: BSD-3-Clause
#include "base/gzip_stream.hpp"

#include <algorithm>
#include <array>
#include <limits>

#ifdef WEFT_HAS_ISAL
#include <isa-l/igzip_lib.h>
#endif

namespace weft {

#ifdef WEFT_HAS_ISAL

namespace {

// ISA-L counts in 32 bits.
std::uint32_t at_most(std::size_t size) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(size, std::numeric_limits<std::uint32_t>::max()));
}

std::uint8_t* pointer(const std::byte* bytes) { return reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(bytes)); }

}  // namespace

struct GzipStream::Fast {
  void restart() {
    isal_inflate_init(&state);
    state.crc_flag = ISAL_GZIP;
  }

  Inflater::Step inflate(Bytes& in, std::span<std::byte>& out) {
    const std::byte* const end = in.data() + in.size();
    state.next_in = pointer(in.data());
    state.avail_in = at_most(in.size());
    state.next_out = pointer(out.data());
    state.avail_out = at_most(out.size());
    const std::uint32_t room = state.avail_out;
    const int status = isal_inflate(&state);
    out = out.subspan(room - state.avail_out);
    // At the end it gives back what it had taken too much of, maybe in an earlier call.
    const auto* const next = reinterpret_cast<const std::byte*>(state.next_in);
    in = Bytes(next, static_cast<std::size_t>(end - next));
    if (status < 0 || status == ISAL_NEED_DICT) return Inflater::Step::damaged;
    return state.block_state == ISAL_BLOCK_FINISH ? Inflater::Step::end : Inflater::Step::more;
  }

  inflate_state state;
};

GzipStream::GzipStream() : fast_(std::make_unique<Fast>()) {}

#else

struct GzipStream::Fast {
  void restart() {}
  Inflater::Step inflate(Bytes&, std::span<std::byte>&) { return Inflater::Step::damaged; }
};

GzipStream::GzipStream() = default;

#endif

GzipStream::~GzipStream() = default;
GzipStream::GzipStream(GzipStream&&) noexcept = default;
GzipStream& GzipStream::operator=(GzipStream&&) noexcept = default;

void GzipStream::begin(Bytes in, bool finds_entries) {
  member_ = left_ = in;
  made_ = 0;
  is_raw_ = false;
  is_fast_ = fast_ != nullptr && !finds_entries;
  if (is_fast_)
    fast_->restart();
  else
    careful_.restart(Inflater::Start::gzip);
}

void GzipStream::resume(Bytes in, std::byte before, unsigned bits, Bytes window) {
  left_ = in;
  is_raw_ = true;
  is_fast_ = false;
  careful_.resume(bits, before, window);
}

// Behind the compressed bytes of a member its checksum and size are left.
Inflater::Step GzipStream::inflate_rest(std::span<std::byte>& out) {
  constexpr std::size_t trailer_bytes = 8;
  const Inflater::Step step = careful_.inflate(left_, out);
  if (step == Inflater::Step::end) left_ = left_.subspan(std::min(trailer_bytes, left_.size()));
  return step;
}

Inflater::Step GzipStream::inflate(std::span<std::byte>& out) {
  if (!is_fast_) return is_raw_ ? inflate_rest(out) : careful_.inflate(left_, out);
  const std::size_t room = out.size();
  const Inflater::Step step = fast_->inflate(left_, out);
  made_ += room - out.size();
  const bool is_cut = step == Inflater::Step::more && left_.empty() && !out.empty();
  return step == Inflater::Step::damaged || is_cut ? inflate_again(out) : step;
}

// From the beginning, without what was delivered.
Inflater::Step GzipStream::inflate_again(std::span<std::byte>& out) {
  is_fast_ = false;
  left_ = member_;
  careful_.restart(Inflater::Start::gzip);
  std::array<std::byte, 16384> delivered;
  for (std::uint64_t skipped = 0; skipped < made_;) {
    std::span<std::byte> room = std::span(delivered).first(
        static_cast<std::size_t>(std::min<std::uint64_t>(delivered.size(), made_ - skipped)));
    const std::size_t wanted = room.size();
    const Inflater::Step step = careful_.inflate(left_, room);
    skipped += wanted - room.size();
    // What ISA-L made of it behind the damage is worth no less than what zlib stopped at.
    if (step != Inflater::Step::more || !room.empty()) return step;
  }
  return careful_.inflate(left_, out);
}

}  // namespace weft
