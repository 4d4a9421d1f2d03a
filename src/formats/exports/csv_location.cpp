// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/csv_location.hpp"

#include <bit>
#include <string>
#include <utility>

#include "formats/exports/metric_name.hpp"
#include "model/references.hpp"

namespace weft::exports {

class CsvLocation::Columns final : public FieldTaker {
 public:
  Columns(CsvRow& row, FieldTaker& others) : row_(row), others_(others) {}

  void number(std::string_view key, std::uint64_t value) override {
    if (is_first())
      row_.number(value).empty();
    else
      others_.number(key, value);
  }
  void negative(std::string_view key, std::int64_t value) override {
    if (is_first())
      row_.negative(value).empty();
    else
      others_.negative(key, value);
  }
  void real(std::string_view key, double value) override {
    if (is_first())
      row_.real(value).empty();
    else
      others_.real(key, value);
  }
  void text(std::string_view key, std::string_view value) override {
    if (is_first())
      row_.empty().text(value);
    else
      others_.text(key, value);
  }
  void named(std::string_view key, std::uint64_t id, std::string_view name) override {
    if (is_first())
      row_.number(id).text(name);
    else
      others_.named(key, id, name);
  }
  // Of a record without fields.
  void finish() {
    if (is_first()) row_.empty().empty();
  }

 private:
  bool is_first() { return !std::exchange(has_first_, true); }

  CsvRow& row_;
  FieldTaker& others_;
  bool has_first_ = false;
};

CsvLocation::CsvLocation(Stage& stage, LocationRef location)
    : stage_(stage), location_(location), losses_(stage.definitions, location), channels_(stage.channels, location) {}

std::string_view CsvLocation::cell_of(Frame frame) {
  const auto [cell, is_new] = cells_.try_emplace(frame.key());
  if (is_new) {
    TextSink text;
    put_csv_text(text, frame.is_context ? stage_.definitions.name(CallingContextRef{frame.id})
                                        : stage_.definitions.name(RegionRef{frame.id}));
    cell->second = text.text();
  }
  return cell->second;
}

void CsvLocation::take(const EventBatch& batch) {
  for (std::size_t row = 0; row < batch.size(); ++row) {
    const Kind kind = batch.kind[row];
    const std::uint64_t number = batch.first_event + row;
    const bool is_enter = kind == kind_of<evt::Enter>;
    if (!(batch.record[row] & EventBatch::has_more) && (is_enter || kind == kind_of<evt::Leave>)) {
      const Frame frame{static_cast<std::uint32_t>(batch.value[row]), false};
      put_simple(number, batch.time[row], kind, frame.id);
      is_enter ? take_enter(frame, batch.time[row]) : take_leave(frame, batch.time[row]);
    } else if (batch.read(row, event_)) {
      take_record(number, event_);
    }
  }
}

// An enter or leave without attributes.
void CsvLocation::put_simple(std::uint64_t number, Ticks time, Kind kind, std::uint32_t region) {
  TextSink& out = rows(CsvTable::events);
  out.number(location_.value), out.put(','), out.number(number), out.put(','), out.number(time), out.put(',');
  out.put(weft::name_of(kind)), out.put(','), out.number(region), out.put(',');
  out.put(cell_of({region, false})), out.put(",\r\n");
}

void CsvLocation::take_record(std::uint64_t number, const Event& event) {
  {
    CsvRow row(rows(CsvTable::events));
    row.number(location_.value).number(number).number(event.time);
    row.text(weft::name_of(static_cast<Kind>(event.record.index())));
    json_.clear();
    json_fields_.begin_object();
    Columns columns(row, json_fields_);
    tell_fields(event.record, stage_.definitions, nullptr, columns);
    columns.finish();
    json_fields_.end_object();
    json_.text().empty() ? row.empty() : row.text("{" + std::string(json_.text()) + "}");
  }
  if (const auto* r = event.record.get_if<evt::ProgramBegin>())
    if (r->program_arguments.size() > 1) losses_.look_at(event), losses_.add(losses_.joined_texts, 1);
  put_attributes(number, event);
  if (const auto* r = event.record.get_if<evt::Enter>()) take_enter(Frame::of(r->region), event.time);
  if (const auto* r = event.record.get_if<evt::Leave>()) take_leave(Frame::of(r->region), event.time);
  if (const auto* r = event.record.get_if<evt::CallingContextEnter>())
    take_enter(Frame::of(r->calling_context), event.time);
  if (const auto* r = event.record.get_if<evt::CallingContextLeave>())
    take_leave(Frame::of(r->calling_context), event.time);
  if (const auto* r = event.record.get_if<evt::Metric>()) put_metric(number, event.time, *r);
  put_message(number, event);
}

void CsvLocation::take_leave(Frame frame, Ticks time) {
  if (open_.empty() || open_.back().frame != frame) return;  // the row of the event is all there is to say
  const Open span = open_.back();
  put_span(span, &time);
  open_.pop_back();
}

void CsvLocation::put_span(const Open& span, const Ticks* end) {
  const def::Region* const region = region_of(stage_.definitions, span.frame);
  CsvRow row(rows(CsvTable::spans));
  row.number(location_.value);
  region ? row.id(region->self) : span.frame.is_context ? row.empty() : row.number(span.frame.id);
  span.frame.is_context ? row.number(span.frame.id) : row.empty();
  row.cell(cell_of(span.frame)).number(span.begin);
  end ? row.number(*end) : row.empty();
  row.number(open_.size() - 1);
}

void CsvLocation::put_message(std::uint64_t number, const Event& event) {
  const Flow flow = channels_.take(event.record);
  if (flow.end == Flow::End::none) return;
  const auto put = [&](const auto& record) {
    CsvRow row(rows(CsvTable::messages));
    row.number(location_.value).number(number).number(event.time);
    row.text(flow.end == Flow::End::send ? "send" : "receive");
    flow.peer ? row.number(flow.peer->value) : row.empty();
    row.id(record.communicator).number(record.msg_tag).number(record.msg_length);
    flow.id ? row.number(*flow.id) : row.empty();
  };
  event.record.visit([&](const auto& record) {
    if constexpr (requires { record.msg_tag; }) put(record);
  });
}

void CsvLocation::put_metric(std::uint64_t number, Ticks time, const evt::Metric& metric) {
  for (std::size_t i = 0; i < metric.metric_values.size(); ++i) {
    const MetricValue& value = metric.metric_values[i];
    CsvRow row(rows(CsvTable::metrics));
    row.number(location_.value).number(number).number(time).id(metric.metric).number(i);
    row.text(metric_name(stage_.definitions, metric.metric, i).name);
    row.text(weft::name_of(value.type).value_or(""));
    if (value.type == Type::int64)
      row.negative(static_cast<std::int64_t>(value.bits));
    else if (value.type == Type::double_)
      row.real(std::bit_cast<double>(value.bits));
    else
      row.number(value.bits);
  }
}

void CsvLocation::put_attributes(std::uint64_t number, const Event& event) {
  const Definitions& definitions = stage_.definitions;
  for (const auto& [attribute, value] : event.attributes) {
    CsvRow row(rows(CsvTable::attributes));
    row.number(location_.value).number(number).id(attribute).text(definitions.name(attribute));
    row.text(weft::name_of(value.type).value_or(""));
    if (value.type == Type::string)
      row.text(definitions.text({static_cast<std::uint32_t>(value.bits)})).empty();
    else if (is_floating(value.type))
      row.real(value.as_double()).empty();
    else if (is_signed(value.type))
      row.negative(value.as_signed()).empty();
    else if (!visit_reference(value, [&](auto id) { row.number(id.value).text(definitions.name(id)); }))
      row.number(value.bits).empty();
  }
}

// What is still open has no end.
void CsvLocation::finish() {
  while (!open_.empty()) {
    const Open span = open_.back();
    put_span(span, nullptr);
    open_.pop_back();
  }
  channels_.close();
}

}  // namespace weft::exports
