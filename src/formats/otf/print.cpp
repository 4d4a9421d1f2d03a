// SPDX-License-Identifier: BSD-3-Clause
// Printing a trace in the order of the reference: definitions, events, statistics, snapshots, markers. Events are shown
// in the words of the model, with names; all else as the records are.
#include <algorithm>
#include <set>

#include "formats/otf/event_stream.hpp"
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

// The events of the model in the order in which the reference has their records. What ends something that a record
// told at its beginning comes before all that is not earlier.
template <class Show>
class OrderedEvents {
 public:
  // show(EventBatch): false to stop.
  OrderedEvents(const OtfTrace& trace, Show show) : trace_(trace), show_(std::move(show)) {}

  template <class R>
  requires(EventRecords::contains<R>) bool operator()(const At& at, const R& record) {
    ProcessStream* const stream = begin(at);
    if (!stream) return true;
    (*stream)(at, record);
    return end(at.process, *stream);
  }
  void unknown_line(const At& at, std::string_view line) {
    if (ProcessStream* const stream = begin(at)) {
      stream->unknown_line(at, line);
      end(at.process, *stream);
    }
  }

  void finish() { finish_until(unknown_time); }

 private:
  struct Place {
    std::unique_ptr<ProcessStream> events;
    std::optional<StreamId> stream;
  };

  // Null for a process that does not belong into the stream.
  ProcessStream* begin(const At& at) {
    if (!due_.empty()) [[unlikely]]
      finish_until(at.time);
    Place& place = streams_[at.process];
    if (!place.events) place = {trace_.stream_of(at.process, 1), trace_.stream_id_of(at.process)};
    return place.stream == at.stream ? place.events.get() : nullptr;
  }
  bool end(ProcessId process, ProcessStream& stream) {
    if (const auto due = stream.due()) [[unlikely]]
      due_.emplace(*due, process);
    return show_(stream.take_rows());
  }
  void finish_until(Ticks time) {
    while (!due_.empty() && due_.begin()->first <= time) {
      const auto [due, process] = *due_.begin();
      due_.erase(due_.begin());
      ProcessStream& stream = *streams_.at(process).events;
      stream.finish_until(due);
      end(process, stream);
    }
  }

  const OtfTrace& trace_;
  Show show_;
  std::unordered_map<ProcessId, Place> streams_;
  std::set<std::pair<Ticks, ProcessId>> due_;
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
    if (options_.events) WEFT_TRY(print_events());
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
  Result<> print_events() {
    if (!options_.merged) return weft::print_events(trace_, locations_, options_, printer_, out_);
    printer_.event_heading("Events");
    const auto& time = options_.filter.time;
    const Ticks until = time && time->last != unknown_time ? time->last + 1 : unknown_time;
    OrderedEvents events(trace_, [&](const EventBatch& batch) { return print_rows(batch); });
    const ProcessSet only(*selected().processes);
    otf::Merge<EventFile>(WEFT_TRY(event_files(only)), until).read(events);
    events.finish();
    return {};
  }

  // Those that are there: what is missing has been told when the trace was opened.
  Result<std::vector<std::unique_ptr<RecordReader<EventFile>>>> event_files(const ProcessSet& only) {
    std::vector<std::unique_ptr<RecordReader<EventFile>>> files;
    const auto& streams = trace_.reader().master().streams();
    for (const auto& [stream, processes] : streams) {
      if (std::ranges::none_of(processes, [&](ProcessId process) { return only.contains(process); })) continue;
      auto file = WEFT_TRY(trace_.second_reader().open_file<EventFile>(stream, &only, streams.size()));
      if (file && file->begin()) files.push_back(std::move(file));
    }
    return files;
  }

  bool print_rows(const EventBatch& batch) {
    for (std::size_t row = 0; row < batch.size(); ++row)
      if (wants(options_.filter, batch, row) && batch.read(row, scratch_)) printer_.event(batch.location, scratch_);
    return !out_.failed();
  }

  Selection selected() const {
    Selection selection;
    selection.processes.emplace();
    for (const LocationRef location : locations_)
      selection.processes->push_back(static_cast<ProcessId>(location.value));
    return selection;
  }

  // The heading is left out where there is nothing to print.
  template <class Kind>
  Result<> timed(std::string_view title) {
    title_ = title;
    auto merge = WEFT_TRY(trace_.reader().merge<Kind>(selected()));
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
  Event scratch_;
};

}  // namespace

Result<> OtfTrace::print(const PrintOptions& options, TextSink& out) { return TracePrinter(*this, options, out).run(); }

}  // namespace weft::otf
