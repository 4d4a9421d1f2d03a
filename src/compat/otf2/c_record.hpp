// SPDX-License-Identifier: BSD-3-Clause
// The parameters of the C functions that write records, seen as these records by a walk over the schema. They come in
// the order of the fields: one for a plain field, type and value for a typed one, and for a list its count and as many
// arrays as its elements have fields.
#pragma once

#include <otf2/OTF2_AttributeValue.h>
#include <otf2/OTF2_Events.h>
#include <otf2/OTF2_IdMap.h>

#include <bit>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "base/arena.hpp"
#include "compat/otf2/id_map.hpp"
#include "formats/otf2/layouts.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2::compat {

namespace detail {

template <class Fields>
struct CountOf;

// How many parameters a field has in C.
template <class F>
constexpr std::size_t parameters_of() {
  if constexpr (is_list_field<F>)
    return 1 + CountOf<typename F::Value::element>::value;
  else if constexpr (is_typed_field<F>)
    return 2;
  else
    return CountOf<typename F::Value>::value;
}

template <class T>
struct CountOf {
  static constexpr std::size_t value = 1;
};
template <Record R>
struct CountOf<R> {
  static constexpr std::size_t value = []<class... F>(const std::tuple<F...>*) {
    return (std::size_t{0} + ... + parameters_of<F>());
  }(static_cast<const std::remove_cvref_t<decltype(R::schema.fields)>*>(nullptr));
};

template <class T, class C>
T plain_value(C from) {
  if constexpr (std::is_same_v<C, OTF2_MetricValue>)
    return std::bit_cast<std::uint64_t>(from);
  else if constexpr (requires { T{}.value; })
    return T{static_cast<decltype(T::value)>(from)};
  else
    return static_cast<T>(from);
}

inline TypedValue typed_value(OTF2_Type type, OTF2_AttributeValue value) {
  return {static_cast<Type>(type), std::bit_cast<std::uint64_t>(value)};
}

}  // namespace detail

// Whether a record has lists, which need memory of their own.
template <class T>
inline constexpr bool needs_arena = false;
template <Record R>
inline constexpr bool needs_arena<R> = []<class... F>(const std::tuple<F...>*) {
  return ((is_list_field<F> || needs_arena<typename F::Value>) || ...);
}(static_cast<const std::remove_cvref_t<decltype(R::schema.fields)>*>(nullptr));

template <class R, class... C>
class Parameters;

// The arrays of a list: an element is put together when it is asked for.
template <class List, class... Arrays>
class ListOfArrays {
 public:
  using element = typename List::element;
  using count_type = typename List::count_type;

  ListOfArrays(count_type count, Arrays... arrays) : count_(count), arrays_(arrays...) {}

  bool is_missing() const {
    return count_ > 0 && std::apply([](auto... array) { return ((array == nullptr) || ...); }, arrays_);
  }
  std::size_t size() const { return static_cast<std::size_t>(count_); }
  element operator[](std::size_t i) const {
    return std::apply(
        [i](auto... array) {
          if constexpr (Record<element>)
            return Parameters<element, std::remove_cvref_t<decltype(array[i])>...>(array[i]...).record();
          else
            return detail::plain_value<element>(array[i]...);
        },
        arrays_);
  }

 private:
  count_type count_;
  std::tuple<Arrays...> arrays_;
};

// The parameters of a function that writes an R. Writers of events take them in place of the record: nothing has to be
// put together first.
template <class R, class... C>
class Parameters {
 public:
  using InPlaceOf = R;
  static constexpr const auto& schema = R::schema;

  explicit Parameters(C... parameters) : parameters_(parameters...) {
    static_assert(detail::CountOf<R>::value == sizeof...(C), "the parameters do not match the schema");
  }

  // Calls `visit` with every field in order and its value. Records within the record are Parameters, too.
  template <class Visit>
  void each(Visit&& visit) const {
    walk([&]<class Field, std::size_t A>(const Field& field, Place<A>) { visit(field, value<Field, A>()); });
  }

  // The name of the first text or array that is missing; empty if all are there.
  std::string_view missing() const {
    std::string_view name;
    walk([&]<class Field, std::size_t A>(const Field& field, Place<A>) {
      if (!name.empty()) return;
      if constexpr (is_list_field<Field>)
        name = value<Field, A>().is_missing() ? field.name : "";
      else if constexpr (Record<typename Field::Value>)
        name = value<Field, A>().missing();
      else if constexpr (std::is_pointer_v<std::tuple_element_t<A, std::tuple<C...>>>)
        name = std::get<A>(parameters_) ? "" : field.name;
    });
    return name;
  }

  // The record itself. Nothing may be missing; lists are in the arena.
  R record(Arena& arena) const {
    R record{};
    each([&](const auto& field, const auto& value) {
      using Field = std::remove_cvref_t<decltype(field)>;
      if constexpr (is_list_field<Field>)
        record.*field.member = arena.make_array<typename Field::Value::element>(
            value.size(), [&](std::size_t i) { return value[i]; });
      else if constexpr (Record<typename Field::Value>)
        record.*field.member = value.record(arena);
      else
        record.*field.member = value;
    });
    return record;
  }
  R record() const requires(!needs_arena<R>) {
    R record{};
    each([&](const auto& field, const auto& value) { record.*field.member = value; });
    return record;
  }

 private:
  template <std::size_t A>
  using Place = std::integral_constant<std::size_t, A>;

  // Calls `visit` with every field and the place of its first parameter.
  template <std::size_t F = 0, std::size_t A = 0, class Visit>
  static void walk(Visit&& visit) {
    if constexpr (F < std::tuple_size_v<decltype(R::schema.fields)>) {
      visit(std::get<F>(R::schema.fields), Place<A>{});
      walk<F + 1, A + detail::parameters_of<std::tuple_element_t<F, decltype(R::schema.fields)>>()>(visit);
    }
  }

  template <class Field, std::size_t A>
  auto value() const {
    constexpr std::size_t count = detail::parameters_of<Field>();
    if constexpr (is_list_field<Field>)
      return list<typename Field::Value, A>(std::make_index_sequence<count - 1>{});
    else if constexpr (Record<typename Field::Value>)
      return within<typename Field::Value, A>(std::make_index_sequence<count>{});
    else if constexpr (is_typed_field<Field>)
      return detail::typed_value(std::get<A>(parameters_), std::get<A + 1>(parameters_));
    else if constexpr (std::is_same_v<typename Field::Value, IdMap>)
      return std::get<A>(parameters_)->view();
    else
      return detail::plain_value<typename Field::Value>(std::get<A>(parameters_));
  }
  template <class List, std::size_t A, std::size_t... I>
  auto list(std::index_sequence<I...>) const {
    return ListOfArrays<List, std::tuple_element_t<A + 1 + I, std::tuple<C...>>...>(
        static_cast<typename List::count_type>(std::get<A>(parameters_)), std::get<A + 1 + I>(parameters_)...);
  }
  template <class Inner, std::size_t A, std::size_t... I>
  auto within(std::index_sequence<I...>) const {
    return Parameters<Inner, std::tuple_element_t<A + I, std::tuple<C...>>...>(std::get<A + I>(parameters_)...);
  }

  std::tuple<C...> parameters_;
};

}  // namespace weft::otf2::compat

template <class List, class... Arrays>
inline constexpr bool weft::is_sequence<weft::otf2::compat::ListOfArrays<List, Arrays...>> = true;

// Events and snapshots are in a file what they are in C.
template <class R, class... C>
struct weft::otf2::Layout<weft::otf2::compat::Parameters<R, C...>> {
  template <class Coder, class P>
  static void code(Coder& c, P& parameters) {
    parameters.each([&](const auto&, const auto& value) { c(value); });
  }
};
