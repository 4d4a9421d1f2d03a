// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/stamp_values.hpp"

#include <fmt/format.h>

#include "compat/otf2/stamp/c_text.hpp"
#include "compat/otf2/stamp/value_functions.hpp"

namespace weft::otf2::stamp {

namespace {

std::string body(const Function& function, const std::string& helper, const std::string& arguments) {
  const bool is_long = helper.size() + arguments.size() > 108;
  return fmt::format(
      "{} {{\n  return {}({}{});\n}}\n\n", prototype(function), helper, is_long ? "\n      " : "", arguments);
}

std::string of_type(const CValue& value) {
  const std::string member = "&OTF2_AttributeValue::" + value.member;
  const std::string common = fmt::format("attributeList, attribute, {}, {}", value.type, value.parameter);
  return body(list_adder(value), fmt::format("add_attribute<{}>", member), common) +
         body(list_getter(value), fmt::format("get_attribute<{}>", member), "__func__, " + common);
}

std::string of_enumeration(const CEnum& enumeration) {
  return body(enum_setter(enumeration), "set_enum", "__func__, enumValue, type, value") +
         body(enum_getter(enumeration), "get_enum", "__func__, type, value, enumValue");
}

// Hands over all parameters.
std::string of_estimator(const Function& function, const std::string& helper) {
  std::string arguments = "__func__";
  for (const Parameter& p : function.parameters) arguments += ", " + p.name;
  return body(function, helper, arguments);
}

}  // namespace

std::string values_source() {
  std::string out =
      "// SPDX-License-Identifier: BSD-3-Clause\n"
      "// Stamped from the schema.\n"
      "#include \"compat/otf2/attribute_list.hpp\"\n"
      "#include \"compat/otf2/size_estimator.hpp\"\n"
      "\n"
      "using namespace weft::otf2::compat;\n"
      "\n";
  for (const CValue& value : c_values()) out += of_type(value);
  for (const CEnum& enumeration : c_enums<ValueEnumerations>()) out += of_enumeration(enumeration);
  for (const CRef& ref : c_refs())
    if (ref.is_mapped) out += of_estimator(count_setter(ref), fmt::format("set_number<weft::{}Ref>", ref.name));
  for (const CRecord& event : event_records())
    out += of_estimator(size_estimate(event), fmt::format("event_bytes<{}>", event.cpp_type));
  out.pop_back();  // the last blank line
  return out;
}

}  // namespace weft::otf2::stamp
