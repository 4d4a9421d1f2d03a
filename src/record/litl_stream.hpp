// SPDX-License-Identifier: BSD-3-Clause
// LitlStream: events of one thread as LiTL stores them. LiTL knows codes and words; a region has one code for entering
// and one for leaving, a metric has one for its values, every other kind of event has a code, its fields are words, and
// so are its attributes: key, type and value of each behind the fields. The mapping beside the trace says what the
// codes mean, and texts at its end what the ids in words do (litl_names.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "formats/litl/event.hpp"
#include "model/event_types.hpp"
#include "record/chunk_cursor.hpp"

namespace weft::recording {

// Codes of regions and metrics are of one process: those of a run go into one archive. Regions have the first of them,
// two each, metrics the last.
inline constexpr std::uint32_t first_kind_code = 0x1000;
inline constexpr unsigned process_shift = 20;
inline constexpr std::uint32_t most_litl_metrics = 1u << 16;
inline constexpr std::uint32_t most_litl_regions = ((1u << process_shift) - most_litl_metrics) / 2;
inline constexpr std::uint32_t most_litl_processes = (1u << (32 - process_shift)) - 2;
constexpr std::uint32_t enter_code(std::uint32_t process, RegionRef region) {
  return ((process + 1) << process_shift) + 2 * region.value;
}
constexpr std::uint32_t leave_code(std::uint32_t process, RegionRef region) { return enter_code(process, region) + 1; }
constexpr std::uint32_t metric_code(std::uint32_t process, MetricRef metric) {
  return ((process + 2) << process_shift) - 1 - metric.value;
}
inline constexpr std::uint32_t marker_code = first_kind_code - 1;
inline constexpr std::uint32_t definition_code = first_kind_code - 2;
inline constexpr std::uint32_t more_definition_code = first_kind_code - 3;
inline constexpr std::uint32_t first_count_code = 0x800;  // of what is told as a number at the end
template <class R>
inline constexpr std::uint32_t kind_code = first_kind_code + static_cast<std::uint32_t>(kind_of<R>);

class LitlStream {
 public:
  LitlStream(ChunkCursor out, std::uint32_t process) : out_(out), process_(process) {}

  Ticks last_time() const { return time_; }
  ChunkCursor& chunks() { return out_; }
  const ChunkCursor& chunks() const { return out_; }

  // As the writer of OTF2 has them.
  template <class R>
  static std::size_t most_bytes_of(const R& record) {
    if (!has_code(record)) [[unlikely]]
      return no_room;
    return litl::encoded_bytes(widest<R>, words_of(record) * (widest<R> == litl::EventType::packed ? word_bytes : 1));
  }
  bool has_room_for(Ticks time, std::size_t bytes) const { return time >= time_ && out_.fits(bytes); }
  template <class R>
  Result<> append(Ticks time, const R& record, std::span<const AttributeEntry> attributes = {}) {
    const std::size_t words = words_of(record) + words_of_attribute * attributes.size();
    if (words > most_words) return Error{Errc::too_large, "more words than a LiTL event can have", out_.path()};
    if (!has_code(record)) return Error{Errc::too_large, "more regions or metrics than there are codes", out_.path()};
    const std::size_t bytes = std::max(
        most_bytes_of(record), std::size_t{litl::encoded_bytes(litl::EventType::regular, words)});
    if (!out_.fits(bytes)) WEFT_TRY(out_.next_chunk());
    attributes_ = attributes;
    put(time, record);
    return {};
  }
  Result<> append_text(Ticks time, std::uint32_t code, std::string_view text) {
    text = text.substr(0, litl::most_event_bytes - litl::encoded_bytes(litl::EventType::raw, 1));
    if (!out_.fits(litl::encoded_bytes(litl::EventType::raw, text.size() + 1))) WEFT_TRY(out_.next_chunk());
    time_ = std::max(time, time_);
    std::byte* const end = litl::put_raw(out_.position(), time_, code, std::as_bytes(std::span(text)));
    out_.count_event();
    out_.advance_to(end);
    return {};
  }
  template <class R>
  [[gnu::always_inline]] void put(Ticks time, const R& record) {
    if constexpr (std::is_same_v<R, evt::Metric>)
      if (attributes_.empty() && has_real(record)) return put_packed(time, record);
    Words words{out_.position() + litl::encoded_bytes(litl::EventType::regular, 0)};
    if constexpr (std::is_same_v<R, evt::Metric>)
      put_values(words, record);
    else if constexpr (!is_region_event<R>)
      put_fields(words, record);
    for (const AttributeEntry& entry : attributes_) put_fields(words, entry);
    attributes_ = {};
    litl::begin_regular(out_.position(), time, code_of(record), words.count);
    end_event(time, words.to);
  }

 private:
  static constexpr std::size_t most_words = 255;
  static constexpr std::size_t word_bytes = 8;
  static constexpr std::size_t no_room = ~std::size_t{0} >> 1;  // whatever is left
  static constexpr std::size_t words_of_attribute = 3;
  template <class R>
  static constexpr bool is_region_event = std::is_same_v<R, evt::Enter> || std::is_same_v<R, evt::Leave>;

  template <class R>
  static constexpr litl::EventType widest = std::is_same_v<R, evt::Metric> ? litl::EventType::packed
                                                                           : litl::EventType::regular;

  struct Words {
    std::byte* to;
    std::uint8_t count = 0;
    void put(std::uint64_t word) {
      store(to, word, ByteOrder::little);
      to += sizeof word;
      ++count;
    }
  };

  void end_event(Ticks time, std::byte* end) {
    time_ = time;
    out_.count_event();
    out_.advance_to(end);
  }

  // Words of regular events are whole numbers to every reader. Others stand in a packed event, whose line in the
  // mapping says what they are; with attributes behind it there is no such line.
  static bool has_real(const evt::Metric& metric) {
    return std::ranges::any_of(
        metric.metric_values, [](const MetricValue& value) { return value.type == Type::double_; });
  }
  void put_packed(Ticks time, const evt::Metric& metric) {
    Words words{out_.position() + litl::encoded_bytes(litl::EventType::packed, 0)};
    put_values(words, metric);
    litl::begin_sized(out_.position(), time, code_of(metric), litl::EventType::packed,
        static_cast<std::uint32_t>(word_bytes * words.count));
    end_event(time, words.to);
  }
  static void put_values(Words& words, const evt::Metric& metric) {
    for (const MetricValue& value : metric.metric_values) words.put(value.bits);
  }

  template <class R>
  static bool has_code(const R& record) {
    if constexpr (is_region_event<R>)
      return record.region.value < most_litl_regions;
    else if constexpr (std::is_same_v<R, evt::Metric>)
      return record.metric.value < most_litl_metrics;
    else
      return true;
  }

  template <class R>
  std::uint32_t code_of(const R& record) const {
    if constexpr (std::is_same_v<R, evt::Enter>)
      return enter_code(process_, record.region);
    else if constexpr (std::is_same_v<R, evt::Leave>)
      return leave_code(process_, record.region);
    else if constexpr (std::is_same_v<R, evt::Metric>)
      return metric_code(process_, record.metric);
    else
      return kind_code<R>;
  }

  template <class T>
  static void put_value(Words& words, const T& value) {
    if constexpr (std::is_same_v<T, Timestamp>)
      words.put(value.value);
    else if constexpr (std::is_same_v<T, TypedValue>)
      words.put(static_cast<std::uint64_t>(value.type)), words.put(value.bits);
    else if constexpr (is_sequence<T>)
      for (const auto& element : value) put_value(words, element);
    else if constexpr (Record<T>)
      put_fields(words, value);
    else if constexpr (is_ref<T>)
      words.put(value.value);
    else
      words.put(static_cast<std::uint64_t>(value));
  }
  template <class R>
  static void put_fields(Words& words, const R& record) {
    R::schema.each([&](const auto& field) { put_value(words, record.*field.member); });
  }

  template <class R>
  static constexpr std::size_t words_of(const R& record) {
    std::size_t words = 0;
    if constexpr (std::is_same_v<R, evt::Metric>)
      words = record.metric_values.size();
    else if constexpr (!is_region_event<R>)
      R::schema.each([&](const auto& field) { words += size_of(record.*field.member); });
    return words;
  }
  template <class T>
  static constexpr std::size_t size_of(const T& value) {
    if constexpr (std::is_same_v<T, TypedValue>)
      return 2;
    else if constexpr (is_sequence<T>)
      return value.size() * (Record<typename T::element> ? 2 : 1);
    else
      return 1;
  }

  ChunkCursor out_;
  std::uint32_t process_;
  Ticks time_ = 0;
  std::span<const AttributeEntry> attributes_;
};

}  // namespace weft::recording
