// SPDX-License-Identifier: BSD-3-Clause
#include "fuzzing.hpp"

#include "analyze/statistics.hpp"
#include "analyze/statistics_json.hpp"
#include "base/text_sink.hpp"
#include "check/check.hpp"
#include "formats/otf2/snapshot_merge.hpp"
#include "model/printer.hpp"

namespace weft::fuzzing {

namespace {

// A record that was read, as bytes; no estimate is too small for them.
template <class R>
std::vector<std::byte> encoded(const R& record) {
  const std::size_t exact = otf2::estimated_bytes<otf2::Estimate::exact>(record);
  WEFT_CHECK(exact <= otf2::estimated_bytes<otf2::Estimate::definition>(record));
  WEFT_CHECK(exact <= otf2::estimated_bytes<otf2::Estimate::worst_case>(record));
  std::vector<std::byte> bytes(exact + otf2::slack_bytes);
  otf2::Encoder out(bytes.data(), ByteOrder::little);
  otf2::code(out, record);
  WEFT_CHECK(out.position() == bytes.data() + exact);
  bytes.resize(exact);
  return bytes;
}

// These bytes read as the same record.
template <class R>
void check_round_trip(const R& record) {
  if constexpr (!std::is_same_v<R, evt::Unknown>) {
    const auto bytes = encoded(record);
    Arena arena;
    R again;
    otf2::Decoder in(bytes.data(), bytes.data() + bytes.size(), ByteOrder::little, arena);
    otf2::code(in, again);
    WEFT_CHECK(!in.failed() && encoded(again) == bytes);
  }
}

// Whether every line is an object with closed strings and brackets, and nothing that JSON forbids in a string.
bool is_json_lines(std::string_view text) {
  std::string open;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c == '\\' && ++i < text.size() && std::string_view("\"\\/bfnrtu").find(text[i]) == std::string_view::npos)
        return false;
      if (c == '"') in_string = false;
    } else if (c == '\n') {
      if (!open.empty()) return false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      open += c == '{' ? '}' : ']';
    } else if (c == '}' || c == ']') {
      if (open.empty() || open.back() != c) return false;
      open.pop_back();
    }
  }
  return !in_string && open.empty() && (text.empty() || text.back() == '\n');
}

void print(Trace& trace, const PrintOptions& options) {
  TextSink out;
  static_cast<void>(trace.print(options, out));
  if (options.json) WEFT_CHECK(is_json_lines(out.text()));
}

void analyze(Trace& trace) {
  auto statistics = compute_statistics(trace, {.by_location = true, .threads = 1, .progress = {}});
  if (!statistics) return;
  sort_profiles(*statistics, ProfileOrder::name, trace.definitions());
  TextSink out;
  put_json(out, *statistics, trace.definitions(), 5);
  WEFT_CHECK(is_json_lines(out.text()));
}

}  // namespace

template <class List>
void read_records(otf2::RecordStream* stream, const Definitions& definitions) {
  if (!stream) return;
  TextSink text, json;
  RecordPrinter for_people(text, definitions, RecordPrinter::Style::text);
  RecordPrinter for_programs(json, definitions, RecordPrinter::Style::json_with_names);
  stream->each<List>(
      [&](const auto& record) {
        check_round_trip(record);
        for_people.record(record);
        for_programs.record(record, std::pair{std::string_view("definedBy"), std::uint64_t{7}});
      },
      [](const otf2::RawRecord&) {});
  WEFT_CHECK(is_json_lines(json.text()));
}

template void read_records<otf2::GlobalDefinitionRecords>(otf2::RecordStream*, const Definitions&);
template void read_records<otf2::LocalDefinitionRecords>(otf2::RecordStream*, const Definitions&);
template void read_records<otf2::MarkerRecords>(otf2::RecordStream*, const Definitions&);
template void read_records<otf2::ThumbnailRecords>(otf2::RecordStream*, const Definitions&);

void read_snapshots(otf2::Archive& archive) {
  otf2::SnapshotMerge(archive, archive.locations())
      .each([](LocationRef, Ticks, std::span<const AttributeEntry>, const auto& record) { check_round_trip(record); });
  print(archive, {.definitions = false, .events = false, .markers = false});
  print(archive, {.json = true, .definitions = false, .events = false, .markers = false});
}

std::string read_events(EventStream& stream, const Definitions& definitions) {
  TextSink out;
  RecordPrinter printer(out, definitions, RecordPrinter::Style::json);
  EventBatch batch;
  Event event;
  while (stream.next(batch)) {
    WEFT_CHECK(batch.size() > 0);
    for (std::size_t row = 0; row < batch.size(); ++row) {
      if (!batch.read(row, event)) {
        out.put("damaged "), out.number(batch.time[row]), out.put('\n');
        continue;
      }
      WEFT_CHECK(static_cast<Kind>(event.record.index()) == batch.kind[row]);
      event.record.visit([](const auto& record) { check_round_trip(record); });
      printer.event(batch.location, event);
    }
  }
  return std::string(out.text());
}

void read_everything(Trace& trace, Way way) {
  static_cast<void>(trace.info());
  for (const LocationRef location : trace.locations()) {
    const std::uint64_t parts = std::min<std::uint64_t>(trace.parts(location), 3);
    for (std::uint64_t part = 0; part < parts; ++part)
      if (auto stream = trace.events(location, {.rows = 3, .parts = {part, part + 1}}))
        read_events(**stream, trace.definitions());
  }
  if (way == Way::text) print(trace, {});
  if (way == Way::json) print(trace, {.json = true, .names = true});
  if (way == Way::by_location) print(trace, {.json = true, .merged = false});
  if (way == Way::statistics) analyze(trace);
  Report report;
  if (way == Way::check) check::check_trace(trace, {.threads = 1, .progress = {}}, report);
  trace.examine(report);
  report.take(trace.report());
  for (const auto& [rule, group] : report.groups())
    for (const Finding& finding : group.first) WEFT_CHECK(!finding.text().empty());
}

}  // namespace weft::fuzzing
