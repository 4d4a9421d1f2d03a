// SPDX-License-Identifier: BSD-3-Clause
// LitlStream: events of one thread as LiTL stores them. LiTL knows codes and words; a region has one code for entering
// and one for leaving, every other kind of event has a code, its fields are words, and so are its attributes: key, type
// and value of each behind the fields. The mapping beside the trace says what the codes mean (litl_file.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "formats/litl/event.hpp"
#include "model/event_types.hpp"
#include "record/chunk_cursor.hpp"

namespace weft::recording {

// Codes of regions are of one process: those of a run go into one archive.
inline constexpr std::uint32_t first_kind_code = 0x1000;
inline constexpr unsigned process_shift = 20;
inline constexpr std::uint32_t most_litl_processes = (1u << (32 - process_shift)) - 2;
constexpr std::uint32_t enter_code(std::uint32_t process, RegionRef region) {
  return ((process + 1) << process_shift) + 2 * region.value;
}
constexpr std::uint32_t leave_code(std::uint32_t process, RegionRef region) { return enter_code(process, region) + 1; }
inline constexpr std::uint32_t marker_code = first_kind_code - 1;
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
    return litl::encoded_bytes(litl::EventType::regular, words_of(record));
  }
  bool has_room_for(Ticks time, std::size_t bytes) const { return time >= time_ && out_.fits(bytes); }
  template <class R>
  Result<> append(Ticks time, const R& record, std::span<const AttributeEntry> attributes = {}) {
    const std::size_t words = words_of(record) + words_of_attribute * attributes.size();
    if (words > most_words) return Error{Errc::too_large, "more words than a LiTL event can have", out_.path()};
    const std::size_t bytes = litl::encoded_bytes(litl::EventType::regular, words);
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
    Words words{out_.position() + litl::encoded_bytes(litl::EventType::regular, 0)};
    if constexpr (!is_region_event<R>) put_fields(words, record);
    for (const AttributeEntry& entry : attributes_) put_fields(words, entry);
    attributes_ = {};
    litl::begin_regular(out_.position(), time, code_of(record), words.count);
    time_ = time;
    out_.count_event();
    out_.advance_to(words.to);
  }

 private:
  static constexpr std::size_t most_words = 255;
  static constexpr std::size_t words_of_attribute = 3;
  template <class R>
  static constexpr bool is_region_event = std::is_same_v<R, evt::Enter> || std::is_same_v<R, evt::Leave>;

  struct Words {
    std::byte* to;
    std::uint8_t count = 0;
    void put(std::uint64_t word) {
      store(to, word, ByteOrder::little);
      to += sizeof word;
      ++count;
    }
  };

  template <class R>
  std::uint32_t code_of(const R& record) const {
    if constexpr (std::is_same_v<R, evt::Enter>)
      return enter_code(process_, record.region);
    else if constexpr (std::is_same_v<R, evt::Leave>)
      return leave_code(process_, record.region);
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
    if constexpr (!is_region_event<R>)
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
