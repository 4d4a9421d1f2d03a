// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/definition_printer.hpp"

#include <array>
#include <cstdio>
#include <ctime>

namespace weft::cli::otf2_tools {

namespace {

// "YYYY-MM-DD hh:mm:ss.NNNNNNNNN +hhmm", local time.
std::string date_of(std::uint64_t nanoseconds) {
  constexpr std::uint64_t second = 1'000'000'000;
  const auto seconds = static_cast<std::time_t>(nanoseconds / second);
  std::tm broken_down{};
  localtime_r(&seconds, &broken_down);
  std::array<char, 64> day{}, zone{};
  std::strftime(day.data(), day.size(), "%Y-%m-%d %H:%M:%S", &broken_down);
  std::strftime(zone.data(), zone.size(), "%z", &broken_down);
  return fmt::format("{}.{:09} {}", day.data(), nanoseconds % second, zone.data());
}

// What stands before each item of a list.
std::string_view list_lead(bool first) { return first ? ": " : ", "; }

}  // namespace

void DefinitionPrinter::print_unknown() {
  out().left("UNKNOWN", label_columns);
  end_line();
}

void DefinitionPrinter::print(LocationRef location, const otf2::MappingTable& table) {
  out().put(RecordText<otf2::MappingTable, label_columns>::get().label);
  id_column(location.value);
  values_.put("Type: "), values_.enumerator(table.mapping_type), values_.put(", ");
  const bool dense = table.id_map.mode == otf2::IdMapMode::dense;
  values_.put(dense ? "[" : "{");
  bool first = true;
  for (const auto& pair : table.id_map.entries) {
    if (!std::exchange(first, false)) out().put(',');
    if (!dense) out().number(pair.local), values_.put("=>");
    values_.number_or_undefined(pair.global);
  }
  values_.put(dense ? "]" : "}");
  end_line();
}

void DefinitionPrinter::print(LocationRef location, const otf2::ClockOffset& offset) {
  out().put(RecordText<otf2::ClockOffset, label_columns>::get().label);
  id_column(location.value);
  values_.put("Time: "), out().number(offset.time.value);
  values_.put(offset.offset < 0 ? ", Offset: " : ", Offset: +"), out().number(offset.offset);
  values_.put(", StdDev: "), values_.real(offset.standard_deviation);
  end_line();
}

void DefinitionPrinter::body(const def::ClockProperties& record) {
  values_.put("Ticks per Seconds: "), out().number(record.timer_resolution);
  values_.put(", Global Offset: "), out().number(record.global_offset);
  values_.put(", Length: "), out().number(record.trace_length);
  values_.put(", Date: ");
  values_.put(record.realtime_timestamp == ~std::uint64_t{0} ? "UNDEFINED" : date_of(record.realtime_timestamp));
}

void DefinitionPrinter::body(const def::String& record) { out().put('"'), out().put(record.string), out().put('"'); }

void DefinitionPrinter::raw_value(std::string_view kind, std::uint64_t bits) {
  values_.put(kind), values_.put(" <"), out().number(bits), values_.put(">");
}

void DefinitionPrinter::body(const def::ParadigmProperty& record) {
  values_.put("Paradigm: "), values_.paradigm(record.paradigm);
  values_.put(", Property: "), values_.enumerator(record.property);
  const bool is_flag = record.property == ParadigmProperty::rma_only && record.value.type == Type::uint8;
  values_.put(", Type: ");
  if (is_flag)
    values_.put("BOOLEAN");
  else
    values_.enumerator(record.value.type);
  values_.put(", Value: ");
  if (!name_of(record.property))
    raw_value("UNKNOWN PROPERTY", record.value.bits);
  else if (is_flag)
    values_.enumerator(static_cast<CartPeriodicity>(record.value.bits));
  else if (record.property != ParadigmProperty::rma_only && record.value.type == Type::string)
    values_.typed_value(record.value);
  else
    raw_value("TYPE MISMATCH", record.value.bits);
}

void DefinitionPrinter::property_value(const IoParadigmPropertyValue& property) {
  if (property.property != IoParadigmProperty::version)
    raw_value("UNKNOWN I/O PROPERTY", property.value.bits);
  else if (property.value.type == Type::string)
    values_.typed_value(property.value);
  else
    raw_value("TYPE MISMATCH", property.value.bits);
}

void DefinitionPrinter::body(const def::IoParadigm& record) {
  values_.put("Identification: "), values_.reference(record.identification);
  values_.put(", Name: "), values_.reference(record.name);
  values_.put(", Class: "), values_.enumerator(record.io_paradigm_class);
  values_.put(", Flags: "), values_.enumerator(record.io_paradigm_flags);
  values_.put(", "), values_.count(record.properties.size(), "Property", "Properties");
  bool first = true;
  for (const IoParadigmPropertyValue& property : record.properties) {
    values_.put(list_lead(std::exchange(first, false)));
    values_.put("("), values_.enumerator(property.property);
    values_.put("; "), values_.enumerator(property.value.type);
    values_.put("; "), property_value(property), values_.put(")");
  }
}

// An id of 32 bits in a field of 64: all 64 tell whether it is undefined.
template <class Id>
void DefinitionPrinter::narrow_reference(std::uint64_t id) {
  if (id == ~std::uint64_t{0}) return values_.put("UNDEFINED");
  if (id >= Id::undefined) return values_.invalid(id);
  values_.reference(Id{static_cast<typename Id::rep>(id)});
}

void DefinitionPrinter::member(const def::Group& group, std::uint64_t member) {
  switch (group.group_type) {
    case GroupType::locations:
    case GroupType::comm_locations:
      return values_.reference(LocationRef{member});
    case GroupType::regions:
      return narrow_reference<RegionRef>(member);
    case GroupType::metric:
      return narrow_reference<MetricMemberRef>(member);
    case GroupType::comm_group: {
      out().number(member), values_.put(" (");
      const auto* locations = locations_of(values_.definitions(), group.paradigm);
      if (locations && member < locations->members.size())
        values_.reference(LocationRef{locations->members[static_cast<std::size_t>(member)]});
      else
        values_.put("INVALID");
      return values_.put(")");
    }
    default:
      return values_.number_or_undefined(member);
  }
}

void DefinitionPrinter::body(const def::Group& record) {
  values_.put("Name: "), values_.reference(record.name);
  values_.put(", Type: "), values_.enumerator(record.group_type);
  values_.put(", Paradigm: "), values_.paradigm(record.paradigm);
  values_.put(", Flags: "), values_.enumerator(record.group_flags);
  values_.put(", "), values_.count(record.members.size(), "Member", "Members");
  bool first = true;
  for (const std::uint64_t one : record.members) {
    values_.put(list_lead(std::exchange(first, false)));
    member(record, one);
  }
}

void DefinitionPrinter::body(const def::MetricClass& record) {
  values_.put("Occurrence: "), values_.enumerator(record.metric_occurrence);
  values_.put(", Kind: "), values_.enumerator(record.recorder_kind);
  values_.put(", "), values_.count(record.metric_members.size(), "Member", "Members");
  bool first = true;
  for (const MetricMemberRef one : record.metric_members)
    values_.put(list_lead(std::exchange(first, false))), values_.reference(one);
}

void DefinitionPrinter::body(const def::MetricInstance& record) {
  values_.put("Class: "), values_.reference(record.metric_class);
  values_.put(", Recorder: "), values_.reference(record.recorder);
  values_.put(", Scope: "), values_.enumerator(record.metric_scope), values_.put(" ");
  switch (record.metric_scope) {
    case MetricScope::location:
      return values_.reference(LocationRef{record.scope});
    case MetricScope::location_group:
      return narrow_reference<LocationGroupRef>(record.scope);
    case MetricScope::system_tree_node:
      return narrow_reference<SystemTreeNodeRef>(record.scope);
    case MetricScope::group:
      return narrow_reference<GroupRef>(record.scope);
  }
  values_.number_or_undefined(record.scope);
}

void DefinitionPrinter::body(const def::CartTopology& record) {
  values_.put("Name: "), values_.reference(record.name);
  values_.put(", Communicator: "), values_.reference(record.communicator);
  values_.put(", "), values_.count(record.cart_dimensions.size(), "Dimension", "Dimensions"), values_.put(": (");
  bool first = true;
  for (const CartDimensionRef dimension : record.cart_dimensions) {
    if (!std::exchange(first, false)) values_.put(", ");
    values_.reference(dimension);
  }
  values_.put(")");
}

void DefinitionPrinter::body(const def::CartCoordinate& record) {
  values_.put("Cartesian Topology: "), values_.reference(record.cart_topology);
  const auto* topology = values_.definitions().find<def::CartTopology>(record.cart_topology);
  values_.put(", Rank: "), values_.rank(record.rank, topology ? topology->communicator : CommRef{}, LocationRef{});
  values_.put(record.coordinates.size() == 1 ? ", Coordinate: (" : ", Coordinates: (");
  bool first = true;
  for (const std::uint32_t coordinate : record.coordinates) {
    if (!std::exchange(first, false)) values_.put(", ");
    out().number(coordinate);
  }
  values_.put(")");
}

}  // namespace weft::cli::otf2_tools
