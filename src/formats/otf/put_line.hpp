// SPDX-License-Identifier: BSD-3-Clause
// From a record to a line, by the record's declaration. One walk, two pens: FastPen writes where there is room for
// sure, LineBuffer (line_buffer.hpp) asks for room before every element.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "formats/otf/key_values.hpp"
#include "formats/otf/put_hex.hpp"
#include "formats/otf/records.hpp"

namespace weft::otf {

enum class Form : std::uint8_t { short_words, long_words };

// The most characters a number of this type takes: what the reference reserves for it (section 7.2).
template <class T>
inline constexpr std::size_t reserved_for = 2 * sizeof(T);

class FastPen {
 public:
  explicit FastPen(char* to) : p_(to) {}
  char* end() const { return p_; }

  void word(std::string_view word) {
    std::memcpy(p_, word.data(), word.size());
    p_ += word.size();
  }
  template <class T>
  void number(T value) {
    p_ = put_hex(p_, std::uint64_t{static_cast<std::make_unsigned_t<T>>(value)});
  }
  void text(std::string_view text);
  void character(char c) { *p_++ = c; }
  // A text of `size` at the beginning of memory that is copied as a whole.
  template <std::size_t N>
  void short_text(const std::array<char, N>& memory, std::size_t size) {
    std::memcpy(p_, memory.data(), N);
    p_ += size;
  }

 private:
  char* p_;
};

// Copies a text; what would end it or its line becomes a blank.
inline char* put_text(char* to, std::string_view text) {
  *to++ = '"';
  for (const char c : text) *to++ = c == '\n' || c == '"' ? ' ' : c;
  *to++ = '"';
  return to;
}

inline void FastPen::text(std::string_view text) { p_ = put_text(p_, text); }

namespace detail {

// Words with blanks around them as the long form has them, put together by the compiler.
template <std::size_t N>
struct Word {
  std::array<char, N> letters{};
  std::size_t size = 0;
  constexpr void add(std::string_view word) {
    for (const char c : word) letters[size++] = c;
  }
  constexpr std::string_view view() const { return {letters.data(), size}; }
};

template <class R, Form F>
consteval auto start_word() {
  using Kind = KindOf<R>;
  Word<32> word;
  word.add(F == Form::short_words ? Kind::short_prefix : Kind::long_prefix);
  word.add(F == Form::short_words ? R::schema.short_start : R::schema.long_start);
  if (F == Form::long_words) word.add(" ");
  return word;
}
template <class R, Form F>
inline constexpr auto start_word_of = start_word<R, F>();

template <class R, std::size_t I, Form F>
consteval auto key_word() {
  constexpr auto f = std::get<I>(R::schema.fields);
  Word<32> word;
  const bool spaced = F == Form::long_words && !f.long_key.empty() && !f.glued;
  if (spaced) word.add(" ");
  word.add(F == Form::short_words ? f.short_key : f.long_key);
  if (spaced) word.add(" ");
  return word;
}
template <class R, std::size_t I, Form F>
inline constexpr auto key_word_of = key_word<R, I, F>();

// Whether the field stands in the line of this record.
template <std::size_t I, class R>
constexpr bool is_written(const R& record) {
  constexpr auto f = std::get<I>(R::schema.fields);
  const auto& value = record.*f.member;
  if constexpr (f.presence == Presence::again)
    return false;
  else if constexpr (f.presence == Presence::source || f.presence == Presence::unless_zero)
    return value != 0;
  else if constexpr (f.presence == Presence::unless_null)
    return !is_absent(value);
  else if constexpr (f.presence == Presence::unless_bare)
    return value != 0 || record.*std::get<I + 1>(R::schema.fields).member != 0;
  else
    return true;
}

template <class Pen, class Value>
void put_value(Pen& pen, const Value& value) {
  if constexpr (std::is_same_v<Value, std::string_view>) {
    pen.text(value);
  } else if constexpr (is_sequence<Value>) {
    for (const std::uint32_t element : value) {
      pen.number(element);
      pen.character(',');
    }
  } else {
    pen.number(value);
  }
}

template <Form F, std::size_t I, class Pen, class R>
void put_field(Pen& pen, const R& record) {
  if (!is_written<I>(record)) return;
  constexpr std::string_view key = key_word_of<R, I, F>.view();
  if constexpr (!key.empty()) pen.word(key);
  put_value(pen, record.*std::get<I>(R::schema.fields).member);
}

template <class Value>
constexpr std::size_t reserved_value(const Value& value) {
  if constexpr (std::is_same_v<Value, std::string_view>)
    return value.size() + 2;
  else if constexpr (is_sequence<Value>)
    return value.size() * (reserved_for<std::uint32_t> + 1);
  else
    return reserved_for<Value>;
}

}  // namespace detail

template <Form F, class Pen, class R>
void put_line(Pen& pen, const R& record) {
  pen.word(detail::start_word_of<R, F>.view());
  [&]<std::size_t... I>(std::index_sequence<I...>) { (detail::put_field<F, I>(pen, record), ...); }
  (std::make_index_sequence<std::tuple_size_v<decltype(R::schema.fields)>>{});
  pen.character('\n');
}

// Room that is enough for the line, in any form.
template <class R>
constexpr std::size_t reserved_line(const R& record) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return ((detail::start_word_of<R, Form::long_words>.size + 1) + ... +
            (detail::key_word_of<R, I, Form::long_words>.size +
                detail::reserved_value(record.*std::get<I>(R::schema.fields).member)));
  }
  (std::make_index_sequence<std::tuple_size_v<decltype(R::schema.fields)>>{});
}

// The lines of key-values; byte arrays in pieces (section 4).
template <Form F, class Pen>
void put_key_values(Pen& pen, const KeyValues& values) {
  constexpr bool is_short = F == Form::short_words;
  for (const KeyValues::Pair& pair : values.pairs()) {
    std::string_view rest = values.bytes(pair);
    do {
      pen.word(is_short ? "K" : "KEY ");
      pen.number(pair.key);
      pen.word(is_short ? "Y" : " TYPE ");
      pen.number(static_cast<std::uint32_t>(pair.type));
      pen.word(is_short ? "V" : " VALUE ");
      if (pair.type == ValueType::byte_array) {
        const std::string_view piece = rest.substr(0, KeyValues::piece_bytes);
        pen.bytes(piece);
        pen.word(is_short ? "L" : "LEN");
        pen.number(static_cast<std::uint32_t>(rest.size()));
        rest.remove_prefix(piece.size());
      } else if (bits_of(pair.type) == 8) {
        pen.number(static_cast<std::uint8_t>(pair.bits));
      } else if (bits_of(pair.type) == 16) {
        pen.number(static_cast<std::uint16_t>(pair.bits));
      } else if (bits_of(pair.type) == 32) {
        pen.number(static_cast<std::uint32_t>(pair.bits));
      } else {
        pen.number(pair.bits);
      }
      pen.character('\n');
    } while (!rest.empty());
  }
}

}  // namespace weft::otf
