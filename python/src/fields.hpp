// SPDX-License-Identifier: BSD-3-Clause
// The fields of records as a table at run time, made from their schemas: where a field lies in the struct and how it is
// to be read. One loop over the table then serves every type of record, both ways, which costs far less to compile than
// a walk for each of them; Python is slow enough not to notice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/definition_types.hpp"
#include "model/event_types.hpp"
#include "schema/enumeration.hpp"

namespace weft::python {

// How the bytes of a field are to be understood.
enum class Form : std::uint8_t {
  unsigned_number,
  signed_number,
  reference,    // an id; all bits set means none
  enumeration,  // a number that may have a name
  text,
  typed,   // a TypedValue; its type is a field of its own before it
  metric,  // a MetricValue, likewise
};

// The elements of a list, whatever they are.
struct List {
  const std::byte* first = nullptr;
  std::size_t count = 0;
};

// One field as users see it: lists of small records are one list for each of their fields, and a value with a type is
// two fields.
struct FieldEntry {
  std::string_view name;
  std::string_view doc;
  std::string_view refers_to;  // the id space of a reference ("Region") or the name of an enumeration ("CollectiveOp")
  Form form = Form::unsigned_number;
  std::uint8_t bytes = 0;    // of one value
  std::uint16_t offset = 0;  // in the record; of a list, in one of its elements
  // Only of lists.
  std::uint16_t list_offset = 0;  // of the list in the record
  std::uint16_t stride = 0;       // of its elements
  bool is_first_part = true;      // the other fields of the same elements follow
  List (*get_list)(const std::byte* list) = nullptr;
  void (*set_list)(std::byte* list, const List& elements) = nullptr;

  bool is_list() const { return get_list != nullptr; }
};

struct TypeEntry {
  std::string_view name;
  std::string_view doc;
  std::size_t bytes = 0;
  std::vector<FieldEntry> fields;
};

// In the order of EventTypes and DefinitionTypes.
const std::vector<TypeEntry>& event_types();
const std::vector<TypeEntry>& definition_types();

struct EnumEntry {
  std::string_view name;
  const std::vector<Enumerator>* values;
  bool is_flag_set;
};
// All that fields of events and definitions use.
const std::vector<EnumEntry>& enumerations();

}  // namespace weft::python
