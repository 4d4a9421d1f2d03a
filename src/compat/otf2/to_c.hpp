// SPDX-License-Identifier: BSD-3-Clause
// Calls of callbacks with a record, by a walk over the schema: the way back of c_record.hpp.
#pragma once

#include <otf2/OTF2_AttributeValue.h>
#include <otf2/OTF2_Events.h>

#include <bit>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "base/arena.hpp"
#include "compat/otf2/c_record.hpp"
#include "compat/otf2/id_map.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2::compat {

// Turns records into the parameters of their callbacks. What these point to lives here until the next record.
class ToC {
 public:
  // Calls `callback` with the parameters all callbacks of its kind have, and then those of the record.
  template <class... P, class R, class... Common>
  [[gnu::always_inline]] OTF2_CallbackCode call(
      OTF2_CallbackCode (*callback)(P...), const R& record, Common... common) {
    if constexpr (needs_arena<R>) arena_.clear();
    const auto arguments = std::tuple_cat(std::tuple(common...), record_arguments(record));
    static_assert(std::tuple_size_v<decltype(arguments)> == sizeof...(P), "the callback does not match the schema");
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return callback(static_cast<P>(std::get<I>(arguments))...);
    }
    (std::index_sequence_for<P...>{});
  }

 private:
  template <class R>
  auto record_arguments(const R& record) {
    return std::apply(
        [&](const auto&... field) { return std::tuple_cat(field_arguments(field, record.*field.member)...); },
        R::schema.fields);
  }

  template <class Field, class Value>
  auto field_arguments(const Field&, const Value& value) {
    if constexpr (is_list_field<Field>)
      return list_arguments(value);
    else if constexpr (is_typed_field<Field>)
      return std::tuple(static_cast<OTF2_Type>(value.type), c_value(value));
    else if constexpr (Record<Value>)
      return record_arguments(value);
    else if constexpr (std::is_same_v<Value, IdMap>) {
      map_.assign(value);
      return std::tuple(static_cast<const OTF2_IdMap*>(&map_));
    } else
      return std::tuple(c_value(value));
  }

  // Elements that are one number each are in C what they are here.
  template <class List>
  auto list_arguments(const List& list) {
    using Element = typename List::element;
    const auto count = static_cast<typename List::count_type>(list.size());
    if constexpr (Record<Element>)
      return std::tuple_cat(std::tuple(count),
          std::apply([&](const auto&... field) { return std::tuple_cat(column_arguments(field, list)...); },
              Element::schema.fields));
    else
      return std::tuple(count, static_cast<const void*>(list.data()));
  }

  template <class Field, class List>
  auto column_arguments(const Field& field, const List& list) {
    if constexpr (is_typed_field<Field>)
      return std::tuple(column(list, [&](const auto& e) { return static_cast<OTF2_Type>((e.*field.member).type); }),
          column(list, [&](const auto& e) { return c_value(e.*field.member); }));
    else
      return std::tuple(column(list, [&](const auto& e) { return c_value(e.*field.member); }));
  }
  template <class List, class Get>
  const void* column(const List& list, Get get) {
    const auto values = arena_.allocate_array<decltype(get(list[0]))>(list.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = get(list[i]);
    return values.data();
  }

  template <class Value>
  static auto c_value(const Value& value) {
    if constexpr (std::is_same_v<Value, std::string_view>)
      return value.data() ? value.data() : "";  // what was read ends with NUL
    else if constexpr (std::is_same_v<Value, TypedValue>)
      return std::bit_cast<OTF2_AttributeValue>(value.bits);
    else if constexpr (requires { value.value; })
      return value.value;
    else if constexpr (std::is_enum_v<Value>)
      return static_cast<std::underlying_type_t<Value>>(value);
    else
      return value;
  }

  Arena arena_;
  OTF2_IdMap map_;
};

}  // namespace weft::otf2::compat
