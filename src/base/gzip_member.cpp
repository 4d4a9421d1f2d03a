// SPDX-License-Identifier: BSD-3-Clause
#include "base/gzip_member.hpp"

#ifdef WEFT_HAS_LIBDEFLATE
#include <libdeflate.h>
#endif

namespace weft {

#ifdef WEFT_HAS_LIBDEFLATE

struct MemberInflater::State {
  State() = default;
  ~State() { libdeflate_free_decompressor(decompressor); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
};

MemberInflater::MemberInflater() : state_(std::make_unique<State>()) {}

MemberInflater::Outcome MemberInflater::inflate(Bytes& in, std::span<std::byte>& out) {
  if (!state_->decompressor) return Outcome::failed;
  std::size_t used = 0;
  std::size_t made = 0;
  const libdeflate_result result = libdeflate_gzip_decompress_ex(
      state_->decompressor, in.data(), in.size(), out.data(), out.size(), &used, &made);
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE) return Outcome::no_room;
  if (result != LIBDEFLATE_SUCCESS) return Outcome::failed;
  in = in.subspan(used);
  out = out.subspan(made);
  return Outcome::done;
}

#else

struct MemberInflater::State {};

MemberInflater::MemberInflater() = default;

MemberInflater::Outcome MemberInflater::inflate(Bytes&, std::span<std::byte>&) { return Outcome::failed; }

#endif

MemberInflater::~MemberInflater() = default;
MemberInflater::MemberInflater(MemberInflater&&) noexcept = default;
MemberInflater& MemberInflater::operator=(MemberInflater&&) noexcept = default;

}  // namespace weft
