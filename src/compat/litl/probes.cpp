// SPDX-License-Identifier: BSD-3-Clause
// Probes: what a program calls for every event. Room in the thread's buffer, the time, and the bytes of the file.
#include <litl_timer.h>
#include <litl_write.h>

#include "compat/litl/recording.hpp"
#include "formats/litl/event.hpp"
#include "record/raw_clock.hpp"

using weft::Bytes;
using weft::litl::compat::Recording;
using weft::litl::compat::ThreadBuffer;
using namespace weft::litl;

namespace {

litl_timing_method_t timing_method() { return __atomic_load_n(&litl_get_time, __ATOMIC_RELAXED); }
std::uint64_t now() { return timing_method()(); }

// Nothing for events that no reader could find again: a mark, or more than the reference reads.
std::byte* take(litl_write_trace_t* trace, litl_code_t code, std::uint64_t bytes) {
  if (!trace || code == mark_code || bytes > most_event_bytes) return nullptr;
  return Recording::of(trace).take(bytes);
}

litl_t* as_event(std::byte* at) { return reinterpret_cast<litl_t*>(at); }

// The way of nearly all events is without a call: what it would save and restore costs more than what it does. `put`
// writes the event; nothing if it takes longer.
template <class Put>
[[gnu::always_inline]] inline litl_t* record_at_once(
    litl_write_trace_t* trace, litl_code_t code, std::uint64_t bytes, Put&& put) {
  if (trace && code != mark_code && timing_method() == litl_get_time_monotonic_raw) [[likely]]
    if (ThreadBuffer* const own = Recording::of(trace).buffer_at_hand(bytes)) [[likely]]
      if (const std::uint64_t time = weft::recording::raw_nanoseconds_at_once()) [[likely]] {
        std::byte* const at = own->take(bytes);
        put(at, time);
        return as_event(at);
      }
  return nullptr;
}

template <class... Parameters>
[[gnu::noinline]] litl_t* record_slowly(litl_write_trace_t* trace, litl_code_t code, Parameters... parameters) {
  std::byte* const at = take(trace, code, encoded_bytes(EventType::regular, sizeof...(parameters)));
  if (at) put_regular(at, now(), code, parameters...);
  return as_event(at);
}

template <class... Parameters>
litl_t* record(litl_write_trace_t* trace, litl_code_t code, Parameters... parameters) {
  constexpr std::uint64_t bytes = encoded_bytes(EventType::regular, sizeof...(parameters));
  const auto put = [&](std::byte* at, std::uint64_t time) { put_regular(at, time, code, parameters...); };
  if (litl_t* const event = record_at_once(trace, code, bytes, put)) [[likely]]
    return event;
  return record_slowly(trace, code, parameters...);
}

// An event whose parameters the program fills in.
[[gnu::noinline]] litl_t* get_event_slowly(litl_write_trace_t* trace, litl_type_t type, litl_code_t code, int size) {
  const bool is_regular = type == LITL_TYPE_REGULAR;
  if (size < 0 || type >= LITL_TYPE_OFFSET || (is_regular && size / 8 > 255)) return nullptr;
  const auto count = static_cast<std::uint32_t>(is_regular ? size / 8 : size);
  const auto kind = static_cast<EventType>(type);
  std::byte* const at = take(trace, code, encoded_bytes(kind, count));
  if (at && is_regular)
    begin_regular(at, now(), code, static_cast<std::uint8_t>(count));
  else if (at)
    begin_sized(at, now(), code, kind, count);
  return as_event(at);
}

[[gnu::noinline]] litl_t* record_raw_slowly(litl_write_trace_t* trace, litl_code_t code, Bytes data) {
  std::byte* const at = take(trace, code, encoded_bytes(EventType::raw, data.size() + 1));
  if (at) put_raw(at, now(), code, data);
  return as_event(at);
}

}  // namespace

extern "C" {

litl_t* __litl_write_get_event(litl_write_trace_t* trace, litl_type_t type, litl_code_t code, int size) {
  const auto count = static_cast<std::uint32_t>(size);
  const std::uint64_t bytes = encoded_bytes(EventType::packed, count);
  const auto put = [&](std::byte* at, std::uint64_t time) { begin_sized(at, time, code, EventType::packed, count); };
  if (type == LITL_TYPE_PACKED && bytes <= most_event_bytes) [[likely]]
    if (litl_t* const event = record_at_once(trace, code, bytes, put)) [[likely]]
      return event;
  return get_event_slowly(trace, type, code, size);
}

litl_t* litl_write_probe_raw(litl_write_trace_t* trace, litl_code_t code, litl_size_t size, litl_data_t data[]) {
  const Bytes text(reinterpret_cast<const std::byte*>(data), size);
  const std::uint64_t bytes = encoded_bytes(EventType::raw, std::uint64_t{size} + 1);
  const auto put = [&](std::byte* at, std::uint64_t time) { put_raw(at, time, code, text); };
  if (bytes <= most_event_bytes) [[likely]]
    if (litl_t* const event = record_at_once(trace, code, bytes, put)) [[likely]]
      return event;
  return record_raw_slowly(trace, code, text);
}

litl_t* litl_write_probe_reg_0(litl_write_trace_t* trace, litl_code_t code) { return record(trace, code); }
litl_t* litl_write_probe_reg_1(litl_write_trace_t* trace, litl_code_t code, litl_param_t p1) {
  return record(trace, code, p1);
}
litl_t* litl_write_probe_reg_2(litl_write_trace_t* trace, litl_code_t code, litl_param_t p1, litl_param_t p2) {
  return record(trace, code, p1, p2);
}
litl_t* litl_write_probe_reg_3(
    litl_write_trace_t* trace, litl_code_t code, litl_param_t p1, litl_param_t p2, litl_param_t p3) {
  return record(trace, code, p1, p2, p3);
}
litl_t* litl_write_probe_reg_4(
    litl_write_trace_t* trace, litl_code_t code, litl_param_t p1, litl_param_t p2, litl_param_t p3, litl_param_t p4) {
  return record(trace, code, p1, p2, p3, p4);
}
litl_t* litl_write_probe_reg_5(litl_write_trace_t* trace, litl_code_t code, litl_param_t p1, litl_param_t p2,
    litl_param_t p3, litl_param_t p4, litl_param_t p5) {
  return record(trace, code, p1, p2, p3, p4, p5);
}
litl_t* litl_write_probe_reg_6(litl_write_trace_t* trace, litl_code_t code, litl_param_t p1, litl_param_t p2,
    litl_param_t p3, litl_param_t p4, litl_param_t p5, litl_param_t p6) {
  return record(trace, code, p1, p2, p3, p4, p5, p6);
}
litl_t* litl_write_probe_reg_7(litl_write_trace_t* trace, litl_code_t code, litl_param_t p1, litl_param_t p2,
    litl_param_t p3, litl_param_t p4, litl_param_t p5, litl_param_t p6, litl_param_t p7) {
  return record(trace, code, p1, p2, p3, p4, p5, p6, p7);
}
litl_t* litl_write_probe_reg_8(litl_write_trace_t* trace, litl_code_t code, litl_param_t p1, litl_param_t p2,
    litl_param_t p3, litl_param_t p4, litl_param_t p5, litl_param_t p6, litl_param_t p7, litl_param_t p8) {
  return record(trace, code, p1, p2, p3, p4, p5, p6, p7, p8);
}
litl_t* litl_write_probe_reg_9(litl_write_trace_t* trace, litl_code_t code, litl_param_t p1, litl_param_t p2,
    litl_param_t p3, litl_param_t p4, litl_param_t p5, litl_param_t p6, litl_param_t p7, litl_param_t p8,
    litl_param_t p9) {
  return record(trace, code, p1, p2, p3, p4, p5, p6, p7, p8, p9);
}
litl_t* litl_write_probe_reg_10(litl_write_trace_t* trace, litl_code_t code, litl_param_t p1, litl_param_t p2,
    litl_param_t p3, litl_param_t p4, litl_param_t p5, litl_param_t p6, litl_param_t p7, litl_param_t p8,
    litl_param_t p9, litl_param_t p10) {
  return record(trace, code, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10);
}
}
