// SPDX-License-Identifier: BSD-3-Clause
// References: which definitions a record refers to, as a walk over its schema, and the rules that these are there. The
// check of definitions and events, the examination of a trace's other files and the repair all ask here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "model/definitions.hpp"
#include "model/event_types.hpp"
#include "model/rule.hpp"

namespace weft {

inline constexpr Rule undefined_reference{"undefined-reference", "An id is used that no definition has.",
    "Definitions were lost, or a mapping table is wrong; 'weft repair' makes up what is missing."};
inline constexpr Rule missing_reference{"missing-reference",
    "A field that has to refer to a definition refers to none.",
    "The record says nothing; its writer left the field out."};

// A list of members, to be asked whether it has one.
template <auto>
struct Constant;
template <auto... Members>
struct MemberList {
  template <auto Member>
  static constexpr bool has = (std::is_same_v<Constant<Member>, Constant<Members>> || ...);
};

// The fields that may be without a reference. Those that refer to texts always may.
using OptionalReferences = MemberList<&evt::CallingContextEnter::calling_context,
    &evt::CallingContextSample::calling_context, &evt::CallingContextSample::interrupt_generator,
    &def::SystemTreeNode::parent, &def::LocationGroup::creating_location_group, &def::Callsite::left_region,
    &def::Callpath::parent, &def::CallingContext::parent, &def::CallingContext::source_code_location,
    &def::Comm::parent, &def::InterComm::common_communicator, &def::IoRegularFile::scope, &def::IoDirectory::scope,
    &def::IoHandle::file, &def::IoHandle::comm, &def::IoHandle::parent>;

// Calls visit(id) with the definition a typed value refers to; false if it is a number.
template <class Visit>
bool visit_reference(const TypedValue& value, Visit&& visit) {
  const auto small = static_cast<std::uint32_t>(value.bits);
  switch (value.type) {
    case Type::string:
      return visit(StringRef{small}), true;
    case Type::attribute:
      return visit(AttributeRef{small}), true;
    case Type::location:
      return visit(LocationRef{value.bits}), true;
    case Type::region:
      return visit(RegionRef{small}), true;
    case Type::group:
      return visit(GroupRef{small}), true;
    case Type::metric:
      return visit(MetricRef{small}), true;
    case Type::comm:
      return visit(CommRef{small}), true;
    case Type::parameter:
      return visit(ParameterRef{small}), true;
    case Type::rma_win:
      return visit(RmaWinRef{small}), true;
    case Type::source_code_location:
      return visit(SourceCodeLocationRef{small}), true;
    case Type::calling_context:
      return visit(CallingContextRef{small}), true;
    case Type::interrupt_generator:
      return visit(InterruptGeneratorRef{small}), true;
    case Type::io_file:
      return visit(IoFileRef{small}), true;
    case Type::io_handle:
      return visit(IoHandleRef{small}), true;
    case Type::location_group:
      return visit(LocationGroupRef{small}), true;
    default:
      return false;
  }
}

// Enumerations that say what the `scope` of the same record is an id of.
template <class T>
inline constexpr bool is_scope = std::is_same_v<T, MetricScope> || std::is_same_v<T, MarkerScope>;

template <class Scope, class Visit>
void visit_scope(Scope scope, std::uint64_t id, Visit&& visit) {
  const auto small = static_cast<std::uint32_t>(id);
  if (scope == Scope::location) return visit(LocationRef{id});
  if (scope == Scope::location_group) return visit(LocationGroupRef{small});
  if (scope == Scope::system_tree_node) return visit(SystemTreeNodeRef{small});
  if (scope == Scope::group) return visit(GroupRef{small});
  if constexpr (requires { Scope::comm; })
    if (scope == Scope::comm) return visit(CommRef{small});
}

template <class R>
std::uint64_t scope_of(const R& record) {
  if constexpr (requires { std::uint64_t{record.scope}; })
    return record.scope;
  else
    return 0;
}

template <class R, class Field>
constexpr bool is_own_id() {
  if constexpr (HasId<R>)
    return MemberList<&R::self>::template has<Field::member>;
  else
    return false;
}

// Calls visit(id, name of the field, whether it may be undefined) for everything `record` refers to, in records within
// it as well. Its own id is no reference.
template <class R, class Visit>
void each_reference(const R& record, Visit&& visit) {
  R::schema.each([&](const auto& f) {
    using Field = std::remove_cvref_t<decltype(f)>;
    using Value = typename Field::Value;
    const Value& value = record.*f.member;
    if constexpr (is_own_id<R, Field>()) {
      return;
    } else if constexpr (is_ref<Value>) {
      visit(value, f.name, std::is_same_v<Value, StringRef> || OptionalReferences::has<Field::member>);
    } else if constexpr (std::is_same_v<Value, TypedValue>) {
      visit_reference(value, [&](auto id) { visit(id, f.name, true); });
    } else if constexpr (is_scope<Value>) {
      visit_scope(value, scope_of(record), [&](auto id) { visit(id, std::string_view("scope"), false); });
    } else if constexpr (Record<Value>) {
      each_reference(value, visit);
    } else if constexpr (is_sequence<Value>) {
      using Element = typename Value::element;
      if constexpr (is_ref<Element>)
        for (const Element id : value) visit(id, f.name, std::is_same_v<Element, StringRef>);
      else if constexpr (Record<Element>)
        for (const Element& element : value) each_reference(element, visit);
    }
  });
}

template <class Visit>
void each_reference(std::span<const AttributeEntry> attributes, Visit&& visit) {
  for (const AttributeEntry& entry : attributes) {
    visit(entry.attribute, std::string_view("attribute"), false);
    visit_reference(entry.value, [&](auto id) { visit(id, std::string_view("attribute value"), true); });
  }
}

// Replaces everything `record` refers to by translate(id), an id of the same space; new lists are made in `memory`. Its
// own id stays, and so do the members of a group, whose type says what they are.
template <class R, class Translate>
void translate_references(R& record, Arena& memory, Translate&& translate) {
  R::schema.each([&](const auto& f) {
    using Field = std::remove_cvref_t<decltype(f)>;
    using Value = typename Field::Value;
    Value& value = record.*f.member;
    if constexpr (is_own_id<R, Field>()) {
      return;
    } else if constexpr (is_ref<Value>) {
      value = translate(value);
    } else if constexpr (std::is_same_v<Value, TypedValue>) {
      visit_reference(value, [&](auto id) { value.bits = translate(id).value; });
    } else if constexpr (is_scope<Value>) {
      visit_scope(value, scope_of(record), [&](auto id) {
        const auto translated = translate(id);
        if constexpr (requires { record.scope = std::uint64_t{}; })
          record.scope = translated.defined() ? translated.value : ~std::uint64_t{0};
      });
    } else if constexpr (Record<Value>) {
      translate_references(value, memory, translate);
    } else if constexpr (is_sequence<Value>) {
      using Element = typename Value::element;
      if constexpr (is_ref<Element> || Record<Element>) {
        value = Value(memory.make_array<Element>(value.size(), [&](std::size_t i) {
          Element element = value[i];
          if constexpr (is_ref<Element>)
            element = translate(element);
          else
            translate_references(element, memory, translate);
          return element;
        }));
      }
    }
  });
}

// The rule that a reference breaks, or null.
template <class Id>
const Rule* broken_rule(const Definitions& definitions, Id id, bool optional) {
  if (definitions.contains(id)) return nullptr;
  if (id.defined()) return &undefined_reference;
  return optional ? nullptr : &missing_reference;
}

// "Enter names Region 5 as its region, which is not defined", or "Enter names no region".
std::string broken_text(
    std::string_view record, std::string_view field, std::string_view space, std::uint64_t id, bool defined);

template <class Id>
std::string broken_text(std::string_view record, std::string_view field, Id id) {
  return broken_text(record, field, Id::space::name, id.value, id.defined());
}

}  // namespace weft
