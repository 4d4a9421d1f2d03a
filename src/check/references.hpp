// SPDX-License-Identifier: BSD-3-Clause
// Rules on references: every id used in a definition, an event or an attribute has a definition. A definition may come
// after its use.
#pragma once

#include <span>
#include <string_view>
#include <type_traits>

#include "check/findings.hpp"
#include "model/event_types.hpp"

namespace weft::check {

inline constexpr Rule undefined_reference{"undefined-reference", "An id is used that no definition has.",
    "Definitions were lost, or a mapping table is wrong; 'weft repair' makes up what is missing."};
inline constexpr Rule missing_reference{"missing-reference",
    "A field that has to refer to a definition refers to none.",
    "The record says nothing; its writer left the field out."};

inline constexpr Rule reference_rules[] = {undefined_reference, missing_reference};

void check_references(const Definitions& definitions, Findings& findings);

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

template <class Field>
inline constexpr bool is_optional = std::is_same_v<typename Field::Value, StringRef> ||
                                    OptionalReferences::has<Field::member>;

// The references of one location's events.
class References {
 public:
  References(const Definitions& definitions, Findings& findings) : definitions_(definitions), findings_(findings) {}

  // The one field of an Enter or Leave, without building the record.
  void region(RegionRef region, std::string_view event, const Place& at) {
    if (!definitions_.find<def::Region>(region)) [[unlikely]]
      report(region, event, "region", at);
  }

  template <class E>
  void see(const E& event, const Place& at) {
    E::schema.each([&](const auto& f) {
      using Field = std::remove_cvref_t<decltype(f)>;
      using Value = typename Field::Value;
      if constexpr (is_ref<Value>) {
        one(event.*f.member, E::schema.name, f.name, at, is_optional<Field>);
      } else if constexpr (is_sequence<Value>) {
        if constexpr (is_ref<typename Value::element>)
          for (const auto id : event.*f.member)
            one(id, E::schema.name, f.name, at, std::is_same_v<decltype(id), const StringRef>);
      }
    });
  }

  void attributes(std::span<const AttributeEntry> entries, std::string_view event, const Place& at);

 private:
  template <class Id>
  void one(Id id, std::string_view record, std::string_view field, const Place& at, bool optional) {
    if (definitions_.contains(id)) return;
    if (!id.defined() && optional) return;
    report(id, record, field, at);
  }
  template <class Id>
  void report(Id id, std::string_view record, std::string_view field, const Place& at) {
    if (id.defined())
      findings_.add(undefined_reference, at, [&] {
        return fmt::format("{} names {} {} as its {}, which is not defined", record, Id::space::name, id.value, field);
      });
    else
      findings_.add(missing_reference, at, [&] { return fmt::format("{} names no {}", record, field); });
  }

  const Definitions& definitions_;
  Findings& findings_;
};

// Calls `visit` with the id in a typed value that refers to a definition.
template <class Visit>
void visit_reference(const TypedValue& value, Visit&& visit) {
  const auto small = static_cast<std::uint32_t>(value.bits);
  switch (value.type) {
    case Type::string:
      return visit(StringRef{small});
    case Type::attribute:
      return visit(AttributeRef{small});
    case Type::location:
      return visit(LocationRef{value.bits});
    case Type::region:
      return visit(RegionRef{small});
    case Type::group:
      return visit(GroupRef{small});
    case Type::metric:
      return visit(MetricRef{small});
    case Type::comm:
      return visit(CommRef{small});
    case Type::parameter:
      return visit(ParameterRef{small});
    case Type::rma_win:
      return visit(RmaWinRef{small});
    case Type::source_code_location:
      return visit(SourceCodeLocationRef{small});
    case Type::calling_context:
      return visit(CallingContextRef{small});
    case Type::interrupt_generator:
      return visit(InterruptGeneratorRef{small});
    case Type::io_file:
      return visit(IoFileRef{small});
    case Type::io_handle:
      return visit(IoHandleRef{small});
    case Type::location_group:
      return visit(LocationGroupRef{small});
    default:
      return;
  }
}

}  // namespace weft::check
