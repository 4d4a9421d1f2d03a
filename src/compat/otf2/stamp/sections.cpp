// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/sections.hpp"

#include <fmt/format.h>

#include "compat/otf2/stamp/c_names.hpp"
#include "compat/otf2/stamp/c_text.hpp"
#include "compat/otf2/stamp/value_functions.hpp"

namespace weft::otf2::stamp {

namespace {

// Puts a blank line between entries.
void add(std::string& section, const std::string& entry) {
  if (!section.empty()) section += '\n';
  section += entry;
}

std::string refs() {
  std::string out;
  for (const CRef& r : c_refs())
    add(out, fmt::format("typedef {} {};\n#define {} (({})OTF2_UNDEFINED_{})\n", r.underlying, r.c_type, r.undefined,
                 r.c_type,
                 r.underlying == "uint8_t"    ? "UINT8"
                 : r.underlying == "uint64_t" ? "UINT64"
                                              : "UINT32"));
  return out;
}

std::string type_members() {
  std::string out;
  for (const CValue& v : c_values()) out += fmt::format("  {} {};\n", v.c_type, v.member);
  return out;
}

std::string type_adders() {
  std::string out;
  for (const CValue& v : c_values()) add(out, declaration(list_adder(v)));
  return out;
}

std::string type_getters() {
  std::string out;
  for (const CValue& v : c_values()) add(out, declaration(list_getter(v)));
  return out;
}

std::string enum_values() {
  std::string out;
  for (const CEnum& e : c_enums<ValueEnumerations>())
    add(out, declaration(enum_setter(e)) + declaration(enum_getter(e)));
  return out;
}

// "A region was entered. region: The region." The parameters every function of the writer has are left out: the
// header's first lines explain them.
std::string with_parameters(const CRecord& record) {
  std::string out = record.doc;
  for (const Parameter& p : record.parameters) out += fmt::format(" {}: {}", p.name, p.doc);
  return out;
}

std::string records(const Writer& writer) {
  std::string out;
  for (const CRecord& r : writer.records) add(out, comment(with_parameters(r)) + declaration(writer.write(r)));
  return out;
}

std::string callbacks(const Reader& reader) {
  std::string out = fmt::format("typedef struct {}_struct {};\n", reader.table(), reader.table());
  for (const Function& f : reader.table_functions()) add(out, comment(f.doc) + declaration(f));
  const auto one = [&](const Function& type, std::string_view record) {
    add(out, comment(type.doc) + function_type(type) + declaration(reader.setter(record)));
  };
  one(reader.unknown_callback(), "Unknown");
  for (const CRecord& r : reader.records) one(reader.callback(r), r.name);
  return out;
}

std::string definition_counts() {
  std::string out;
  for (const CRef& r : c_refs())
    if (r.is_mapped) add(out, declaration(count_setter(r)));
  return out;
}

std::string event_sizes() {
  std::string out;
  for (const CRecord& r : event_records()) add(out, declaration(size_estimate(r)));
  return out;
}

}  // namespace

std::map<std::string, std::string> sections() {
  std::map<std::string, std::string> all{{"REFS", refs()}, {"TYPE_MEMBERS", type_members()},
      {"TYPE_ADDERS", type_adders()}, {"TYPE_GETTERS", type_getters()}, {"ENUM_VALUES", enum_values()},
      {"DEFINITION_COUNTS", definition_counts()}, {"EVENT_SIZES", event_sizes()}};
  for (const CEnum& e : c_enums<Enumerations>()) all["ENUM " + e.name] = definition(e);
  for (const Writer& w : writers()) all["RECORDS " + w.name] = records(w);
  for (const Reader& r : readers()) all["CALLBACKS " + r.name] = callbacks(r);
  return all;
}

}  // namespace weft::otf2::stamp
