// SPDX-License-Identifier: BSD-3-Clause
// How records of OTF are declared: a struct, and beside it the line it is written as. Parsing, writing, printing,
// comparing and the order of a handler's arguments are walks over this declaration (see records.hpp).
//
// A line is a keyword, then fields; each field but the first has a keyword of its own, in a short and in a long
// spelling. Files of older releases have other spellings for some fields.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "schema/schema.hpp"
#include "schema/sequence.hpp"

namespace weft::otf {

using Ticks = std::uint64_t;
using ProcessId = std::uint32_t;
using StreamId = std::uint32_t;
inline constexpr Ticks unknown_time = ~Ticks{0};
inline constexpr ProcessId unknown_process = ~ProcessId{0};

// A text without bytes may be empty or absent: absent ones have no address.
inline bool is_absent(std::string_view text) { return text.data() == nullptr; }

using Numbers = Sequence<std::uint32_t, std::uint32_t>;

// When a field stands in the line (docs/formats/otf.md, sections 5 and 6.3).
enum class Presence : std::uint8_t {
  always,
  text_if_there,  // written always; read as absent when there is no quote
  source,         // left out when 0; when reading, only the end of the line says that it is missing
  unless_bare,    // left out when it and the field behind it are 0
  unless_null,    // left out when absent
  unless_zero,    // left out when 0; what follows a field that was there is ignored if it is something else
  since_later,    // written always; older files do not have it
  again,          // never written: a second occurrence that older files have, which counts
};

// What a handler is told that does not stand in the line.
enum class From : std::uint8_t { stream, time, process };

// The arguments of a record's handler, in their order: members and From values. A list counts as its length and it.
template <auto... Arguments>
struct Passed {};
template <auto... Arguments>
inline constexpr Passed<Arguments...> passed;

template <auto Member>
struct LineField {
  using Value = typename weft::detail::MemberTraits<decltype(Member)>::Value;
  static constexpr auto member = Member;
  std::string_view name;  // of the handler's argument
  std::string_view short_key;
  std::string_view long_key;
  std::string_view older_key;  // read, never written; empty when there is none
  Presence presence = Presence::always;
  bool glued = false;  // no blanks around it in the long form either
};

template <auto Member>
constexpr LineField<Member> leading(std::string_view name, Presence presence = Presence::always) {
  return {name, "", "", "", presence};
}
template <auto Member>
constexpr LineField<Member> keyed(std::string_view name, std::string_view short_key, std::string_view long_key,
    std::string_view older_key = "", Presence presence = Presence::always) {
  return {name, short_key, long_key, older_key, presence};
}
// The place in the source code that ends most lines.
template <auto Member>
constexpr LineField<Member> scl(std::string_view name, std::string_view older_key = "") {
  return {name, "X", "SCL", older_key, Presence::source};
}
template <auto Member>
constexpr LineField<Member> glued(std::string_view name, std::string_view key) {
  return {name, key, key, "", Presence::always, true};
}
template <auto Member>
constexpr LineField<Member> again(std::string_view short_key, std::string_view long_key) {
  return {"", short_key, long_key, "", Presence::again};
}

template <class Arguments, class... Fields>
struct LineSchema {
  std::uint8_t id;  // the OTF_*_RECORD constant
  std::string_view name;
  std::string_view doc;
  std::string_view short_start;  // behind the prefix of the file kind
  std::string_view long_start;
  std::tuple<Fields...> fields;

  static constexpr std::size_t size = sizeof...(Fields);
  static constexpr Arguments arguments{};

  // Calls `visit` with every field in order; a field that may occur again counts once.
  template <class Visit>
  constexpr void each(Visit&& visit) const {
    auto once = [&](const auto& f) {
      if (f.presence != Presence::again) visit(f);
    };
    std::apply([&](const auto&... f) { (once(f), ...); }, fields);
  }

  // The same line under another keyword.
  constexpr LineSchema starting_with(std::string_view short_word, std::string_view long_word) const {
    return {id, name, doc, short_word, long_word, fields};
  }
};

template <class Arguments, class... Fields>
constexpr LineSchema<Arguments, Fields...> record_line(std::uint8_t id, std::string_view name, std::string_view doc,
    std::string_view short_start, std::string_view long_start, Arguments, Fields... fields) {
  return {id, name, doc, short_start, long_start, {fields...}};
}

}  // namespace weft::otf
