// SPDX-License-Identifier: BSD-3-Clause
#include "analyze/io_answers/access.hpp"

namespace weft {

void IoPositions::replay(const IoAccess& access, IoFiles& files) {
  const Key key{access.process, access.file};
  switch (access.placing) {
    case IoPlacing::unknown:
      break;
    case IoPlacing::opens:
      states_[key] = {access.offset, std::nullopt, false};
      break;
    case IoPlacing::closes:
      states_.erase(key);
      break;
    case IoPlacing::moves: {
      State& state = states_[key];
      state.position = access.offset;
      state.continues = false;
      break;
    }
    case IoPlacing::at_offset:
    case IoPlacing::follows:
      if (access.bytes) transfer(access, states_[key], files);
  }
}

void IoPositions::transfer(const IoAccess& access, State& state, IoFiles& files) {
  const bool follows = access.placing == IoPlacing::follows;
  const auto where = follows ? state.position : access.offset;
  const std::uint64_t bytes = *access.bytes;
  if (access.counts) {
    IoPattern& pattern = files[access.file].pattern;
    if (where && state.last_end)
      ++(*where == *state.last_end ? pattern.sequential : pattern.random);
    else if (follows && state.continues)
      ++pattern.sequential;
    if (bytes >= page_bytes && (bytes % page_bytes != 0 || where.value_or(0) % page_bytes != 0)) ++pattern.unaligned;
    if (where && access.io_class == IoClass::read) {
      pattern.placed_bytes_read += bytes;
      pattern.read.add(*where, *where + bytes);
    }
  }
  state.last_end = where ? std::optional(*where + bytes) : std::nullopt;
  if (!follows) return;
  state.position = state.last_end;
  state.continues = true;
}

IoAccessOrder::Stream& IoAccessOrder::stream(std::size_t number) {
  const std::lock_guard lock(mutex_);
  return streams_[number];
}

void IoAccessOrder::add(
    std::size_t stream_number, std::uint64_t run, bool is_last, std::vector<IoAccess> accesses, IoFiles& files) {
  Stream& at = stream(stream_number);
  const std::lock_guard lock(at.mutex);
  at.waiting.emplace(run, Run{std::move(accesses), is_last});
  for (auto next = at.waiting.begin(); next != at.waiting.end() && next->first == at.next;
       next = at.waiting.erase(next), ++at.next) {
    for (const IoAccess& access : next->second.accesses) at.positions.replay(access, files);
    if (next->second.is_last) at.positions.clear();
  }
}

}  // namespace weft
