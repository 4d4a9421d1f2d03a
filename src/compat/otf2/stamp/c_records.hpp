// SPDX-License-Identifier: BSD-3-Clause
// The walk from a record's schema to the parameters it has in C.
#pragma once

#include <fmt/format.h>

#include <concepts>

#include "compat/otf2/stamp/c_exceptions.hpp"
#include "compat/otf2/stamp/c_names.hpp"
#include "compat/otf2/stamp/c_signature.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2::stamp {

template <class T>
std::string c_type_of() {
  if constexpr (is_ref<T>)
    return fmt::format("OTF2_{}Ref", T::space::name);
  else if constexpr (std::is_enum_v<T>)
    return fmt::format("OTF2_{}", unqualified_name<T>());
  else if constexpr (std::is_same_v<T, Timestamp>)
    return "OTF2_TimeStamp";
  else if constexpr (std::is_same_v<T, TypedValue>)
    return "OTF2_AttributeValue";
  else if constexpr (std::is_same_v<T, std::string_view>)
    return "const char*";
  else if constexpr (std::is_same_v<T, IdMap>)
    return "const OTF2_IdMap*";
  else if constexpr (std::is_same_v<T, double>)
    return "double";
  else {
    static_assert(std::integral<T>);
    return fmt::format("{}int{}_t", std::is_signed_v<T> ? "" : "u", 8 * sizeof(T));
  }
}

// Appends the parameters of records to a list.
class ParameterWalk {
 public:
  explicit ParameterWalk(std::vector<Parameter>& out) : out_(out) {}

  template <class R>
  void add_fields(Role role = Role::field) {
    R::schema.each([&](const auto& f) {
      using F = std::remove_cvref_t<decltype(f)>;
      using Value = typename F::Value;
      if constexpr (is_typed_field<F>) {
        add<Type>(R::schema.name, f.type_name, fmt::format("Type of `{}`.", f.name), role);
        add<TypedValue>(R::schema.name, f.name, f.doc, role);
      } else if constexpr (is_list_field<F>) {
        add<typename Value::count_type>(
            R::schema.name, f.count_name, fmt::format("Number of `{}`.", f.name), Role::count);
        if constexpr (Record<typename Value::element>)
          add_fields<typename Value::element>(Role::array);
        else
          add<typename Value::element>(R::schema.name, f.name, f.doc, Role::array);
      } else if constexpr (Record<Value>) {
        add_fields<Value>(role);
      } else {
        add<Value>(R::schema.name, f.name, f.doc, role);
      }
    });
  }

 private:
  template <class T>
  void add(std::string_view record, std::string_view field, std::string_view doc, Role role) {
    Parameter parameter{c_type_of<T>(), std::string{field}, std::string{doc}, role};
    for (const ParameterException& e : parameter_exceptions) {
      if (e.record != record || e.field != field) continue;
      if (!e.c_type.empty()) parameter.type = e.c_type;
      if (!e.c_name.empty()) parameter.name = e.c_name;
    }
    if (role == Role::array) parameter.type = fmt::format("const {}*", parameter.type);
    out_.push_back(std::move(parameter));
  }

  std::vector<Parameter>& out_;
};

// `List` is one of the record lists of formats/otf2/records.hpp.
template <class List>
std::vector<CRecord> c_records() {
  std::vector<CRecord> all;
  List::each([&]<class W>(std::type_identity<W>) {
    using R = typename W::Record;
    CRecord& record = all.emplace_back(CRecord{std::string{R::schema.name}, std::string{qualified_name<R>()},
        std::string{R::schema.doc}, W::deprecated != never, {}});
    ParameterWalk{record.parameters}.add_fields<R>();
  });
  return all;
}

}  // namespace weft::otf2::stamp
