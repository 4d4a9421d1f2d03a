// SPDX-License-Identifier: BSD-3-Clause
// DftracerStream: events of one thread as rows, which become lines of DFTracer when a chunk is handed over
// (dftracer_file.hpp). DFTracer knows spans and counters: regions, metrics, and spans that are told at their end have a
// place there, nothing else has.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>

#include "model/event_types.hpp"
#include "record/chunk_cursor.hpp"
#include "record/dftracer_rows.hpp"

namespace weft::recording {

class DftracerStream {
 public:
  explicit DftracerStream(ChunkCursor out) : out_(out) {}

  Ticks last_time() const { return time_; }
  ChunkCursor& chunks() { return out_; }
  const ChunkCursor& chunks() const { return out_; }

  template <class R>
  static constexpr bool has_place = std::is_same_v<R, evt::Enter> || std::is_same_v<R, evt::Leave> ||
                                    std::is_same_v<R, evt::Metric> || is_span<R> || std::is_same_v<R, PackedSpan>;
  // The beginning and end of programs and threads, and of measuring, stand in the trace in other ways.
  template <class R>
  static constexpr bool is_told_otherwise = std::is_same_v<R, evt::ProgramBegin> ||
                                            std::is_same_v<R, evt::ProgramEnd> ||
                                            std::is_same_v<R, evt::ThreadCreate> ||
                                            std::is_same_v<R, evt::ThreadBegin> || std::is_same_v<R, evt::ThreadEnd> ||
                                            std::is_same_v<R, evt::ThreadWait> ||
                                            std::is_same_v<R, evt::MeasurementOnOff> ||
                                            std::is_same_v<R, evt::BufferFlush>;

  // As the writer of OTF2 has them.
  template <class R>
  static std::size_t most_bytes_of(const R& record) {
    if constexpr (is_span<R>)
      return bytes_of(record.arguments);
    else if constexpr (std::is_same_v<R, PackedSpan>)
      return sizeof(Row) + record.arguments.size_bytes() + record.texts.size();
    else if constexpr (std::is_same_v<R, evt::Metric>)
      return sizeof(Row) + record.metric_values.size() * sizeof(RowArgument);
    else
      return sizeof(Row);
  }
  bool has_room_for(Ticks time, std::size_t bytes) const { return time >= time_ && out_.fits(bytes); }
  template <class R>
  Result<> append(Ticks time, const R& record, std::span<const AttributeEntry> attributes = {}) {
    if (!out_.fits(most_bytes_of(record) + attributes.size() * sizeof(RowArgument))) WEFT_TRY(out_.next_chunk());
    put(time, record, attributes);
    return {};
  }
  template <class R>
  [[gnu::always_inline]] void put(Ticks time, const R& record, std::span<const AttributeEntry> attributes = {}) {
    time_ = time;
    if constexpr (std::is_same_v<R, evt::Enter>)
      put_row({Row::Kind::enter, 0, 0, 0, time, time, record.region.value, 0}, attributes);
    else if constexpr (std::is_same_v<R, evt::Leave>)
      put_row({Row::Kind::leave, 0, 0, 0, time, time, record.region.value, 0}, attributes);
    else if constexpr (std::is_same_v<R, evt::Metric>)
      put_row({Row::Kind::metric, 0, 0, 0, time, time, record.metric.value, 0}, record.metric_values);
    else if constexpr (is_span<R>)
      put_row({Row::Kind::span, 0, record.level, 0, record.begin, record.end, record.what.value, 0}, record.arguments);
    else if constexpr (std::is_same_v<R, PackedSpan>)
      put_packed(record);
  }

 private:
  static std::size_t bytes_of(std::span<const Argument> arguments) {
    std::size_t bytes = sizeof(Row) + arguments.size() * sizeof(RowArgument);
    for (const Argument& argument : arguments) bytes += padded(row_text(argument.text).size());
    return bytes;
  }

  static std::size_t bytes_of(std::span<const AttributeEntry> arguments) {
    return sizeof(Row) + arguments.size() * sizeof(RowArgument);
  }

  static RowArgument in_row(const AttributeEntry& entry) {
    return {entry.attribute.value, entry.value.type, ArgumentUse::key, entry.value.bits};
  }
  static RowArgument in_row(const MetricValue& value) { return {0, value.type, ArgumentUse::key, value.bits}; }
  [[gnu::always_inline]] static RowArgument in_row(const Argument& argument) {
    const bool is_text = argument.value.type == Type::none;
    return {argument.key.value, argument.value.type, ArgumentUse::key,
        is_text ? row_text(argument.text).size() : argument.value.bits};
  }

  template <class Arguments>
  [[gnu::always_inline]] void put_row(Row row, const Arguments& arguments) {
    const std::size_t count = std::min(arguments.size(), most_row_arguments);
    std::byte* const begin = out_.position();
    std::byte* to = begin + sizeof row;
    for (std::size_t i = 0; i < count; ++i, to += sizeof(RowArgument)) {
      const RowArgument argument = in_row(arguments[i]);
      std::memcpy(to, &argument, sizeof argument);
    }
    if constexpr (std::is_same_v<Arguments, std::span<const Argument>>)
      for (const Argument& argument : arguments.first(count)) {
        if (argument.value.type != Type::none || argument.text.empty()) [[likely]]
          continue;
        const std::string_view text = row_text(argument.text);
        std::memcpy(to, text.data(), text.size());
        to += padded(text.size());
      }
    row.arguments = static_cast<std::uint8_t>(count);
    row.bytes = static_cast<std::uint32_t>(to - begin);
    std::memcpy(begin, &row, sizeof row);
    out_.count_event();
    out_.advance_to(to);
  }

  [[gnu::always_inline]] void put_packed(const PackedSpan& span) {
    const std::size_t bytes = most_bytes_of(span);
    std::byte* const begin = out_.position();
    const Row row{span.kind, static_cast<std::uint8_t>(span.arguments.size()), span.level,
        static_cast<std::uint32_t>(bytes), span.begin, span.end, span.what, span.left_out};
    put_row_head(begin, row);
    copy_words(begin + sizeof row, span.arguments.data(), span.arguments.size_bytes());
    copy_words(begin + sizeof row + span.arguments.size_bytes(), span.texts.data(), span.texts.size());
    out_.count_event();
    out_.advance_to(begin + bytes);
  }

  ChunkCursor out_;
  Ticks time_ = 0;
};

}  // namespace weft::recording
