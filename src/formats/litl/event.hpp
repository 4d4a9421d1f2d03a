// SPDX-License-Identifier: BSD-3-Clause
// NativeEvent: one event as it lies in the file, borrowed and not copied; and how it is written into a buffer. The
// encoders are what a recorder calls for every event: no allocation, no check, no error. Whoever calls them has made
// sure that there is room for `encoded_bytes`.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "base/bytes.hpp"
#include "formats/litl/records.hpp"

namespace weft::litl {

// Bytes of an event in a file: `count` is the number of parameters of a regular one, bytes of any other.
constexpr std::uint64_t encoded_bytes(EventType type, std::uint64_t count, const Layout& layout = standard_layout) {
  switch (type) {
    case EventType::regular:
      return layout.event_bytes() + 1 + count * layout.word_bytes;
    case EventType::offset:
      return layout.event_bytes() + 1 + count;
    case EventType::raw:
    case EventType::packed:
      break;
  }
  return layout.event_bytes() + 4 + count;
}

inline std::uint64_t load_word(const std::byte* from, std::uint32_t word_bytes) {
  return word_bytes == 8 ? load<std::uint64_t>(from, ByteOrder::little) : load<std::uint32_t>(from, ByteOrder::little);
}

struct NativeEvent {
  std::uint64_t time = 0;
  std::uint32_t code = 0;
  EventType type = EventType::regular;
  std::uint32_t count = 0;           // parameters of a regular event, bytes of any other
  std::uint32_t word_bytes = 8;      // of a parameter
  const std::byte* begin = nullptr;  // of the whole event
  const std::byte* data = nullptr;   // of what `count` counts

  std::uint64_t parameter(std::size_t i) const { return load_word(data + i * word_bytes, word_bytes); }
  // The parameters of a regular event as they are stored, or the bytes of another one.
  Bytes payload() const { return {data, type == EventType::regular ? std::size_t{count} * word_bytes : count}; }
  Bytes bytes() const { return {begin, static_cast<std::size_t>(data - begin) + payload().size()}; }
};

// The event at a place where one has been found before: nothing is checked.
inline NativeEvent event_at(const std::byte* from, std::uint32_t word_bytes) {
  NativeEvent event;
  event.time = load_word(from, word_bytes);
  event.code = load<std::uint32_t>(from + word_bytes, ByteOrder::little);
  event.type = static_cast<EventType>(from[word_bytes + 4]);
  event.word_bytes = word_bytes;
  event.begin = from;
  const std::byte* const rest = from + word_bytes + 5;
  if (event.type == EventType::raw || event.type == EventType::packed) {
    event.count = load<std::uint32_t>(rest, ByteOrder::little);
    event.data = rest + 4;
  } else {
    event.count = static_cast<std::uint32_t>(*rest);
    event.data = rest + 1;
  }
  return event;
}

// All encoders write the standard layout and return where the next event goes.

inline std::byte* put_header(std::byte* to, std::uint64_t time, std::uint32_t code, EventType type) {
  store(to, time, ByteOrder::little);
  store(to + 8, code, ByteOrder::little);
  to[12] = static_cast<std::byte>(type);
  return to + 13;
}

// A regular event up to its parameters, which the caller stores: `count` words from the returned place on.
inline std::byte* begin_regular(std::byte* to, std::uint64_t time, std::uint32_t code, std::uint8_t count) {
  to = put_header(to, time, code, EventType::regular);
  *to = std::byte{count};
  return to + 1;
}

// A raw or packed event up to its bytes, which the caller stores from the returned place on.
inline std::byte* begin_sized(
    std::byte* to, std::uint64_t time, std::uint32_t code, EventType type, std::uint32_t size) {
  to = put_header(to, time, code, type);
  store(to, size, ByteOrder::little);
  return to + 4;
}

template <class... Parameters>
std::byte* put_regular(std::byte* to, std::uint64_t time, std::uint32_t code, Parameters... parameters) {
  static_assert(sizeof...(Parameters) < 256);
  to = begin_regular(to, time, code, sizeof...(Parameters));
  ((store(to, static_cast<std::uint64_t>(parameters), ByteOrder::little), to += 8), ...);
  return to;
}

// The values' own bytes, one after the other.
template <class... Values>
std::byte* put_packed(std::byte* to, std::uint64_t time, std::uint32_t code, const Values&... values) {
  static_assert((std::is_trivially_copyable_v<Values> && ...));
  to = begin_sized(to, time, code, EventType::packed, static_cast<std::uint32_t>((sizeof(Values) + ... + 0)));
  ((std::memcpy(to, &values, sizeof values), to += sizeof values), ...);
  return to;
}

inline std::byte* put_bytes(std::byte* to, Bytes bytes) {
  if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  return to + bytes.size();
}

inline std::byte* put_packed_bytes(std::byte* to, std::uint64_t time, std::uint32_t code, Bytes bytes) {
  to = begin_sized(to, time, code, EventType::packed, static_cast<std::uint32_t>(bytes.size()));
  return put_bytes(to, bytes);
}

// A NUL is added to the text, and counted: one byte more than the text is needed.
inline std::byte* put_raw(std::byte* to, std::uint64_t time, std::uint32_t code, Bytes text) {
  to = begin_sized(to, time, code, EventType::raw, static_cast<std::uint32_t>(text.size() + 1));
  to = put_bytes(to, text);
  *to = std::byte{0};
  return to + 1;
}

// An event of any layout.
inline std::byte* put_event(std::byte* to, const NativeEvent& event) {
  switch (event.type) {
    case EventType::regular:
      to = begin_regular(to, event.time, event.code, static_cast<std::uint8_t>(event.count));
      for (std::size_t i = 0; i < event.count; ++i, to += 8) store(to, event.parameter(i), ByteOrder::little);
      return to;
    case EventType::raw:
    case EventType::packed:
      return put_bytes(begin_sized(to, event.time, event.code, event.type, event.count), event.payload());
    case EventType::offset:
      break;
  }
  to = put_header(to, event.time, event.code, event.type);
  *to = static_cast<std::byte>(event.count);
  return put_bytes(to + 1, event.payload());
}

// The end of a chunk: `next` is the thread's next chunk, from the base of the process, or 0.
inline std::byte* put_mark(std::byte* to, std::uint64_t next) { return put_regular(to, 0, mark_code, next); }

}  // namespace weft::litl
