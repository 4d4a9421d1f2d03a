// SPDX-License-Identifier: BSD-3-Clause
// EventPrinter: one event or snapshot record as lines of otf2-print.
#pragma once

#include <span>

#include "cli/otf2_tools/value_printer.hpp"
#include "formats/otf2/records.hpp"

namespace weft::cli::otf2_tools {

class EventPrinter {
 public:
  enum class Unwind : bool { no, yes };

  EventPrinter(ValuePrinter& values, Unwind unwind) : values_(values), unwind_(unwind == Unwind::yes) {}

  template <class R>
  void print(LocationRef location, Ticks time, const R& record, std::span<const AttributeEntry> attributes) {
    out().put(RecordText<R, label_columns>::get().label);
    out().put(' '), out().number_right(location.value, 15);
    if constexpr (std::is_same_v<R, evt::Unknown>) {
      // Nothing is known of it, not even whether its time has a beginning to count from.
      out().put(' '), out().number_right(time, 20);
      return end_line();
    } else {
      out().put(' '), values_.time_column(time), out().put("  ");
      body(location, record);
      end_line();
      if constexpr (requires { record.calling_context; })
        if (unwind_) unwind(record.calling_context, distance_of(record));
      if (!attributes.empty()) print_attributes(attributes);
    }
  }

  // An event that was open when a snapshot was taken: shown at the time it happened.
  template <class E>
  void print(LocationRef location, Ticks, const otf2::Snap<E>& record, std::span<const AttributeEntry> attributes) {
    print(location, record.orig_event_time.value, record.event, attributes);
  }

  void print(LocationRef location, const Event& event);

 private:
  static constexpr std::size_t label_columns = 32;

  TextSink& out() { return values_.out(); }
  void end_line() {
    out().put('\n');
    out().flush_if_large();
  }

  template <class R>
  void body(LocationRef location, const R& record) {
    values_.fields<label_columns>(record, location);
  }
  void body(LocationRef location, const evt::Metric& record);
  void body(LocationRef location, const evt::ProgramBegin& record);
  void body(LocationRef location, const evt::RmaCollectiveEnd& record);

  template <class R>
  static std::uint32_t distance_of(const R& record) {
    if constexpr (requires { record.unwind_distance; }) return record.unwind_distance;
    return 1;
  }
  void unwind(CallingContextRef context, std::uint32_t distance);
  void print_attributes(std::span<const AttributeEntry> attributes);
  void metric_value(const MetricValue& value);
  const def::MetricClass* class_of(MetricRef metric) const;

  ValuePrinter& values_;
  bool unwind_;
};

}  // namespace weft::cli::otf2_tools
