// SPDX-License-Identifier: BSD-3-Clause
#include "fields.hpp"

#include <algorithm>
#include <type_traits>

namespace weft::python {

namespace {

std::vector<EnumEntry>& known_enumerations() {
  static std::vector<EnumEntry> all;
  return all;
}

// "CollectiveOp", as both compilers spell the argument of a template.
template <class E>
constexpr std::string_view name_of_enum() {
  std::string_view text = __PRETTY_FUNCTION__;
  text = text.substr(text.find("E = ") + 4);
  text = text.substr(0, text.find_first_of(";]"));
  return text.substr(text.rfind(':') + 1);
}

template <class E>
void remember() {
  auto& all = known_enumerations();
  constexpr std::string_view name = name_of_enum<E>();
  if (std::ranges::find(all, name, &EnumEntry::name) == all.end())
    all.push_back({name, &enumerators<E>(), is_flag_set(E{})});
}

// The part of an entry that follows from the type of a value.
template <class Value>
FieldEntry entry_of(std::string_view name, std::string_view doc) {
  FieldEntry entry{.name = name, .doc = doc, .refers_to = {}, .bytes = sizeof(Value)};
  if constexpr (is_ref<Value>) {
    entry.form = Form::reference;
    entry.refers_to = Value::space::name;
  } else if constexpr (std::is_enum_v<Value>) {
    remember<Value>();
    entry.form = Form::enumeration;
    entry.refers_to = name_of_enum<Value>();
  } else if constexpr (std::is_same_v<Value, std::string_view>) {
    entry.form = Form::text;
  } else if constexpr (std::is_same_v<Value, TypedValue>) {
    entry.form = Form::typed;
  } else if constexpr (std::is_same_v<Value, Timestamp>) {
    entry.form = Form::unsigned_number;
  } else {
    static_assert(std::is_integral_v<Value>);
    entry.form = std::is_signed_v<Value> ? Form::signed_number : Form::unsigned_number;
  }
  return entry;
}

template <auto Member, class R>
std::uint16_t offset_in(const R& record) {
  const auto* const field = reinterpret_cast<const std::byte*>(&(record.*Member));
  return static_cast<std::uint16_t>(field - reinterpret_cast<const std::byte*>(&record));
}

template <class Sequence>
List get_list(const std::byte* list) {
  const auto& sequence = *reinterpret_cast<const Sequence*>(list);
  return {reinterpret_cast<const std::byte*>(sequence.data()), sequence.size()};
}
template <class Sequence>
void set_list(std::byte* list, const List& elements) {
  using Element = typename Sequence::element;
  *reinterpret_cast<Sequence*>(list) = Sequence(
      std::span<const Element>(reinterpret_cast<const Element*>(elements.first), elements.count));
}

template <class R>
void add_fields(const R& record, std::vector<FieldEntry>& fields);

template <auto Member, class R>
void add_list(const R& record, std::string_view name, std::string_view doc, std::vector<FieldEntry>& fields) {
  using Sequence = std::remove_cvref_t<decltype(record.*Member)>;
  using Element = typename Sequence::element;
  const std::size_t begin = fields.size();
  if constexpr (Record<Element>)
    add_fields(Element{}, fields);
  else
    fields.push_back(entry_of<Element>(name, doc));
  for (std::size_t i = begin; i < fields.size(); ++i) {
    fields[i].list_offset = offset_in<Member>(record);
    fields[i].stride = sizeof(Element);
    fields[i].is_first_part = i == begin;
    fields[i].get_list = get_list<Sequence>;
    fields[i].set_list = set_list<Sequence>;
  }
}

template <class R>
void add_fields(const R& record, std::vector<FieldEntry>& fields) {
  R::schema.each([&](const auto& f) {
    using F = std::remove_cvref_t<decltype(f)>;
    using Value = typename F::Value;
    static_assert(!Record<Value>);
    if constexpr (is_list_field<F>) {
      add_list<F::member>(record, f.name, f.doc, fields);
    } else {
      const std::uint16_t offset = offset_in<F::member>(record);
      if constexpr (is_typed_field<F>) {
        fields.push_back(entry_of<Type>(f.type_name, "The type of the value."));
        fields.back().offset = static_cast<std::uint16_t>(offset + offset_in<&TypedValue::type>(TypedValue{}));
      }
      fields.push_back(entry_of<Value>(f.name, f.doc));
      fields.back().offset = offset;
      // The bits of a metric can be understood only beside its type.
      if constexpr (std::is_same_v<R, MetricValue> && std::is_same_v<Value, std::uint64_t>)
        fields.back().form = Form::metric, fields.back().offset = 0, fields.back().bytes = sizeof(R);
    }
  });
}

template <class Types>
std::vector<TypeEntry> table_of() {
  std::vector<TypeEntry> all;
  Types::each([&](auto type) {
    using R = typename decltype(type)::type;
    TypeEntry& entry = all.emplace_back(TypeEntry{R::schema.name, R::schema.doc, sizeof(R), {}});
    add_fields(R{}, entry.fields);
  });
  return all;
}

}  // namespace

const std::vector<TypeEntry>& event_types() {
  static const std::vector<TypeEntry> all = table_of<EventTypes>();
  return all;
}

const std::vector<TypeEntry>& definition_types() {
  static const std::vector<TypeEntry> all = table_of<DefinitionTypes>();
  return all;
}

const std::vector<EnumEntry>& enumerations() {
  event_types(), definition_types();
  return known_enumerations();
}

}  // namespace weft::python
