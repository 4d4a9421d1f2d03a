// SPDX-License-Identifier: BSD-3-Clause
// DefinitionPrinter: one definition as a line of otf2-print.
#pragma once

#include "cli/otf2_tools/value_printer.hpp"
#include "formats/otf2/records.hpp"

namespace weft::cli::otf2_tools {

class DefinitionPrinter {
 public:
  explicit DefinitionPrinter(ValuePrinter& values) : values_(values) {}

  template <class R>
  void print(const R& record) {
    out().put(RecordText<R, label_columns>::get().label);
    if constexpr (requires { record.self.value; })
      id_column(record.self.value);
    else if constexpr (std::is_same_v<R, def::Paradigm>)
      id_column(static_cast<std::uint64_t>(record.paradigm));
    else
      out().pad(1 + id_columns + 2);
    body(record);
    end_line();
  }
  void print_unknown();

  // Definitions of one location.
  void print(LocationRef location, const otf2::MappingTable& table);
  void print(LocationRef location, const otf2::ClockOffset& offset);

 private:
  static constexpr std::size_t label_columns = 27;
  static constexpr std::size_t id_columns = 12;

  TextSink& out() { return values_.out(); }
  void id_column(std::uint64_t id) { out().put(' '), out().number_right(id, id_columns), out().put("  "); }
  void end_line() {
    out().put('\n');
    out().flush_if_large();
  }

  // Nearly all records are their fields one after the other. The others follow.
  template <class R>
  void body(const R& record) {
    values_.fields<label_columns>(record, LocationRef{});
  }
  void body(const def::ClockProperties& record);
  void body(const def::String& record);
  void body(const def::ParadigmProperty& record);
  void body(const def::IoParadigm& record);
  void body(const def::Group& record);
  void body(const def::MetricClass& record);
  void body(const def::MetricInstance& record);
  void body(const def::CartTopology& record);
  void body(const def::CartCoordinate& record);

  void member(const def::Group& group, std::uint64_t member);
  template <class Id>
  void narrow_reference(std::uint64_t id);
  void property_value(const IoParadigmPropertyValue& property);
  // "KIND <bits>", for values that are not what they should be.
  void raw_value(std::string_view kind, std::uint64_t bits);

  ValuePrinter& values_;
};

}  // namespace weft::cli::otf2_tools
