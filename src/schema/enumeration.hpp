// SPDX-License-Identifier: BSD-3-Clause
// Enumerations that know the names of their values. WEFT_ENUM states each enumerator once; the text a user sees is the
// upper-case form of the identifier (a trailing underscore, needed where the name is a C++ keyword, is dropped).
// Values outside the list are legal: traces of newer tools hold them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weft {

struct Enumerator {
  std::uint64_t value;
  std::string name;
};

// Splits "a = 0, b = 1" into enumerators; what WEFT_ENUM hands over.
std::vector<Enumerator> parse_enumerators(std::string_view spelled);

template <class E>
concept Enumeration = std::is_enum_v<E> && requires(E e) {
  spelled_enumerators(e);
};

template <Enumeration E>
const std::vector<Enumerator>& enumerators() {
  static const std::vector<Enumerator> all = parse_enumerators(spelled_enumerators(E{}));
  return all;
}

// The name of a value, or nothing for a value that has none.
template <Enumeration E>
std::optional<std::string_view> name_of(E value) {
  for (const Enumerator& e : enumerators<E>())
    if (e.value == static_cast<std::uint64_t>(value)) return e.name;
  return std::nullopt;
}

template <class E>
constexpr bool is_flag_set(E value) {
  return requires { spelled_flags(value); };
}

}  // namespace weft

#define WEFT_ENUM(Name, Underlying, ...)        \
  enum class Name : Underlying { __VA_ARGS__ }; \
  constexpr std::string_view spelled_enumerators(Name) { return #__VA_ARGS__; }

// An enumeration whose values are combined with |.
#define WEFT_FLAGS(Name, Underlying, ...)                                              \
  WEFT_ENUM(Name, Underlying, __VA_ARGS__)                                             \
  constexpr bool spelled_flags(Name) { return true; }                                  \
  constexpr Name operator|(Name a, Name b) {                                           \
    return static_cast<Name>(static_cast<Underlying>(a) | static_cast<Underlying>(b)); \
  }                                                                                    \
  constexpr Name operator&(Name a, Name b) {                                           \
    return static_cast<Name>(static_cast<Underlying>(a) & static_cast<Underlying>(b)); \
  }
