// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/c_signature.hpp"

#include <fmt/format.h>

#include "compat/otf2/stamp/c_names.hpp"
#include "compat/otf2/stamp/c_records.hpp"

namespace weft::otf2::stamp {

namespace {

std::vector<Parameter> joined(std::vector<Parameter> first, const std::vector<Parameter>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Parameter attribute_list() { return {"OTF2_AttributeList*", "attributeList", "Attributes of the record, or NULL."}; }
Parameter user_data() { return {"void*", "userData", "What was registered with the callbacks."}; }

Parameter time(std::string_view name) { return {"OTF2_TimeStamp", std::string{name}, "When it happened."}; }
Parameter location(std::string_view name) { return {"OTF2_LocationRef", std::string{name}, "Where it happened."}; }

Parameter handle(std::string_view writer, std::string_view name) {
  return {fmt::format("OTF2_{}*", writer), std::string{name}, "The writer."};
}

}  // namespace

Function Writer::write(const CRecord& record) const {
  return {"OTF2_ErrorCode", fmt::format("OTF2_{}_{}{}", name, verb, record.name), joined(parameters, record.parameters),
      record.doc, record.deprecated};
}

std::string Reader::callback_type(std::string_view record) const {
  return fmt::format("OTF2_{}Callback_{}", name, record);
}

// Old traces hold deprecated records, so reading them is not deprecated.
Function Reader::callback(const CRecord& record) const {
  return {"OTF2_CallbackCode", callback_type(record.name), joined(parameters, record.parameters), record.doc};
}

Function Reader::unknown_callback() const {
  return {"OTF2_CallbackCode", callback_type("Unknown"), parameters, "A record this version does not know."};
}

Function Reader::setter(std::string_view record) const {
  return {"OTF2_ErrorCode", fmt::format("{}_Set{}Callback", table(), record),
      {{table() + "*", lower_first(name) + "Callbacks", "The table."},
          {callback_type(record), lower_first(record) + "Callback", "The function, or NULL for none."}},
      ""};
}

std::vector<Function> Reader::table_functions() const {
  const std::vector<Parameter> self{{table() + "*", lower_first(name) + "Callbacks", "The table."}};
  return {{table() + "*", table() + "_New", {}, "A new table without callbacks; NULL if memory is short."},
      {"void", table() + "_Delete", self, "Frees a table."},
      {"void", table() + "_Clear", self, "Removes all callbacks from a table."}};
}

const std::vector<Writer>& writers() {
  static const std::vector<Writer> all{
      {"EvtWriter", "", {handle("EvtWriter", "writer"), attribute_list(), time("time")}, c_records<EventRecords>()},
      {"SnapWriter", "", {handle("SnapWriter", "writer"), attribute_list(), time("snapTime")},
          c_records<SnapshotRecords>()},
      {"DefWriter", "Write", {handle("DefWriter", "writer")}, c_records<LocalDefinitionRecords>()},
      {"GlobalDefWriter", "Write", {handle("GlobalDefWriter", "writerHandle")}, c_records<GlobalDefinitionRecords>()},
      {"MarkerWriter", "Write", {handle("MarkerWriter", "writerHandle")}, c_records<MarkerRecords>()}};
  return all;
}

const std::vector<Reader>& readers() {
  const Parameter position{"uint64_t", "eventPosition", "Number of the event within its location, from 1."};
  static const std::vector<Reader> all{
      {"EvtReader", {location("location"), time("time"), position, user_data(), attribute_list()},
          c_records<EventRecords>()},
      {"GlobalEvtReader", {location("locationID"), time("time"), user_data(), attribute_list()},
          c_records<EventRecords>()},
      {"SnapReader", {location("location"), time("snapTime"), user_data(), attribute_list()},
          c_records<SnapshotRecords>()},
      {"GlobalSnapReader", {location("locationID"), time("snapTime"), user_data(), attribute_list()},
          c_records<SnapshotRecords>()},
      {"DefReader", {user_data()}, c_records<LocalDefinitionRecords>()},
      {"GlobalDefReader", {user_data()}, c_records<GlobalDefinitionRecords>()},
      {"MarkerReader", {user_data()}, c_records<MarkerRecords>()}};
  return all;
}

const std::vector<CRecord>& event_records() {
  static const std::vector<CRecord> all = c_records<EventRecords>();
  return all;
}

Function size_estimate(const CRecord& event) {
  Function out{"size_t", fmt::format("OTF2_EventSizeEstimator_GetSizeOf{}Event", event.name),
      {{"OTF2_EventSizeEstimator*", "estimator", "The estimator."}}, event.doc, event.deprecated};
  for (const Parameter& p : event.parameters)
    if (p.role == Role::count) out.parameters.push_back(p);
  return out;
}

}  // namespace weft::otf2::stamp
