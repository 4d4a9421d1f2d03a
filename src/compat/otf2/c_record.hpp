// SPDX-License-Identifier: BSD-3-Clause
// Records from the parameters of the C functions that write them, by a walk over the schema. The parameters come in the
// order of the fields: one for a plain field, type and value for a typed one, and for a list its count and as many
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

// Fills a record. Lists that C has as several arrays are put together in the arena.
class FromC {
 public:
  explicit FromC(Arena& arena) : arena_(arena) {}

  // False if a text or an array is missing; `missing` says which.
  template <class R, class... C>
  bool fill(R& record, C... parameters) {
    static_assert(detail::CountOf<R>::value == sizeof...(C), "the parameters do not match the schema");
    fields<0, 0>(record, std::tuple<C...>(parameters...));
    return missing_.empty();
  }
  std::string_view missing() const { return missing_; }

 private:
  template <std::size_t F, std::size_t A, class R, class Parameters>
  void fields(R& record, const Parameters& parameters) {
    constexpr auto& all = R::schema.fields;
    if constexpr (F < std::tuple_size_v<std::remove_cvref_t<decltype(all)>>) {
      using Field = std::tuple_element_t<F, std::remove_cvref_t<decltype(all)>>;
      one<A>(record.*Field::member, std::get<F>(all), parameters);
      fields<F + 1, A + detail::parameters_of<Field>()>(record, parameters);
    }
  }

  template <std::size_t A, class Value, class Field, class Parameters>
  void one(Value& value, const Field& field, const Parameters& parameters) {
    if constexpr (Record<Value>)
      fields<0, A>(value, parameters);
    else
      simple<A>(value, field, std::get<A>(parameters), parameters);
  }

  template <std::size_t A, class Value, class Field, class C, class Parameters>
  void simple(Value& value, const Field& field, const C& from, const Parameters& parameters) {
    if constexpr (is_list_field<Field>)
      value = Value(list<A, typename Value::element>(from, field.name, parameters));
    else if constexpr (is_typed_field<Field>)
      value = detail::typed_value(from, std::get<A + 1>(parameters));
    else if constexpr (std::is_same_v<Value, IdMap>)
      value = from ? from->view() : (note_missing(field.name), IdMap{});
    else if constexpr (std::is_same_v<Value, std::string_view>)
      value = from ? std::string_view(from) : (note_missing(field.name), std::string_view{});
    else
      value = detail::plain_value<Value>(from);
  }

  template <std::size_t A, class Element, class Parameters>
  std::span<const Element> list(std::uint64_t count, std::string_view name, const Parameters& parameters) {
    if (count == 0) return {};
    if (!arrays_are_there<A + 1, detail::CountOf<Element>::value>(parameters)) {
      note_missing(name);
      return {};
    }
    return arena_.make_array<Element>(static_cast<std::size_t>(count), [&](std::size_t i) {
      if constexpr (Record<Element>) {
        Element element{};
        columns<A + 1, 0>(element, i, parameters);
        return element;
      } else {
        return detail::plain_value<Element>(std::get<A + 1>(parameters)[i]);
      }
    });
  }

  template <std::size_t A, std::size_t N, class Parameters>
  static bool arrays_are_there(const Parameters& parameters) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((std::get<A + I>(parameters) != nullptr) && ...);
    }
    (std::make_index_sequence<N>{});
  }

  // Row `i` of parallel arrays.
  template <std::size_t A, std::size_t F, class Element, class Parameters>
  void columns(Element& element, std::size_t i, const Parameters& parameters) {
    constexpr auto& all = Element::schema.fields;
    if constexpr (F < std::tuple_size_v<std::remove_cvref_t<decltype(all)>>) {
      using Field = std::tuple_element_t<F, std::remove_cvref_t<decltype(all)>>;
      if constexpr (is_typed_field<Field>)
        element.*Field::member = detail::typed_value(std::get<A>(parameters)[i], std::get<A + 1>(parameters)[i]);
      else
        element.*Field::member = detail::plain_value<typename Field::Value>(std::get<A>(parameters)[i]);
      columns<A + detail::parameters_of<Field>(), F + 1>(element, i, parameters);
    }
  }

  void note_missing(std::string_view name) {
    if (missing_.empty()) missing_ = name;
  }

  Arena& arena_;
  std::string_view missing_;
};

}  // namespace weft::otf2::compat
