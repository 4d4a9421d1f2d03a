// SPDX-License-Identifier: BSD-3-Clause
// From a line to a record, by the record's declaration (docs/formats/otf.md, section 6). Lines end with a newline,
// which stops everything here; texts stay where they are.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/otf/key_values.hpp"
#include "formats/otf/lexing.hpp"
#include "formats/otf/line_schema.hpp"

namespace weft::otf {

// What parsing needs besides the line, and what it says when it fails.
struct ParseScratch {
  std::vector<std::uint32_t> numbers;  // of the list of the last record
  std::string_view expected;
};

// A keyword in its long or an older spelling, or behind blanks. False, and nothing taken, if another one stands there.
bool take_other_key(const char*& p, std::string_view short_key, std::string_view long_key, std::string_view older_key);

// The keyword of an empty list and the next one touch: takes the first.
bool take_key_of_empty_list(const char*& p, const std::string_view (&own)[2], const std::string_view (&next)[3]);

// A text in quotes. False if there is none.
bool take_text(const char*& p, std::string_view& text);

// Numbers that are followed by a comma.
void take_list(const char*& p, std::vector<std::uint32_t>& numbers);

// A key-value line behind its keyword: into `values`. False if it is damaged.
bool take_key_value(const char*& p, KeyValues& values, ParseScratch& scratch);

namespace detail {

template <const auto& Layout, std::size_t I>
inline constexpr auto field_at = std::get<I>(Layout.fields);

template <const auto& F>
bool take_key(const char*& p) {
  constexpr std::string_view key = F.short_key;
  if constexpr (key.empty()) {
    return true;
  } else {
    std::size_t same = 0;
    while (same < key.size() && p[same] == key[same]) ++same;
    if (same == key.size() && !is_capital(p[same])) [[likely]] {
      p += key.size();
      return true;
    }
    return take_other_key(p, F.short_key, F.long_key, F.older_key);
  }
}

template <const auto& Layout, std::size_t I>
bool take_list_key(const char*& p) {
  if (take_key<field_at<Layout, I>>(p)) return true;
  if constexpr (I + 1 < std::tuple_size_v<decltype(Layout.fields)>) {
    constexpr const auto& own = field_at<Layout, I>;
    constexpr const auto& next = field_at<Layout, I + 1>;
    return take_key_of_empty_list(p, {own.short_key, own.long_key}, {next.short_key, next.long_key, next.older_key});
  }
  return false;
}

template <class Value>
bool take_value(const char*& p, Value& value, ParseScratch& scratch) {
  if constexpr (std::is_same_v<Value, std::string_view>) {
    return take_text(p, value);
  } else if constexpr (is_sequence<Value>) {
    take_list(p, scratch.numbers);
    value = scratch.numbers;
    return true;
  } else {
    value = static_cast<Value>(take_number(p));
    return true;
  }
}

// One field. `was_there` tells it about the field before.
template <const auto& Layout, std::size_t I, class R>
bool take_field(const char*& p, R& record, ParseScratch& scratch, bool& was_there) {
  constexpr const auto& f = field_at<Layout, I>;
  using Value = typename std::remove_cvref_t<decltype(f)>::Value;
  constexpr Presence presence = f.presence;
  auto& value = record.*f.member;
  if constexpr (presence == Presence::source || presence == Presence::unless_bare) {
    if (*p == '\n') return true;
  }
  bool found;
  if constexpr (is_sequence<Value>)
    found = take_list_key<Layout, I>(p);
  else
    found = take_key<f>(p);
  found = found && take_value(p, value, scratch);
  const bool before_was_there = std::exchange(was_there, found);
  if (found) [[likely]]
    return true;
  if constexpr (presence == Presence::text_if_there || presence == Presence::unless_null ||
                presence == Presence::since_later || presence == Presence::again)
    return true;
  if constexpr (presence == Presence::unless_zero)
    if (before_was_there || *p == '\n') return true;
  scratch.expected = f.long_key.empty() ? std::string_view("a text in quotes") : f.long_key;
  return false;
}

}  // namespace detail

// All fields of a line, from behind its keyword. What follows them is not looked at. False if one is not there;
// `scratch.expected` then says which.
template <const auto& Layout, class R>
bool parse_fields(const char*& p, R& record, ParseScratch& scratch) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] bool was_there = true;
    return (detail::take_field<Layout, I>(p, record, scratch, was_there) && ...);
  }
  (std::make_index_sequence<std::tuple_size_v<decltype(Layout.fields)>>{});
}

}  // namespace weft::otf
