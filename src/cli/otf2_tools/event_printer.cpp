// SPDX-License-Identifier: BSD-3-Clause
#include "cli/otf2_tools/event_printer.hpp"

#include <utility>

namespace weft::cli::otf2_tools {

void EventPrinter::print(LocationRef location, const Event& event) {
  event.record.visit([&](const auto& record) { print(location, event.time, record, event.attributes); });
}

const def::MetricClass* EventPrinter::class_of(MetricRef metric) const {
  const Definitions& definitions = values_.definitions();
  if (const auto* own = definitions.find<def::MetricClass>(metric)) return own;
  const auto* instance = definitions.find<def::MetricInstance>(metric);
  return instance ? definitions.find<def::MetricClass>(instance->metric_class) : nullptr;
}

void EventPrinter::metric_value(const MetricValue& value) {
  switch (value.type) {
    case Type::int64:
      values_.put("INT64; "), out().number(static_cast<std::int64_t>(value.bits));
      break;
    case Type::uint64:
      values_.put("UINT64; "), out().number(value.bits);
      break;
    case Type::double_:
      values_.put("DOUBLE; "), values_.real(std::bit_cast<double>(value.bits));
      break;
    default:
      values_.invalid(static_cast<std::uint64_t>(value.type));
      values_.put(fmt::format("; {:08x}", value.bits));
  }
}

void EventPrinter::body(LocationRef, const evt::Metric& record) {
  values_.put("Metric: "), values_.reference(record.metric);
  values_.put(", "), values_.count(record.metric_values.size(), "Value", "Values");
  const def::MetricClass* metric_class = class_of(record.metric);
  for (std::size_t i = 0; i < record.metric_values.size(); ++i) {
    values_.put(i == 0 ? ": (" : ", (");
    if (metric_class && i < metric_class->metric_members.size())
      values_.reference(metric_class->metric_members[i]);
    else
      values_.put("INVALID");
    values_.put("; "), metric_value(record.metric_values[i]), values_.put(")");
  }
}

void EventPrinter::body(LocationRef, const evt::ProgramBegin& record) {
  values_.put("Name: "), values_.reference(record.program_name);
  values_.put(", "), values_.count(record.program_arguments.size(), "Argument", "Arguments");
  bool first = true;
  for (const StringRef argument : record.program_arguments)
    values_.put(std::exchange(first, false) ? ": " : ", "), values_.reference(argument);
}

// Its window comes before the level, unlike in the file: a record with the fields in that order.
struct ShownRmaCollectiveEnd {
  CollectiveOp collective_op{};
  RmaWinRef win;
  RmaSyncLevel sync_level{};
  std::uint32_t root{};
  std::uint64_t bytes_sent{};
  std::uint64_t bytes_received{};

  static constexpr auto schema = record("RmaCollectiveEnd", "",
      field<&ShownRmaCollectiveEnd::collective_op>("collectiveOp", ""), field<&ShownRmaCollectiveEnd::win>("win", ""),
      field<&ShownRmaCollectiveEnd::sync_level>("syncLevel", ""), field<&ShownRmaCollectiveEnd::root>("root", ""),
      field<&ShownRmaCollectiveEnd::bytes_sent>("bytesSent", ""),
      field<&ShownRmaCollectiveEnd::bytes_received>("bytesReceived", ""));
};

void EventPrinter::body(LocationRef location, const evt::RmaCollectiveEnd& record) {
  const ShownRmaCollectiveEnd shown{
      record.collective_op, record.win, record.sync_level, record.root, record.bytes_sent, record.bytes_received};
  values_.fields<label_columns>(shown, location);
}

void EventPrinter::unwind(CallingContextRef context, std::uint32_t distance) {
  constexpr std::uint32_t unknown = ~std::uint32_t{0};
  while (context.defined()) {
    out().pad(label_columns + 1 + 15 + 1 + 20 + 2);
    const auto* row = values_.definitions().find<def::CallingContext>(context);
    if (row) out().put(distance == unknown ? '?' : distance > 1 ? '+' : distance == 1 ? '*' : ' ');
    values_.reference(context);
    end_line();
    if (!row) return;
    if (distance != unknown && distance > 0) --distance;
    context = row->parent;
  }
}

void EventPrinter::print_attributes(std::span<const AttributeEntry> attributes) {
  out().pad(70), values_.put(" ADDITIONAL ATTRIBUTES: ");
  bool first = true;
  for (const AttributeEntry& entry : attributes) {
    if (!std::exchange(first, false)) values_.put(", ");
    values_.put("("), values_.reference(entry.attribute);
    values_.put("; "), values_.enumerator(entry.value.type);
    values_.put("; "), values_.typed_value(entry.value), values_.put(")");
  }
  end_line();
}

}  // namespace weft::cli::otf2_tools
