// SPDX-License-Identifier: BSD-3-Clause
// Rows: what happened, as a thread keeps it until its chunk is handed over and becomes lines of DFTracer. A row is its
// head, then its arguments, then the texts of those that are texts; all of it in multiples of eight bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "base/bytes.hpp"
#include "model/values.hpp"

namespace weft::recording {

// A key and a value. A text that nobody has defined has the type `none`, and is kept in the row.
struct Argument {
  AttributeRef key;
  TypedValue value;
  std::string_view text = {};
};

// Something that is over, from its begin to its end.
template <class Arguments>
struct SpanOf {
  RegionRef what;
  Ticks begin;
  Ticks end;
  std::span<const Arguments> arguments;
  std::uint16_t level = 0;
};
using Span = SpanOf<Argument>;
using PlainSpan = SpanOf<AttributeEntry>;  // whose texts are all defined
template <class R>
inline constexpr bool is_span = std::is_same_v<R, Span> || std::is_same_v<R, PlainSpan>;

struct Row {
  enum class Kind : std::uint8_t { enter, leave, span, metric, metadata };
  Kind kind;
  std::uint8_t arguments;
  std::uint16_t level;  // of a span: how many others it is in, itself counted; 0 if nobody counts
  std::uint32_t bytes;  // all of the row
  Ticks begin;
  Ticks end;
  std::uint32_t what;      // the region or metric, or the text that is the kind of metadata
  std::uint32_t left_out;  // arguments that had no place in the row
};
static_assert(sizeof(Row) == 32);

// What becomes of an argument where events are folded together: part of what makes them alike, added up, or neither.
enum class ArgumentUse : std::uint8_t { key, value, ignored };

struct RowArgument {
  std::uint32_t key;
  Type type;
  ArgumentUse use;
  std::uint64_t bits;  // of a text, its length
};
static_assert(sizeof(RowArgument) == 16);

// A text may be JSON, which is not to be quoted.
constexpr std::uint64_t is_json_bit = std::uint64_t{1} << 63;
constexpr std::size_t most_row_arguments = 255;
constexpr std::size_t longest_row_text = 4095;
constexpr std::string_view row_text(std::string_view text) { return text.substr(0, longest_row_text); }
constexpr std::size_t padded(std::size_t bytes) { return (bytes + 7) & ~std::size_t{7}; }

// Rows are written and copied in words of eight bytes, never in other pieces: what was stored a moment ago is loaded at
// once only if the load is part of one store. The compiler must not make larger pieces of it.
using RowWord = std::uint64_t;
[[gnu::always_inline]] inline void copy_words(std::byte* to, const void* from, std::size_t bytes) {
  const auto* const begin = static_cast<const std::byte*>(from);
  for (std::size_t i = 0; i < bytes; i += sizeof(RowWord)) {
    RowWord word;
    std::memcpy(&word, begin + i, sizeof word);
    __asm__("" : "+r"(word));
    std::memcpy(to + i, &word, sizeof word);
  }
}
[[gnu::always_inline]] inline void put_row_head(std::byte* to, const Row& row) {
  if constexpr (std::endian::native == std::endian::little) {
    const RowWord kind = static_cast<RowWord>(row.kind) | RowWord{row.arguments} << 8 | RowWord{row.level} << 16;
    const RowWord words[] = {
        kind | RowWord{row.bytes} << 32, row.begin, row.end, row.what | RowWord{row.left_out} << 32};
    copy_words(to, words, sizeof words);
  } else {
    std::memcpy(to, &row, sizeof row);
  }
}
[[gnu::always_inline]] inline void set_argument(
    RowArgument& to, std::uint32_t key, Type type, std::uint64_t bits, ArgumentUse use = ArgumentUse::key) {
  if constexpr (std::endian::native == std::endian::little) {
    const RowWord words[] = {key | static_cast<RowWord>(type) << 32 | static_cast<RowWord>(use) << 40, bits};
    copy_words(reinterpret_cast<std::byte*>(&to), words, sizeof words);
  } else {
    to = {key, type, use, bits};
  }
}

// A span, or metadata, whose arguments are as they stand in rows already: the texts one behind the other, padded.
struct PackedSpan {
  Row::Kind kind = Row::Kind::span;
  std::uint32_t what = 0;
  std::uint16_t level = 0;
  std::uint32_t left_out = 0;
  Ticks begin = 0;
  Ticks end = 0;
  std::span<const RowArgument> arguments;  // most_row_arguments at most
  Bytes texts;
};

}  // namespace weft::recording
