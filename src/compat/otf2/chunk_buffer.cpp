// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/chunk_buffer.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "formats/otf2/chunk_writer.hpp"
#include "formats/otf2/record_stream.hpp"

namespace weft::otf2::compat {

namespace {
constexpr std::size_t pool_bytes = std::size_t{128} << 20;  // of each writer, without memory callbacks
}  // namespace

ChunkBuffer::ChunkBuffer(const BufferPolicy& policy, Place place, std::uint64_t chunk_bytes, ByteOrder order)
    : policy_(&policy), place_(std::move(place)), chunk_bytes_(static_cast<std::size_t>(chunk_bytes)), order_(order) {}

Result<> ChunkBuffer::open() {
  std::byte* const chunk = allocate();
  if (!chunk) return Error{Errc::no_memory, "there is no memory for the first chunk", path()};
  chunks_.push_back(chunk);
  begin_chunk(0);
  return {};
}

void ChunkBuffer::set_place(OTF2_LocationRef location, std::string path) {
  place_.location = location;
  place_.path = std::move(path);
}

std::byte* ChunkBuffer::allocate() {
  if (!policy_->memory) return allocate_from_pool();
  return static_cast<std::byte*>(policy_->memory->otf2_allocate(
      policy_->memory_data, place_.type, place_.location, &per_buffer_data_, chunk_bytes_));
}

// Chunks of the pool stay with the buffer: after a flush they are handed out again.
std::byte* ChunkBuffer::allocate_from_pool() {
  const std::size_t used = chunks_.size();
  if ((used + 1) * chunk_bytes_ > pool_bytes) return nullptr;
  if (used == pool_.size()) grow_pool();
  return used < pool_.size() ? pool_[used] : nullptr;
}

// Most writers need one chunk. Those that need more will need many, and get large pages for them: half of the time to
// record an event goes into the first touch of small ones.
void ChunkBuffer::grow_pool() {
  constexpr std::size_t large_page = std::size_t{2} << 20;
  const bool is_first = pool_.empty();
  const std::size_t chunks = is_first ? 1 : std::max<std::size_t>(1, large_page / chunk_bytes_);
  const std::size_t bytes = (chunks * chunk_bytes_ + large_page - 1) / large_page * large_page;
  void* const block = is_first ? std::malloc(chunk_bytes_) : std::aligned_alloc(large_page, bytes);
  if (!block) return;
  if (!is_first) ::madvise(block, bytes, MADV_HUGEPAGE);  // a wish: without it things are as they were
  blocks_.emplace_back(static_cast<std::byte*>(block));
  for (std::size_t i = 0; i < chunks; ++i) pool_.push_back(blocks_.back().get() + i * chunk_bytes_);
}

void ChunkBuffer::begin_chunk(std::size_t chunk) {
  current_ = chunk;
  p_ = put_chunk_head(begin(), order_, events_ + 1);
  end_ = begin() + chunk_bytes_;
}

Result<> ChunkBuffer::next_chunk() {
  detour_.clear();
  if (chunks_.empty()) return open();  // a flush took the last one, and then there was no memory
  std::byte* const next = current_ + 1 < chunks_.size() ? chunks_[current_ + 1] : allocate();
  put_last_event(begin(), order_, events_);
  std::memset(p_, end_of_chunk, static_cast<std::size_t>(end_ - p_));
  if (next) {
    if (current_ + 1 == chunks_.size()) chunks_.push_back(next);
    begin_chunk(current_ + 1);
    return {};
  }
  const bool flush = may_flush(false);
  if (flush) {
    WEFT_TRY(write_out(chunk_bytes_));
    release(false);
  }
  std::byte* const chunk = allocate();
  if (!chunk) return Error{Errc::no_memory, "there is no memory for another chunk", path()};
  chunks_.push_back(chunk);
  begin_chunk(chunks_.size() - 1);
  if (flush && place_.type == OTF2_FILETYPE_EVENTS && policy_->flush && policy_->flush->otf2_post_flush)
    end_of_flush_ = policy_->flush->otf2_post_flush(policy_->flush_data, place_.type, place_.location);
  return {};
}

// Whoever is asked may forget what he stored of the buffer, so all marks end here. Without an answer, everything but
// events is written.
bool ChunkBuffer::may_flush(bool final) {
  ++flushes_;
  if (!policy_->flush || !policy_->flush->otf2_pre_flush) return place_.type != OTF2_FILETYPE_EVENTS;
  return policy_->flush->otf2_pre_flush(policy_->flush_data, place_.type, place_.location, place_.caller, final) ==
         OTF2_FLUSH;
}

Result<> ChunkBuffer::write_out(std::size_t bytes_of_last) {
  if (!policy_->to_disk) return {};
  if (place_.type == OTF2_FILETYPE_EVENTS && place_.location == OTF2_UNDEFINED_LOCATION)
    return Error{Errc::unsupported, "there is no file for events without a location", path()};
  if (!file_) file_ = WEFT_TRY(File::create(path()));
  for (std::size_t i = 0; i <= current_; ++i)
    WEFT_TRY(file_->append({chunks_[i], i == current_ ? bytes_of_last : chunk_bytes_}));
  return {};
}

void ChunkBuffer::release(bool final) {
  chunks_.clear();
  p_ = end_ = nullptr;
  if (policy_->memory)
    policy_->memory->otf2_free_all(policy_->memory_data, place_.type, place_.location, &per_buffer_data_, final);
  else if (final)
    blocks_.clear(), pool_.clear();
}

Result<> ChunkBuffer::finish() {
  if (chunks_.empty())
    if (auto opened = open(); !opened) return release(true), opened;
  *p_++ = std::byte{end_of_file};
  // The second mark is for tradition; when the chunk has no room for it, readers do without.
  if (p_ < end_) *p_++ = std::byte{end_of_buffer};
  put_last_event(begin(), order_, events_);
  Result<> written;
  if (may_flush(true)) {
    written = write_out(static_cast<std::size_t>(p_ - begin()));
    if (written && file_) written = file_->close();
    if (written) release(false);
  }
  release(true);
  return written;
}

void ChunkBuffer::return_to(const Mark& mark) {
  current_ = mark.chunk;
  p_ = begin() + mark.offset;
  end_ = begin() + chunk_bytes_;
  events_ = mark.events;
}

bool ChunkBuffer::begin_detour(std::size_t need) {
  detour_.resize(need + slack_bytes);
  return true;
}

void ChunkBuffer::end_detour(const std::byte* position) {
  const auto bytes = static_cast<std::size_t>(position - detour_.data());
  std::memcpy(p_, detour_.data(), bytes);
  p_ += bytes;
  detour_.clear();
}

}  // namespace weft::otf2::compat
