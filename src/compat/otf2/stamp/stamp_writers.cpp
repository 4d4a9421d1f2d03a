// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/stamp/stamp_writers.hpp"

#include <fmt/format.h>

#include "compat/otf2/stamp/c_text.hpp"

namespace weft::otf2::stamp {

namespace {

// The parameters as arguments, separated by commas.
std::string arguments(const Function& function) {
  std::string text;
  for (const Parameter& parameter : function.parameters) text += ", " + parameter.name;
  return text;
}

}  // namespace

std::string writer_source(const Writer& writer) {
  const bool is_timed = writer.parameters.size() > 1;
  std::string text = "// Made by weft_otf2_stamp from the schema.\n#include \"compat/otf2/writers.hpp\"\n\n";
  text += "using namespace weft::otf2::compat;\n\n";
  for (const CRecord& record : writer.records) {
    const Function function = writer.write(record);
    text += fmt::format("{} {{\n  return {}<{}>(__func__{});\n}}\n", prototype(function),
        is_timed ? "write_timed" : "write_record", record.cpp_type, arguments(function));
  }
  return text;
}

}  // namespace weft::otf2::stamp
