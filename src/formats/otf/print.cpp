// SPDX-License-Identifier: BSD-3-Clause
// Printing a trace in the order of the reference: definitions, events, statistics, snapshots, markers. Events are shown
// in the words of the model, with names; all else as the records are.
#include "formats/otf/trace.hpp"
#include "model/print_events.hpp"

namespace weft::otf {

namespace {

// A pair of a list, shown behind the record that carries it.
struct NumberValue {
  std::uint32_t key;
  std::uint8_t type;
  std::uint64_t value;

  static constexpr auto schema = record("KeyValue", "A value that the record before carries.",
      field<&NumberValue::key>("key", "The key."), field<&NumberValue::type>("type", "The type of the value."),
      field<&NumberValue::value>("value", "Its bits."));
};
struct BytesValue {
  std::uint32_t key;
  std::string_view value;

  static constexpr auto schema = record("KeyValue", "Bytes that the record before carries.",
      field<&BytesValue::key>("key", "The key."), field<&BytesValue::value>("value", "The bytes."));
};

class TracePrinter {
 public:
  TracePrinter(OtfTrace& trace, const PrintOptions& options, TextSink& out)
      : trace_(trace), options_(options), out_(out), printer_(out, trace.definitions(), style_of(options)) {
    for (const LocationRef location : trace.locations())
      if (options.filter.wants(location)) locations_.push_back(location);
  }

  Result<> run() {
    if (options_.definitions) {
      printer_.heading("Definitions");
      WEFT_TRY(trace_.reader().read_definitions(*this));
    }
    if (options_.events) WEFT_TRY(print_events(trace_, locations_, options_, printer_, out_));
    if (options_.snapshots) {
      WEFT_TRY(timed<StatisticsFile>("Statistics"));
      WEFT_TRY(timed<SnapshotFile>("Snapshots"));
    }
    if (options_.markers) WEFT_TRY(trace_.reader().read_markers(*this));
    return out_.flush();
  }

  template <class R>
  bool operator()(const At& at, const R& record) {
    if constexpr (KindOf<R>::timed) {
      if (!options_.filter.time || options_.filter.time->contains(at.time)) {
        head_timed();
        printer_.timed({at.process}, at.time, record, {});
      }
    } else {
      if (MarkerRecords::contains<R> && !std::exchange(has_markers_, true)) printer_.heading("Markers");
      printer_.record(record, std::pair{std::string_view("stream"), std::uint64_t{at.stream}});
    }
    for (const KeyValues::Pair& pair : at.values.pairs())
      if (pair.type == ValueType::byte_array)
        printer_.record(BytesValue{pair.key, at.values.bytes(pair)});
      else
        printer_.record(NumberValue{pair.key, static_cast<std::uint8_t>(pair.type), pair.bits});
    return !out_.failed();
  }

 private:
  // The heading is left out where there is nothing to print.
  template <class Kind>
  Result<> timed(std::string_view title) {
    title_ = title;
    Selection selection;
    selection.processes.emplace();
    for (const LocationRef location : locations_)
      selection.processes->push_back(static_cast<ProcessId>(location.value));
    auto merge = WEFT_TRY(trace_.reader().merge<Kind>(selection));
    merge.read(*this);
    return {};
  }
  void head_timed() {
    if (!title_.empty()) printer_.event_heading(std::exchange(title_, {}));
  }

  OtfTrace& trace_;
  const PrintOptions& options_;
  TextSink& out_;
  RecordPrinter printer_;
  std::vector<LocationRef> locations_;
  std::string_view title_;
  bool has_markers_ = false;
};

}  // namespace

Result<> OtfTrace::print(const PrintOptions& options, TextSink& out) { return TracePrinter(*this, options, out).run(); }

}  // namespace weft::otf
