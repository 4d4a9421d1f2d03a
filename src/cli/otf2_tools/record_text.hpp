// SPDX-License-Identifier: BSD-3-Clause
// What otf2-print calls records and their fields. Nearly all of it follows from the names in the schema; the exceptions
// are two tables in record_text.cpp.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "schema/schema.hpp"

namespace weft::cli::otf2_tools {

// "MpiSend" -> "MPI_SEND".
std::string label_of(std::string_view record);

// What stands before the value of a field: "Region: ", or ", Region: " if the field is not the first.
std::string lead_of(std::string_view record, std::string_view field, bool first);

// All texts of a record, made once. `columns` is the width of its label.
template <class R, std::size_t columns>
struct RecordText {
  std::string label;
  std::array<std::string, std::remove_cvref_t<decltype(R::schema)>::size> leads;

  static const RecordText& get() {
    static const RecordText text = make();
    return text;
  }

 private:
  static RecordText make() {
    RecordText text;
    text.label = label_of(R::schema.name);
    if (text.label.size() < columns) text.label.resize(columns, ' ');
    std::size_t place = 0;
    std::string_view before;
    R::schema.each([&](const auto& f) {
      text.leads[place++] = lead_of(R::schema.name, f.name, before.empty() || before == "self");
      before = f.name;
    });
    return text;
  }
};

}  // namespace weft::cli::otf2_tools
