// SPDX-License-Identifier: BSD-3-Clause
// Fates: what becomes of the fields of records in a format that cannot say all of them, declared once for each format:
//
//   inline constexpr auto fates = Fates{gone("it has no such record"), whole<evt::Enter, evt::Leave>(),
//       of<def::Region>(carried<&def::Region::self, &def::Region::name>(),
//           lost<&def::Region::description>("a function has no description"),
//           translated<&def::Region::paradigm>("the group of the function", [](const def::Region& r, const Words&)
//           {...}))};
//
// A field that stands in none of a record's lists, or in two, does not compile. Whoever writes hands each record to
// FateCounts, which counts the fields that have something to lose, and then tells a LossReport.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "model/definitions.hpp"
#include "model/loss_report.hpp"
#include "schema/compare.hpp"

namespace weft {

// When a field has the fate it is said to have. All else that stands in its place is called with the record and with
// the words of the format (Definitions, or what has `definitions()`), and says when it has not.
struct Always {};
struct UnlessEmpty {};  // a field that was not told is not lost
struct AsCounted {};    // whoever writes counts by FateCounts::count

template <LossReport::Fate fate, class Unless, auto... Members>
struct FieldFate {
  std::string_view why;
  Unless unless = {};
};
template <auto... Members>
struct Carried {};

template <auto... Members>
constexpr Carried<Members...> carried() {
  return {};
}
// Without members it is the record that is lost or translated.
template <std::size_t members>
using Usually = std::conditional_t<members == 0, Always, UnlessEmpty>;
template <auto... Members, class Unless = Usually<sizeof...(Members)>>
constexpr auto lost(std::string_view why, Unless unless = {}) {
  return FieldFate<LossReport::Fate::lost, Unless, Members...>{why, unless};
}
template <auto... Members, class Unless = Usually<sizeof...(Members)>>
constexpr auto translated(std::string_view how, Unless unless = {}) {
  return FieldFate<LossReport::Fate::translated, Unless, Members...>{how, unless};
}

template <class R, class... Parts>
struct RecordFate {
  std::tuple<Parts...> parts;
};
template <class... Records>
struct WholeRecords : RecordFate<Records>... {};
// All that is not named.
struct Gone {
  std::string_view why;
};

constexpr Gone gone(std::string_view why) { return {why}; }
template <class... Records>
constexpr WholeRecords<Records...> whole() {
  return {};
}

template <class... Entries>
struct Fates : Entries... {};
template <class... Entries>
Fates(Entries...) -> Fates<Entries...>;

namespace detail {

template <auto A, auto B>
constexpr bool is_same_member() {
  if constexpr (std::is_same_v<decltype(A), decltype(B)>)
    return A == B;
  else
    return false;
}

template <auto Member, class Part>
inline constexpr int times_in = 0;
template <auto Member, auto... Members>
inline constexpr int times_in<Member, Carried<Members...>> = (0 + ... + int{is_same_member<Member, Members>()});
template <auto Member, LossReport::Fate fate, class Unless, auto... Members>
inline constexpr int times_in<Member, FieldFate<fate, Unless, Members...>> = (0 + ... +
                                                                              int{is_same_member<Member, Members>()});

// Every field of R stands in one of the parts.
template <class R, class... Parts>
constexpr bool names_every_field() {
  bool every = true;
  R::schema.each([&](const auto& f) {
    every = every && (0 + ... + times_in<std::remove_cvref_t<decltype(f)>::member, Parts>) == 1;
  });
  return every;
}

template <auto Member>
constexpr std::string_view name_of_member() {
  using R = typename MemberTraits<decltype(Member)>::Record;
  std::string_view name;
  R::schema.each([&](const auto& f) {
    if (is_same_member<Member, std::remove_cvref_t<decltype(f)>::member>()) name = f.name;
  });
  return name;
}

template <class R, class... Parts>
constexpr const RecordFate<R, Parts...>* fate_in(const RecordFate<R, Parts...>* fates) {
  return fates;
}
template <class R>
constexpr const Gone* fate_in(...) {
  return nullptr;
}

// `R` keeps compilers from looking where all are named.
template <class R, class All>
constexpr std::string_view why_gone(const All& fates) {
  return static_cast<const Gone&>(fates).why;
}

template <class Part>
inline constexpr std::size_t slots = 0;
template <LossReport::Fate fate, class Unless, auto... Members>
inline constexpr std::size_t slots<FieldFate<fate, Unless, Members...>> = sizeof...(Members) ? sizeof...(Members) : 1;

template <class R>
constexpr std::size_t slots_of(const Gone*) {
  return 1;
}
template <class R, class... Parts>
constexpr std::size_t slots_of(const RecordFate<R, Parts...>*) {
  return (0 + ... + slots<Parts>);
}

inline const Definitions& definitions_of(const Definitions& definitions) { return definitions; }
template <class Words>
const Definitions& definitions_of(const Words& words) requires requires {
  words.definitions();
}
{ return words.definitions(); }

// As it is when nobody tells it, or a text without a character.
template <auto Member, class Words>
bool is_empty(const typename MemberTraits<decltype(Member)>::Record& record, const Words& words) {
  using Value = typename MemberTraits<decltype(Member)>::Value;
  static const typename MemberTraits<decltype(Member)>::Record nothing{};
  if constexpr (std::is_same_v<Value, StringRef>)
    return definitions_of(words).text(record.*Member).empty();
  else if constexpr (is_sequence<Value>)
    return (record.*Member).empty();
  else
    return same_value(record.*Member, nothing.*Member);
}

}  // namespace detail

template <class R, class... Parts>
constexpr RecordFate<R, Parts...> of(Parts... parts) {
  static_assert(
      detail::names_every_field<R, Parts...>(), "a field of the record stands in none of the lists, or in two");
  return {{parts...}};
}

// Counts of what one stream of records could not carry, for the record types in `List`. Costs nothing for records that
// are carried whole, and a comparison for each field that is not.
template <class List, const auto& fates>
class FateCounts {
 public:
  // Whether no record of this type is written.
  template <class R>
  static constexpr bool is_gone = std::is_same_v<decltype(detail::fate_in<R>(&fates)), const Gone*>;

  // `example` makes a text of the record. False if the record is lost.
  template <class R, class Words, class Example>
  bool add(const R& record, const Words& words, Example&& example) {
    if constexpr (is_gone<R>) {
      count_slot(first_slot<R>(), example);
      return false;
    } else {
      std::size_t slot = first_slot<R>();
      bool is_there = true;
      std::apply(
          [&](const auto&... part) {
            (..., (is_there = is_there && add_part(part, slot, record, words, example),
                      slot += detail::slots<std::remove_cvref_t<decltype(part)>>));
          },
          detail::fate_in<R>(&fates)->parts);
      return is_there;
    }
  }

  // Of a field whose fate is AsCounted.
  template <auto Member, class Example>
  void count(Example&& example) {
    using R = typename detail::MemberTraits<decltype(Member)>::Record;
    std::size_t slot = first_slot<R>();
    std::apply([&](const auto&... part) { (..., count_member<Member>(part, slot, example)); },
        detail::fate_in<R>(&fates)->parts);
  }

  void tell(LossReport& loss) const {
    List::each([&](auto type) {
      using R = typename decltype(type)::type;
      std::size_t slot = first_slot<R>();
      if constexpr (is_gone<R>)
        tell_slot(slot, LossReport::Fate::lost, R::schema.name, "", detail::why_gone<R>(fates), loss);
      else
        std::apply(
            [&](const auto&... part) { (..., tell_part<R>(part, slot, loss)); }, detail::fate_in<R>(&fates)->parts);
    });
  }

 private:
  template <class R>
  static consteval std::size_t first_slot() {
    std::size_t before = 0;
    bool is_found = false;
    List::each([&](auto type) {
      using Other = typename decltype(type)::type;
      is_found = is_found || std::is_same_v<R, Other>;
      if (!is_found) before += detail::slots_of<Other>(detail::fate_in<Other>(&fates));
    });
    return before;
  }
  static consteval std::size_t all_slots() {
    std::size_t count = 0;
    List::each([&](auto type) {
      using R = typename decltype(type)::type;
      count += detail::slots_of<R>(detail::fate_in<R>(&fates));
    });
    return count;
  }

  template <class Unless, class R, class Words>
  static bool applies(const Unless& unless, const R& record, const Words& words) {
    if constexpr (std::is_same_v<Unless, Always>)
      return true;
    else if constexpr (std::is_same_v<Unless, AsCounted>)
      return false;
    else
      return !unless(record, words);
  }

  // False if the record is lost.
  template <auto... Members, class R, class Words, class Example>
  bool add_part(const Carried<Members...>&, std::size_t, const R&, const Words&, Example&) {
    return true;
  }
  template <LossReport::Fate fate, class Unless, auto... Members, class R, class Words, class Example>
  bool add_part(const FieldFate<fate, Unless, Members...>& part, std::size_t slot, const R& record, const Words& words,
      Example& example) {
    if constexpr (std::is_same_v<Unless, UnlessEmpty>) {
      (..., (detail::is_empty<Members>(record, words) ? void() : count_slot(slot, example), ++slot));
    } else if (applies(part.unless, record, words)) {
      if constexpr (sizeof...(Members) == 0) {
        count_slot(slot, example);
        return fate != LossReport::Fate::lost;
      }
      (..., (static_cast<void>(Members), count_slot(slot++, example)));
    }
    return true;
  }

  template <auto Member, auto... Members, class Example>
  void count_member(const Carried<Members...>&, std::size_t&, Example&) {}
  template <auto Member, LossReport::Fate fate, class Unless, auto... Members, class Example>
  void count_member(const FieldFate<fate, Unless, Members...>&, std::size_t& slot, Example& example) {
    (..., (detail::is_same_member<Member, Members>() ? count_slot(slot, example) : void(), ++slot));
    if constexpr (sizeof...(Members) == 0) ++slot;
  }

  template <class R, auto... Members>
  void tell_part(const Carried<Members...>&, std::size_t&, LossReport&) const {}
  template <class R, LossReport::Fate fate, class Unless, auto... Members>
  void tell_part(const FieldFate<fate, Unless, Members...>& part, std::size_t& slot, LossReport& loss) const {
    (..., tell_slot(slot++, fate, R::schema.name, detail::name_of_member<Members>(), part.why, loss));
    if constexpr (sizeof...(Members) == 0) tell_slot(slot++, fate, R::schema.name, "", part.why, loss);
  }

  template <class Example>
  void count_slot(std::size_t slot, Example& example) {
    if (counts_[slot]++ == 0) examples_[slot] = example();
  }
  void tell_slot(std::size_t slot, LossReport::Fate fate, std::string_view record, std::string_view field,
      std::string_view why, LossReport& loss) const {
    if (!counts_[slot]) return;
    std::string what(record);
    if (!field.empty()) what.append(".").append(field);
    const std::string& example = examples_.at(slot);
    if (fate == LossReport::Fate::lost)
      loss.lost(what, std::string(why), counts_[slot], example);
    else
      loss.translated(what, std::string(why), counts_[slot], example);
  }

  std::array<std::uint64_t, all_slots() + 1> counts_{};
  std::map<std::size_t, std::string> examples_;
};

}  // namespace weft
