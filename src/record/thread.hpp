// SPDX-License-Identifier: BSD-3-Clause
// Thread: one thread of the program, as far as it is recorded, and what happens at every event: the time is read, the
// event is written into the thread's chunk in the bytes of the format, and that is all.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

#include "record/clock.hpp"
#include "record/dftracer_stream.hpp"
#include "record/inside.hpp"
#include "record/keep_errno.hpp"
#include "record/known_texts.hpp"
#include "record/litl_stream.hpp"
#include "record/otf2_stream.hpp"
#include "record/thread_memory.hpp"

namespace weft::recording {

// On cache lines of its own: no other thread disturbs it.
class alignas(128) Thread {
 public:
  Thread(LocationRef location, OutputFormat format, ClockKind clock, const ThreadMemory::Shared& shared,
      std::unique_ptr<ThreadFile> file);

  LocationRef location() const { return location_; }
  ThreadMemory& memory() { return memory_; }
  const ChunkCursor& cursor() const {
    return std::visit([](const auto& stream) -> const ChunkCursor& { return stream.chunks(); }, stream_);
  }

  // The way of nearly all events is without a call, or its last act is one: nothing is saved and restored.
  template <class R>
  [[gnu::always_inline]] void append(const R& record) {
    enter();
    auto* const otf2 = std::get_if<Otf2Stream>(&stream_);
    if (otf2 && clock_ == ClockKind::counter && attached_ == 0) [[likely]]
      if (const Ticks time = read_clock(ClockKind::counter); otf2->has_room_for(time, otf2->most_bytes_of(record)))
          [[likely]] {
        otf2->put(time, record);
        return leave();
      }
    append_and_leave<R>(record);
  }

  // An event of a moment that is over, between `enter` and `leave`. What is attached waits for another one.
  template <class R>
  [[gnu::always_inline]] void append_at(Ticks time, const R& record, std::span<const AttributeEntry> attributes = {}) {
    std::visit(
        [&](auto& stream) {
          if constexpr (has_place<std::remove_cvref_t<decltype(stream)>, R>) {
            if (attributes.empty() && stream.has_room_for(time, stream.most_bytes_of(record))) [[likely]]
              stream.put(time, record);
            else
              append_with(stream, time, record, attributes);
          }
        },
        stream_);
  }

  // Spans are lost where the format knows no such thing.
  bool keeps_spans() const { return std::holds_alternative<DftracerStream>(stream_); }
  template <class S>
  [[gnu::always_inline]] void append_span(const S& span) {
    enter();
    if (auto* const dftracer = std::get_if<DftracerStream>(&stream_)) [[likely]] {
      // Spans say themselves when they were, and may have been long ago.
      if (dftracer->has_room_for(dftracer->last_time(), dftracer->most_bytes_of(span))) [[likely]]
        dftracer->put(dftracer->last_time(), span);
      else
        append_with(*dftracer, dftracer->last_time(), span, {});
    } else
      memory_.count_lost();
    leave();
  }

  // Whether this thread is within the recorder, where a signal handler may have interrupted it.
  bool is_busy() const { return is_busy_; }
  void enter() {
    is_busy_ = true;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  void leave() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    is_busy_ = false;
  }

  // For the next event. Those that are too many are lost. Inlined, so that the parts of an attribute are stored where
  // they belong: one that is put together elsewhere and copied as a whole waits until its parts have been stored.
  [[gnu::always_inline]] bool attach(const AttributeEntry& attribute) {
    if (!attributes_ && !make_attributes()) [[unlikely]]
      return false;
    // Readers refuse an event that has an attribute twice: the last value counts.
    for (std::uint32_t i = 0; i < attached_; ++i)
      if (attributes_[i].attribute == attribute.attribute) return attributes_[i] = attribute, true;
    if (attached_ == most_attributes) return false;
    attributes_[attached_++] = attribute;
    return true;
  }

  void forget_attached() { attached_ = 0; }

  // Texts of attributes, for this thread alone.
  std::optional<StringRef> known_text(std::string_view text) {
    enter();
    const auto id = texts_.find(text);
    leave();
    return id;
  }
  void remember_text(std::string_view text, StringRef id);
  // When the thread is over, of which there may be many.
  void forget_texts() { texts_ = {}; }

  // A text with a code, where the format has such a thing; else it is lost.
  void append_text(std::uint32_t code, std::string_view text) noexcept;

  Thread* next = nullptr;   // in the list of all
  std::uint64_t tid = 0;    // as the system calls it
  std::uint16_t depth = 0;  // of spans that have begun, where somebody counts
  int ending_rounds = 0;
  std::atomic<bool> has_ended = false;

 private:
  using Streams = std::variant<Otf2Stream, LitlStream, DftracerStream>;
  static constexpr std::size_t most_attributes = 16;

  static Streams stream_of(OutputFormat format, LocationRef location, ChunkCursor chunks);
  bool make_attributes();

  // Small ones in registers.
  template <class R>
  using Passed = std::conditional_t<std::is_trivially_copyable_v<R> && sizeof(R) <= 16, R, const R&>;
  template <class R>
  [[gnu::noinline]] void append_and_leave(Passed<R> record) noexcept {
    const Ticks time = read_clock(clock_);
    std::visit([&](auto& stream) { append_to(stream, time, record); }, stream_);
    leave();
  }

  template <class Stream, class R>
  [[gnu::always_inline]] void append_to(Stream& stream, Ticks time, const R& record) {
    if constexpr (!has_place<Stream, R>) return count_homeless<Stream, R>();
    if (attached_ == 0 && stream.has_room_for(time, stream.most_bytes_of(record))) [[likely]]
      stream.put(time, record);
    else
      append_slowly(stream, time, record);
  }

  template <class Stream, class R>
  static constexpr bool has_place = [] {
    if constexpr (requires { Stream::template has_place<R>; }) return Stream::template has_place<R>;
    return true;
  }();
  template <class Stream, class R>
  void count_homeless() {
    attached_ = 0;
    if constexpr (!Stream::template is_told_otherwise<R>) memory_.count_lost();
  }

  // With attributes, in a new chunk, or when the clock went back because the thread moved to another processor.
  template <class Stream, class R>
  void append_slowly(Stream& stream, Ticks time, const R& record) noexcept {
    append_with(stream, time, record, {attributes_.get(), std::exchange(attached_, 0)});
  }
  template <class Stream, class R>
  [[gnu::noinline]] void append_with(
      Stream& stream, Ticks time, const R& record, std::span<const AttributeEntry> attributes) noexcept {
    const KeepErrno keep_errno;
    const Inside inside;
    if (time < stream.last_time()) time = stream.last_time();
    if (!keep(stream, time, record, attributes)) memory_.count_lost();
  }

  // The trace says where events are missing. Memory that is used up is asked for again only now and then.
  template <class Stream, class R>
  bool keep(Stream& stream, Ticks time, const R& record, std::span<const AttributeEntry> attributes) {
    constexpr std::uint64_t now_and_then = 1024;
    if (is_dropping_) {
      if (memory_.lost() % now_and_then != 0) return false;
      if (!stream.append(time, evt::MeasurementOnOff{MeasurementMode::on})) return false;
      is_dropping_ = false;
    }
    const Result<> done = stream.append(time, record, attributes);
    if (!done && done.error().code == Errc::no_memory) begin_gap(stream, time);
    return done.has_value();
  }

  template <class Stream>
  void begin_gap(Stream& stream, Ticks time) {
    is_dropping_ = true;
    const evt::MeasurementOnOff mark{MeasurementMode::off};
    memory_.open_reserve(stream.chunks());
    if (stream.has_room_for(time, stream.most_bytes_of(mark))) stream.put(time, mark);
    stream.chunks().set_limit(stream.chunks().position());
  }

  // What an event looks at stands apart: a load of more than was just stored waits until that is in the cache, and the
  // compiler makes one load of two neighbours.
  std::uint32_t attached_ = 0;
  Streams stream_;
  bool is_busy_ = false;
  bool is_dropping_ = false;
  ClockKind clock_;
  std::unique_ptr<AttributeEntry[]> attributes_;
  KnownTexts texts_;
  LocationRef location_;
  ThreadMemory memory_;
};

}  // namespace weft::recording
