// SPDX-License-Identifier: BSD-3-Clause
// The schema: a record says its name, its fields and what they mean once, next to the struct, and everything else
// (encode, decode, print, compare, remap, test data, documentation) is a walk over it.
//
// The member pointer is a template argument, so that both compilers see through a walk as if it were written by hand.
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "schema/sequence.hpp"

namespace weft {

namespace detail {

template <class>
struct MemberTraits;
template <class R, class T>
struct MemberTraits<T R::*> {
  using Record = R;
  using Value = T;
};

// Converts to anything: used to count the members of an aggregate.
struct Anything {
  template <class T>
  operator T() const;
};

template <class R, class... Members>
constexpr std::size_t count_members() {
  if constexpr (requires { R{std::declval<Members>()..., Anything{}}; })
    return count_members<R, Members..., Anything>();
  return sizeof...(Members);
}

}  // namespace detail

// One plain field.
template <auto Member>
struct Field {
  using Value = typename detail::MemberTraits<decltype(Member)>::Value;
  static constexpr auto member = Member;
  std::string_view name;
  std::string_view doc;
};

// A counted list: a Sequence of values, or of small structs whose fields form parallel lists.
template <auto Member>
struct ListField {
  using Value = typename detail::MemberTraits<decltype(Member)>::Value;
  static constexpr auto member = Member;
  std::string_view count_name;
  std::string_view name;
  std::string_view doc;
};

// A value that says its own type: two fields to the outside, one member here.
template <auto Member>
struct TypedField {
  using Value = typename detail::MemberTraits<decltype(Member)>::Value;
  static constexpr auto member = Member;
  std::string_view type_name;
  std::string_view name;
  std::string_view doc;
};

template <auto Member>
constexpr Field<Member> field(std::string_view name, std::string_view doc) {
  return {name, doc};
}
template <auto Member>
constexpr ListField<Member> list(std::string_view count_name, std::string_view name, std::string_view doc) {
  return {count_name, name, doc};
}
template <auto Member>
constexpr TypedField<Member> typed(std::string_view type_name, std::string_view name, std::string_view doc) {
  return {type_name, name, doc};
}

template <class... Fields>
struct Schema {
  std::string_view name;
  std::string_view doc;
  std::tuple<Fields...> fields;

  static constexpr std::size_t size = sizeof...(Fields);

  // Calls `visit` with every field in order.
  template <class Visit>
  constexpr void each(Visit&& visit) const {
    each_of(visit, std::index_sequence_for<Fields...>{});
  }

 private:
  // Not std::apply, whose layers compilers spend more time on than on the walk.
  template <class Visit, std::size_t... I>
  constexpr void each_of(Visit& visit, std::index_sequence<I...>) const {
    (visit(std::get<I>(fields)), ...);
  }
};

template <class... Fields>
constexpr Schema<Fields...> record(std::string_view name, std::string_view doc, Fields... fields) {
  return {name, doc, {fields...}};
}

template <class T>
concept Record = requires {
  T::schema.name;
};

template <class F>
inline constexpr bool is_list_field = false;
template <auto M>
inline constexpr bool is_list_field<ListField<M>> = true;
template <class F>
inline constexpr bool is_typed_field = false;
template <auto M>
inline constexpr bool is_typed_field<TypedField<M>> = true;

template <class... Types>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Types);

  template <class Visit>
  static constexpr void each(Visit&& visit) {
    (visit(std::type_identity<Types>{}), ...);
  }

  template <class T>
  static consteval std::size_t index_of() {
    static_assert((std::is_same_v<T, Types> || ...), "not in this list");
    std::size_t index = 0;
    static_cast<void>(((std::is_same_v<T, Types> ? true : (++index, false)) || ...));
    return index;
  }

  template <class T>
  static constexpr bool contains = (std::is_same_v<T, Types> || ...);

  // Calls `visit` with the type at a run-time index; a jump through one table.
  template <class Visit>
  static constexpr decltype(auto) dispatch(std::size_t index, Visit&& visit) {
    using First = std::tuple_element_t<0, std::tuple<Types...>>;
    using Answer = decltype(visit(std::type_identity<First>{}));
    using Call = Answer (*)(Visit&);
    constexpr Call calls[] = {[](Visit& v) -> Answer { return v(std::type_identity<Types>{}); }...};
    return calls[index](visit);
  }
};

namespace detail {
template <class... A, class... B>
TypeList<A..., B...> concat(TypeList<A...>, TypeList<B...>);
}  // namespace detail

template <class A, class B>
using Concat = decltype(detail::concat(A{}, B{}));

// Every member of every record stands in its schema.
template <class... Types>
constexpr bool well_formed(TypeList<Types...>) {
  return ((detail::count_members<Types>() == std::remove_cvref_t<decltype(Types::schema)>::size) && ...);
}

}  // namespace weft
