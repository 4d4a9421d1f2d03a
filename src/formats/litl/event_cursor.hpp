// SPDX-License-Identifier: BSD-3-Clause
// EventCursor: walks the events of one thread through its chunks, in place. Never leaves the body of its process and
// never goes back: a chunk is linked to a later one, so a chain of chunks ends.
#pragma once

#include <cstdint>
#include <string>

#include "formats/litl/event.hpp"
#include "model/rule.hpp"

namespace weft::litl {

// What stopped a cursor, and where: an offset within the body.
struct Damage {
  const Rule* rule = nullptr;  // none: the thread ends as it should
  std::uint64_t offset = 0;
  std::string message = {};
};

class EventCursor {
 public:
  EventCursor() = default;
  // `first_chunk` is an offset within `body`, as pairs hold it; 0 means that the thread has no events.
  EventCursor(const Layout& layout, Bytes body, std::uint64_t first_chunk);

  // The next event; false at the end, and at damage, which `damage` tells apart. Stays false then.
  bool next(NativeEvent& event) {
    while (true) {
      // What is whole is followed by a mark, so there is one's length left; near the end of the body care is taken.
      if (static_cast<std::size_t>(end_ - at_) < mark_bytes_) [[unlikely]]
        return next_near_end(event);
      if (load<std::uint32_t>(at_ + word_bytes_, ByteOrder::little) == mark_code) [[unlikely]] {
        if (!follow()) return false;
        continue;
      }
      return take(event);
    }
  }

  const Damage& damage() const { return damage_; }
  // Within the body: where the chunk begins that the last event was in, and where reading goes on.
  std::uint64_t chunk() const { return chunk_; }
  std::uint64_t position() const { return static_cast<std::uint64_t>(at_ - body_.data()); }
  // Chunks without events that marks led to; they can be limited, because they cost time and deliver nothing.
  std::uint64_t empty_chunks() const { return empty_chunks_; }
  void limit_empty_chunks(std::uint64_t most) { most_empty_chunks_ = most; }

 private:
  bool take(NativeEvent& event) {
    event = event_at(at_, word_bytes_);
    const std::uint64_t bytes = event.type == EventType::offset || event.type == EventType::regular
                                    ? std::uint64_t{event.count} * (event.type == EventType::regular ? word_bytes_ : 1)
                                    : event.count;
    if (static_cast<std::uint64_t>(end_ - event.data) < bytes || event.type > EventType::offset) [[unlikely]]
      return refuse(event);
    at_ = event.data + bytes;
    return true;
  }
  bool next_near_end(NativeEvent& event);
  bool refuse(const NativeEvent& event);
  bool follow();
  bool stop(const Rule& rule, std::string message);

  Bytes body_;
  std::uint32_t word_bytes_ = 8;
  std::uint32_t mark_bytes_ = standard_layout.mark_bytes();
  const std::byte* at_ = nullptr;
  const std::byte* end_ = nullptr;  // same as at_ once there is nothing more to read
  std::uint64_t chunk_ = 0;
  std::uint64_t empty_chunks_ = 0;
  std::uint64_t most_empty_chunks_ = ~std::uint64_t{0};
  bool ended_ = true;
  Damage damage_;
};

}  // namespace weft::litl
