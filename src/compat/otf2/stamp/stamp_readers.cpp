// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/stamp_readers.hpp"

#include <fmt/format.h>

#include "compat/otf2/stamp/c_text.hpp"

namespace weft::otf2::stamp {

std::string callbacks_header(const Reader& reader) {
  const std::string table = reader.table();
  std::string members = fmt::format("  {} Unknown = nullptr;\n", reader.callback_type("Unknown"));
  std::string places;
  for (const CRecord& record : reader.records) {
    members += fmt::format("  {} {} = nullptr;\n", reader.callback_type(record.name), record.name);
    places += fmt::format("template <>\ninline constexpr auto callback_for<{0}, {1}> = &{0}_struct::{2};\n", table,
        record.cpp_type, record.name);
  }
  return fmt::format(
      "// Made by weft_otf2_stamp from the schema.\n#pragma once\n\n#include <otf2/{0}.h>\n\n"
      "#include \"compat/otf2/callbacks.hpp\"\n\nstruct {0}_struct {{\n{1}}};\n\n"
      "namespace weft::otf2::compat {{\n\n{2}\n}}  // namespace weft::otf2::compat\n",
      table, members, places);
}

std::string callbacks_source(const Reader& reader) {
  const std::string table = reader.table();
  std::string text = fmt::format(
      "// Made by weft_otf2_stamp from the schema.\n#include \"{}.hpp\"\n\nusing namespace weft::otf2::compat;\n\n",
      table);
  const auto functions = reader.table_functions();
  const std::string& self = functions[1].parameters[0].name;
  text += fmt::format("{} {{ return new_table<{}>(__func__); }}\n", prototype(functions[0]), table);
  text += fmt::format("{} {{ delete {}; }}\n", prototype(functions[1]), self);
  text += fmt::format("{} {{ clear_table(__func__, {}); }}\n", prototype(functions[2]), self);
  const auto set = [&](const std::string& record) {
    const Function setter = reader.setter(record);
    text += fmt::format("{} {{\n  return set_callback(__func__, {}, &{}_struct::{}, {});\n}}\n", prototype(setter),
        setter.parameters[0].name, table, record, setter.parameters[1].name);
  };
  set("Unknown");
  for (const CRecord& record : reader.records) set(record.name);
  return text;
}

}  // namespace weft::otf2::stamp
