// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/chunk_buffer.hpp"

#include <unistd.h>

#include <cstring>
#include <new>

#include "formats/otf2/chunk_writer.hpp"
#include "formats/otf2/record_stream.hpp"

namespace weft::otf2::compat {

namespace {
constexpr std::size_t pool_bytes = std::size_t{128} << 20;  // of each writer, without memory callbacks
}  // namespace

ChunkBuffer::ChunkBuffer(const BufferPolicy& policy, Place place, std::uint64_t chunk_bytes)
    : policy_(&policy), place_(std::move(place)), chunk_bytes_(static_cast<std::size_t>(chunk_bytes)) {}

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
  if (!policy_->memory) return allocate_own();
  return static_cast<std::byte*>(policy_->memory->otf2_allocate(
      policy_->memory_data, place_.type, place_.location, &per_buffer_data_, chunk_bytes_));
}

// Own chunks stay with the buffer: after a flush they are handed out again.
std::byte* ChunkBuffer::allocate_own() {
  const std::size_t used = chunks_.size();
  if ((ahead_ + used + 1) * chunk_bytes_ > pool_bytes) return nullptr;
  if (used == own_chunks_.size()) {
    auto* const chunk = new (std::nothrow) std::byte[chunk_bytes_ + slack_bytes];
    if (!chunk) return nullptr;
    own_chunks_.emplace_back(chunk);
  }
  return own_chunks_[used].get();
}

void ChunkBuffer::go_to_chunk(std::size_t chunk) {
  current_ = chunk;
  limit_ = begin() + chunk_bytes_ - (policy_->memory ? slack_bytes : 0);
}

void ChunkBuffer::begin_chunk(std::size_t chunk) {
  go_to_chunk(chunk);
  p_ = put_chunk_head(begin(), order(), events_ + 1);
}

Result<> ChunkBuffer::next_chunk() {
  if (chunks_.empty()) return open();  // a flush took the last one, and then there was no memory
  end_tail();
  put_last_event(begin(), order(), events_);
  std::memset(p_, end_of_chunk, static_cast<std::size_t>(begin() + chunk_bytes_ - p_));
  if (write_ahead()) {
    begin_chunk(ahead_);
    return {};
  }
  const std::size_t next_in_memory = current_ + 1 - ahead_;
  std::byte* const next = next_in_memory < chunks_.size() ? chunks_[next_in_memory] : allocate();
  if (next) {
    if (next_in_memory == chunks_.size()) chunks_.push_back(next);
    begin_chunk(current_ + 1);
    return {};
  }
  const bool flush = may_flush(false);
  if (flush) {
    if (auto written = write_out(chunk_bytes_); !written) return cut_file(), written;
    keep(chunk_bytes_);
    release(false);
  }
  std::byte* const chunk = allocate();
  if (!chunk) return Error{Errc::no_memory, "there is no memory for another chunk", path()};
  chunks_.push_back(chunk);
  begin_chunk(ahead_ + chunks_.size() - 1);
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

// True if the only chunk in memory went to the file and is free again. It does as long as the program has its say in
// time: memory is not used up, and somebody will be asked. Should writing fail, chunks stay in memory, and the flush
// will tell.
bool ChunkBuffer::write_ahead() {
  if (chunks_.size() != 1 || (ahead_ + 2) * chunk_bytes_ > pool_bytes || policy_->memory || !policy_->to_disk)
    return false;
  if (place_.type == OTF2_FILETYPE_EVENTS &&
      (place_.location == OTF2_UNDEFINED_LOCATION || !policy_->flush || !policy_->flush->otf2_pre_flush))
    return false;
  if (!file_ && ::access(path().c_str(), F_OK) == 0) return false;  // this file is not ours to take back
  if (!write_out(chunk_bytes_)) return cut_file(), false;
  ++ahead_;
  return true;
}

Result<> ChunkBuffer::write_out(std::size_t bytes_of_last) {
  if (!policy_->to_disk) return {};
  if (place_.type == OTF2_FILETYPE_EVENTS && place_.location == OTF2_UNDEFINED_LOCATION)
    return Error{Errc::unsupported, "there is no file for events without a location", path()};
  if (!file_) file_ = WEFT_TRY(File::create(path()));
  for (std::size_t i = ahead_; i <= current_; ++i)
    WEFT_TRY(file_->append({chunks_[i - ahead_], i == current_ ? bytes_of_last : chunk_bytes_}));
  return {};
}

// What could not be written whole and will be tried again does not stay.
void ChunkBuffer::cut_file() {
  if (file_) static_cast<void>(file_->truncate(flushed_bytes_ + ahead_ * chunk_bytes_));
}

// What is in the file stays.
void ChunkBuffer::keep(std::size_t bytes_of_last) {
  flushed_bytes_ += current_ * chunk_bytes_ + bytes_of_last;
  ahead_ = current_ = 0;
}

void ChunkBuffer::take_back() {
  if (ahead_ == 0) return;
  if (flushed_bytes_ > 0) {
    static_cast<void>(file_->truncate(flushed_bytes_));
  } else {
    file_.reset();
    ::unlink(path().c_str());
  }
  ahead_ = 0;
}

void ChunkBuffer::release(bool final) {
  chunks_.clear();
  tail_.clear();
  p_ = limit_ = nullptr;
  if (policy_->memory)
    policy_->memory->otf2_free_all(policy_->memory_data, place_.type, place_.location, &per_buffer_data_, final);
  else if (final)
    own_chunks_.clear();
}

void ChunkBuffer::abandon() {
  take_back();
  release(true);
}

Result<> ChunkBuffer::finish() {
  if (chunks_.empty())
    if (auto opened = open(); !opened) return abandon(), opened;
  end_tail();
  *p_++ = std::byte{end_of_file};
  // The second mark is for tradition; when the chunk has no room for it, readers do without.
  if (p_ < begin() + chunk_bytes_) *p_++ = std::byte{end_of_buffer};
  put_last_event(begin(), order(), events_);
  Result<> written;
  if (may_flush(true)) {
    const auto bytes_of_last = static_cast<std::size_t>(p_ - begin());
    written = write_out(bytes_of_last);
    keep(bytes_of_last);  // a part is better than nothing
    if (written && file_) written = file_->close();
    if (written) release(false);
  }
  abandon();
  return written;
}

Result<> ChunkBuffer::return_to(const Mark& mark) {
  end_tail();
  if (mark.chunk < ahead_) {
    const std::uint64_t offset = flushed_bytes_ + mark.chunk * chunk_bytes_;
    auto reader = WEFT_TRY(File::open(path()));
    if (WEFT_TRY(reader.read_at(offset, {chunks_.front(), chunk_bytes_})) != chunk_bytes_)
      return Error{Errc::io, "what was written is not there any more", path(), offset};
    WEFT_TRY(file_->truncate(offset));
    chunks_.resize(1);
    ahead_ = mark.chunk;
  }
  events_ = mark.events;
  go_to_chunk(mark.chunk);
  p_ = begin() + mark.offset;
  return {};
}

bool ChunkBuffer::fits_into_tail(std::size_t need) {
  if (!tail_.empty() || chunks_.empty()) return false;
  const auto free = static_cast<std::size_t>(begin() + chunk_bytes_ - p_);
  if (need >= free) return false;
  tail_.resize(free + slack_bytes);
  p_ = tail_.data();
  limit_ = p_ + free;
  return true;
}

// The tail goes where it belongs.
void ChunkBuffer::end_tail() {
  if (tail_.empty()) return;
  const auto bytes = static_cast<std::size_t>(p_ - tail_.data());
  std::byte* const place = begin() + chunk_bytes_ - (tail_.size() - slack_bytes);
  std::memcpy(place, tail_.data(), bytes);
  go_to_chunk(current_);
  p_ = place + bytes;
  tail_.clear();
}

}  // namespace weft::otf2::compat
