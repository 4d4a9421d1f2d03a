// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/event_cursor.hpp"

#include <fmt/format.h>

#include "formats/litl/rules.hpp"

namespace weft::litl {

EventCursor::EventCursor(const Layout& layout, Bytes body, std::uint64_t first_chunk)
    : body_(body),
      word_bytes_(layout.word_bytes),
      mark_bytes_(layout.mark_bytes()),
      at_(body.data()),
      end_(body.data()) {
  if (first_chunk == 0) return;
  ended_ = false;
  if (first_chunk >= body.size()) {
    stop(chunk_link, fmt::format("the first chunk should be {} bytes into a body of {}", first_chunk, body.size()));
    return;
  }
  at_ = body.data() + first_chunk;
  end_ = body.data() + body.size();
  chunk_ = first_chunk;
}

bool EventCursor::stop(const Rule& rule, std::string message) {
  damage_ = {&rule, position(), std::move(message)};
  ended_ = true;
  end_ = at_;
  return false;
}

// Less than a mark is left: an event that fits is delivered, but the chunk has no end.
bool EventCursor::next_near_end(NativeEvent& event) {
  if (ended_) return false;
  const auto left = static_cast<std::size_t>(end_ - at_);
  const std::size_t header = word_bytes_ + 5 + 1;
  const auto type = left >= header ? static_cast<EventType>(at_[word_bytes_ + 4]) : EventType::regular;
  const bool is_sized = type == EventType::raw || type == EventType::packed;
  const bool is_mark = left >= header && load<std::uint32_t>(at_ + word_bytes_, ByteOrder::little) == mark_code;
  if (is_mark || left < header + (is_sized ? 3 : 0))
    return stop(chunk_unterminated,
        fmt::format("expected an event or the end of a chunk, found the last {} bytes of the process", left));
  return take(event);
}

bool EventCursor::refuse(const NativeEvent& event) {
  if (event.type > EventType::offset)
    return stop(event_damaged, fmt::format("expected an event of type 0 to 3, found {}", static_cast<int>(event.type)));
  return stop(event_damaged,
      fmt::format("an event of {} bytes, of which the process has {}", event.bytes().size(), end_ - at_));
}

bool EventCursor::follow() {
  const std::uint64_t here = position();
  const std::uint64_t next = load_word(at_ + word_bytes_ + 6, word_bytes_);
  if (next == 0) {
    ended_ = true;
    end_ = at_ + mark_bytes_;
    at_ = end_;
    return false;
  }
  if (next < here + mark_bytes_ || next >= body_.size())
    return stop(chunk_link, fmt::format("the next chunk should be {} bytes into a body of {}, after this one at {}",
                                next, body_.size(), here + mark_bytes_));
  at_ = body_.data() + next;
  chunk_ = next;
  if (static_cast<std::size_t>(end_ - at_) >= mark_bytes_ &&
      load<std::uint32_t>(at_ + word_bytes_, ByteOrder::little) == mark_code && ++empty_chunks_ > most_empty_chunks_)
    return stop(chunk_shared, "one empty chunk after another, more than this process has room for");
  return true;
}

}  // namespace weft::litl
