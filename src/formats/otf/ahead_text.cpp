// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/ahead_text.hpp"

#include <algorithm>
#include <cstring>

namespace weft::otf {

Result<std::size_t> AheadText::read(std::span<char> into) {
  at_gap_ = false;
  if (!thread_.joinable()) {
    if (direct_bytes_ < bytes_before_thread) {
      const std::size_t n = WEFT_TRY(source_->read(into));
      direct_bytes_ += n;
      at_gap_ = source_->at_gap();
      position_ = source_->position();
      return n;
    }
    start();
  }
  std::size_t done = 0;
  while (done < into.size()) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return emptied_ < filled_; });
    }
    Block& block = blocks_[emptied_ % blocks_.size()];
    const std::size_t n = std::min(block.size - used_, into.size() - done);
    std::memcpy(into.data() + done, block.text.data() + used_, n);
    done += n;
    used_ += n;
    position_ = block.position;
    if (used_ < block.size) break;
    if (block.error && done == 0) return *block.error;
    if (block.is_last || block.error) break;  // stays, and says the same again
    at_gap_ = block.ends_at_gap;
    used_ = 0;
    {
      const std::lock_guard lock(mutex_);
      ++emptied_;
    }
    changed_.notify_one();
    if (at_gap_) break;
  }
  return done;
}

Result<bool> AheadText::seek(std::uint64_t position) {
  stop();
  direct_bytes_ = 0;
  at_gap_ = false;
  const bool found = WEFT_TRY(source_->seek(position));
  position_ = source_->position();
  return found;
}

void AheadText::start() {
  filled_ = emptied_ = used_ = 0;
  stopping_ = false;
  thread_ = std::thread([this] { run(); });
}

void AheadText::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void AheadText::run() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopping_ || filled_ - emptied_ < blocks_.size(); });
      if (stopping_) return;
    }
    const bool goes_on = fill(blocks_[filled_ % blocks_.size()]);
    {
      const std::lock_guard lock(mutex_);
      ++filled_;
    }
    changed_.notify_one();
    if (!goes_on) return;
  }
}

bool AheadText::fill(Block& block) {
  block.text.resize(block_bytes);
  const auto n = source_->read(block.text);
  block.size = n ? *n : 0;
  block.error = n ? std::nullopt : std::optional<Error>(n.error());
  block.ends_at_gap = source_->at_gap();
  block.is_last = n && *n < block_bytes && !block.ends_at_gap;
  block.position = source_->position();
  return n && !block.is_last;
}

}  // namespace weft::otf
