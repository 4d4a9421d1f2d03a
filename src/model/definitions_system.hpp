// SPDX-License-Identifier: BSD-3-Clause
// Definitions of the machine, its locations, and the words all others use.
#pragma once

#include "model/values.hpp"
#include "schema/schema.hpp"

namespace weft::def {

struct ClockProperties {
  std::uint64_t timer_resolution{};
  std::uint64_t global_offset{};
  std::uint64_t trace_length{};
  std::uint64_t realtime_timestamp{};

  static constexpr auto schema = record("ClockProperties",
      "How to read time stamps: ticks per second and the interval all events lie in.",
      field<&ClockProperties::timer_resolution>("timerResolution", "Ticks per second."),
      field<&ClockProperties::global_offset>("globalOffset", "The first tick of the trace."),
      field<&ClockProperties::trace_length>("traceLength", "Ticks from the first to the last event."),
      field<&ClockProperties::realtime_timestamp>("realtimeTimestamp", "Nanoseconds since 1970 of `globalOffset`."));
};

struct Paradigm {
  weft::Paradigm paradigm{};
  StringRef name;
  ParadigmClass paradigm_class{};

  static constexpr auto schema = record("Paradigm", "A programming paradigm the recorder knew about.",
      field<&Paradigm::paradigm>("paradigm", "The programming paradigm."), field<&Paradigm::name>("name", "Its name."),
      field<&Paradigm::paradigm_class>("paradigmClass", "The class of the paradigm."));
};

struct ParadigmProperty {
  weft::Paradigm paradigm{};
  weft::ParadigmProperty property{};
  TypedValue value;

  static constexpr auto schema = record("ParadigmProperty", "One property of a programming paradigm.",
      field<&ParadigmProperty::paradigm>("paradigm", "The programming paradigm."),
      field<&ParadigmProperty::property>("property", "Which property."),
      typed<&ParadigmProperty::value>("type", "value", "The value, with its type."));
};

struct String {
  StringRef self;
  std::string_view string;

  static constexpr auto schema = record("String", "A piece of text; every name in a trace is a reference to one.",
      field<&String::self>("self", "The id that events and other definitions use."),
      field<&String::string>("string", "The text."));
};

struct Attribute {
  AttributeRef self;
  StringRef name;
  StringRef description;
  Type type{};

  static constexpr auto schema = record("Attribute", "The key of a value that events carry beside their own fields.",
      field<&Attribute::self>("self", "The id that events and other definitions use."),
      field<&Attribute::name>("name", "Its name."),
      field<&Attribute::description>("description", "A sentence for people."),
      field<&Attribute::type>("type", "Its type."));
};

struct SystemTreeNode {
  SystemTreeNodeRef self;
  StringRef name;
  StringRef class_name;
  SystemTreeNodeRef parent;

  static constexpr auto schema = record("SystemTreeNode", "A part of the machine: a rack, a node, a socket.",
      field<&SystemTreeNode::self>("self", "The id that events and other definitions use."),
      field<&SystemTreeNode::name>("name", "Its name."),
      field<&SystemTreeNode::class_name>("className", "What kind of part, in the machine's words."),
      field<&SystemTreeNode::parent>("parent", "What it is a part of, or undefined."));
};

struct LocationGroup {
  LocationGroupRef self;
  StringRef name;
  LocationGroupType location_group_type{};
  SystemTreeNodeRef system_tree_parent;
  LocationGroupRef creating_location_group;

  static constexpr auto schema = record("LocationGroup", "Locations that share memory, normally a process.",
      field<&LocationGroup::self>("self", "The id that events and other definitions use."),
      field<&LocationGroup::name>("name", "Its name."),
      field<&LocationGroup::location_group_type>("locationGroupType", "What kind of group."),
      field<&LocationGroup::system_tree_parent>("systemTreeParent", "The part of the machine it ran on."),
      field<&LocationGroup::creating_location_group>("creatingLocationGroup", "The group that created this one."));
};

struct Location {
  LocationRef self;
  StringRef name;
  LocationType location_type{};
  std::uint64_t number_of_events{};
  LocationGroupRef location_group;

  static constexpr auto schema = record("Location", "One ordered sequence of events, normally a thread.",
      field<&Location::self>("self", "The id that events and other definitions use."),
      field<&Location::name>("name", "Its name."),
      field<&Location::location_type>("locationType", "What kind of location."),
      field<&Location::number_of_events>("numberOfEvents", "Events recorded there."),
      field<&Location::location_group>("locationGroup", "The group of the location."));
};

struct SystemTreeNodeProperty {
  SystemTreeNodeRef system_tree_node;
  StringRef name;
  TypedValue value;

  static constexpr auto schema = record("SystemTreeNodeProperty", "A key and value on a part of the machine.",
      field<&SystemTreeNodeProperty::system_tree_node>("systemTreeNode", "The part of the machine."),
      field<&SystemTreeNodeProperty::name>("name", "Its name."),
      typed<&SystemTreeNodeProperty::value>("type", "value", "The value, with its type."));
};

struct SystemTreeNodeDomain {
  SystemTreeNodeRef system_tree_node;
  SystemTreeDomain system_tree_domain{};

  static constexpr auto schema = record("SystemTreeNodeDomain", "What kind of hardware a part of the machine is.",
      field<&SystemTreeNodeDomain::system_tree_node>("systemTreeNode", "The part of the machine."),
      field<&SystemTreeNodeDomain::system_tree_domain>("systemTreeDomain", "The kind of hardware."));
};

struct LocationGroupProperty {
  LocationGroupRef location_group;
  StringRef name;
  TypedValue value;

  static constexpr auto schema = record("LocationGroupProperty", "A key and value on a location group.",
      field<&LocationGroupProperty::location_group>("locationGroup", "The group of the location."),
      field<&LocationGroupProperty::name>("name", "Its name."),
      typed<&LocationGroupProperty::value>("type", "value", "The value, with its type."));
};

struct LocationProperty {
  LocationRef location;
  StringRef name;
  TypedValue value;

  static constexpr auto schema = record("LocationProperty", "A key and value on a location.",
      field<&LocationProperty::location>("location", "The location."),
      field<&LocationProperty::name>("name", "Its name."),
      typed<&LocationProperty::value>("type", "value", "The value, with its type."));
};

}  // namespace weft::def
