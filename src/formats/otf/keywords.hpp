// SPDX-License-Identifier: BSD-3-Clause
// Which record a line is: a table of all spellings of all lines of a kind of file, made by the compiler. A keyword is
// found by its letters, not by comparing it with all others.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "formats/otf/lexing.hpp"
#include "formats/otf/records.hpp"

namespace weft::otf {

// One way to write a record.
template <class R, bool Older>
struct LineOf {
  using Record = R;
  static constexpr const auto& layout = []() -> const auto& {
    if constexpr (Older)
      return R::older;
    else
      return R::schema;
  }
  ();
};

namespace detail {

template <class R>
consteval auto lines_of() {
  if constexpr (requires { R::older; })
    return TypeList<LineOf<R, false>, LineOf<R, true>>{};
  else
    return TypeList<LineOf<R, false>>{};
}

template <class... Lists>
struct Joined {
  using List = TypeList<>;
};
template <class First, class... Rest>
struct Joined<First, Rest...> {
  using List = Concat<First, typename Joined<Rest...>::List>;
};

template <class... R>
auto all_lines(TypeList<R...>) -> typename Joined<decltype(lines_of<R>())...>::List;

}  // namespace detail

// All lines that a kind of file may have.
template <class Kind>
using LinesOf = decltype(detail::all_lines(typename Kind::Readable{}));

inline constexpr std::uint8_t no_line = 255;

// Prefix and keyword of a line, joined.
struct LineStart {
  std::array<char, 24> letters{};
  std::uint8_t size = 0;
  std::uint8_t line = no_line;

  constexpr void add(std::string_view word) {
    for (const char c : word) letters[size++] = c;
  }
  constexpr std::string_view word() const { return {letters.data(), size}; }
};

// The letters of a word as a number: its first eight, its last and its length tell nearly all apart.
constexpr std::uint32_t mixed_letters(std::string_view word) {
  std::uint64_t mixed = word.size();
  for (std::size_t i = 0; i < word.size() && i < 8; ++i) mixed = mixed << 8 ^ static_cast<unsigned char>(word[i]);
  mixed ^= static_cast<std::uint64_t>(word.back()) << 40;
  return static_cast<std::uint32_t>(mixed * 0x9e3779b97f4a7c15u >> 48);
}

template <class Kind>
class Keywords {
 public:
  constexpr Keywords() {
    one_letter_.fill(no_line);
    std::uint8_t line = 0;
    LinesOf<Kind>::each([&](auto type) {
      using Line = typename decltype(type)::type;
      using Own = KindOf<typename Line::Record>;
      for (const auto prefix : {Own::short_prefix, Own::long_prefix})
        for (const auto start : {Line::layout.short_start, Line::layout.long_start}) insert(prefix, start, line);
      ++line;
    });
  }

  // The line of a record that is named by one letter.
  std::uint8_t of_letter(char letter) const { return one_letter_[static_cast<unsigned char>(letter)]; }

  std::uint8_t find(std::string_view word) const {
    if (word.empty() || word.size() > LineStart{}.letters.size()) return no_line;
    for (std::size_t i = mixed_letters(word) % slots;; i = (i + 1) % slots) {
      if (starts_[i].size == 0) return no_line;
      if (starts_[i].word() == word) return starts_[i].line;
    }
  }

 private:
  static constexpr std::size_t slots = 256;

  constexpr void insert(std::string_view prefix, std::string_view start, std::uint8_t line) {
    LineStart entry;
    entry.line = line;
    entry.add(prefix);
    entry.add(start);
    if (entry.size == 1) one_letter_[static_cast<unsigned char>(entry.letters[0])] = line;
    std::size_t i = mixed_letters(entry.word()) % slots;
    for (; starts_[i].size != 0; i = (i + 1) % slots)
      if (starts_[i].word() == entry.word()) return;  // both prefixes are the same
    starts_[i] = entry;
  }

  std::array<LineStart, slots> starts_{};
  std::array<std::uint8_t, 256> one_letter_{};
};

template <class Kind>
inline constexpr Keywords<Kind> keywords;

}  // namespace weft::otf
