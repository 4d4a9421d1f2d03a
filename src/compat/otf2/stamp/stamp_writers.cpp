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
  std::string text = "// Made by weft_otf2_stamp from the schema.\n";
  text += "#include \"compat/otf2/writers.hpp\"\n\nusing namespace weft::otf2::compat;\n\n";
  for (const CRecord& record : writer.records) {
    const Function function = writer.write(record);
    if (is_timed)  // all of an event's encoding in one function: the position then stays in a register
      text += fmt::format("[[gnu::flatten]] {} {{\n  return write_timed<{}>(__func__{});\n}}\n", prototype(function),
          record.cpp_type, arguments(function));
    else
      text += fmt::format("{} {{\n  return write_record<{}>(__func__{});\n}}\n", prototype(function), record.cpp_type,
          arguments(function));
  }
  return text;
}

}  // namespace weft::otf2::stamp
