// SPDX-License-Identifier: BSD-3-Clause
// JsonText: the fields of records as JSON objects, as `weft print --json --names` has them.
#pragma once

#include <string_view>

#include "model/printer.hpp"

namespace weft::tables {

class JsonText {
 public:
  explicit JsonText(const Definitions& definitions)
      : printer_(out_, definitions, RecordPrinter::Style::json_with_names) {}

  // Until the next one is asked for.
  template <class R>
  std::string_view operator()(const R& record) {
    constexpr std::size_t name = std::string_view("{\"record\":\"\"").size() + R::schema.name.size();
    out_.clear();
    printer_.record(record);
    // The name is left out: what follows begins with a comma, or ends the object.
    char* const text = out_.room(0) - out_.text().size();
    const std::size_t size = out_.text().size() - 1;
    if (text[name] == '}') return "{}";
    text[name] = '{';
    return {text + name, size - name};
  }

 private:
  TextSink out_;
  RecordPrinter printer_;
};

}  // namespace weft::tables
