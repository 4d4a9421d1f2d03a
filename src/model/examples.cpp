// SPDX-License-Identifier: BSD-3-Clause
#include "model/examples.hpp"

#include "model/printer.hpp"

namespace weft {

namespace {

// A line of text without the blanks that make columns.
template <class Print>
std::string line_of(const Definitions& definitions, Print&& print) {
  TextSink out;
  RecordPrinter printer(out, definitions, RecordPrinter::Style::text);
  print(printer);
  std::string line;
  for (const char c : out.text()) {
    if (c == '\n' || (c == ' ' && (line.empty() || line.back() == ' '))) continue;
    line += c;
  }
  return line;
}

template <class List>
std::string line_of_record(const Definitions& definitions, const AnyRecord<List>& record) {
  return line_of(
      definitions, [&](RecordPrinter& printer) { record.visit([&](const auto& own) { printer.record(own); }); });
}

}  // namespace

std::string example_of(const Definitions& definitions, const AnyRecord<DefinitionTypes>& definition) {
  return line_of_record(definitions, definition);
}

std::string example_of(const Definitions& definitions, const AnyRecord<TypeList<DefMarker, Marker>>& marker) {
  return line_of_record(definitions, marker);
}

std::string example_of(const Definitions& definitions, LocationRef location, const Event& event) {
  return line_of(definitions, [&](RecordPrinter& printer) { printer.event(location, event); });
}

}  // namespace weft
