// SPDX-License-Identifier: BSD-3-Clause
// Printing a trace record by record: headers and threads as they are; events that the mapping gives a meaning as what
// they mean, all others as they are.
#include "formats/litl/event_stream.hpp"
#include "formats/litl/trace.hpp"
#include "model/print_events.hpp"

namespace weft::litl {

namespace {

class TracePrinter {
 public:
  TracePrinter(LitlTrace& trace, const PrintOptions& options, TextSink& out)
      : trace_(trace), options_(options), out_(out), printer_(out, trace.definitions(), style_of(options)) {
    for (const LocationRef location : trace.locations())
      if (options.filter.wants(location)) locations_.push_back(location);
  }

  Result<> run() {
    if (options_.definitions) headers();
    if (options_.definitions && !trace_.mapping().empty()) words();
    if (options_.events) WEFT_TRY(events());
    if (options_.markers) markers();
    return out_.flush();
  }

 private:
  void headers() {
    printer_.heading("Headers");
    printer_.record(trace_.reader().header());
    const std::vector<Process>& processes = trace_.reader().processes();
    for (std::size_t i = 0; i < processes.size(); ++i) {
      const std::pair owner{std::string_view("process"), std::uint64_t{i}};
      printer_.record(processes[i].header, owner);
      for (const Thread& thread : processes[i].threads) printer_.record(thread.pair, owner);
    }
  }

  // What events refer to once they have a meaning.
  void words() {
    printer_.heading("Definitions");
    const auto print_table = [&](const auto& table) {
      for (const auto& row : table) printer_.record(row);
    };
    print_table(trace_.definitions().all<def::String>());
    print_table(trace_.definitions().all<def::Attribute>());
    print_table(trace_.definitions().all<def::Region>());
    print_table(trace_.definitions().all<def::Parameter>());
    print_table(trace_.definitions().all<def::Group>());
    print_table(trace_.definitions().all<def::Comm>());
  }

  void print_row(const EventBatch& batch, std::size_t row) {
    const NativeEvent event = static_cast<const ThreadStream&>(*batch.access).native(row);
    if (trace_.mapping().contains(event.code)) {
      if (batch.read(row, event_)) printer_.event(batch.location, event_);
      return;
    }
    const LocationRef at = batch.location;
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(event.data);
    if (event.type == EventType::regular) {
      parameters_.resize(event.count);
      for (std::size_t i = 0; i < event.count; ++i) parameters_[i] = event.parameter(i);
      printer_.timed(at, event.time, Regular{{event.code}, parameters_}, {});
    } else if (event.type == EventType::raw) {
      std::string_view text(reinterpret_cast<const char*>(bytes), event.count);
      if (text.ends_with('\0')) text.remove_suffix(1);
      printer_.timed(at, event.time, Raw{{event.code}, event.count, text}, {});
    } else {
      printer_.timed(at, event.time, Packed{{event.code}, std::span(bytes, event.count)}, {});
    }
  }

  Result<> events() {
    printer_.event_heading("Events");
    return each_wanted(
        trace_, locations_, options_, out_, [&](const EventBatch& batch, std::size_t row) { print_row(batch, row); });
  }

  void markers() {
    Markers markers;
    trace_.read_markers(markers);
    if (!markers.empty()) printer_.heading("Markers");
    for (const DefMarker& kind : markers.kinds()) printer_.record(kind);
    for (const Marker& marker : markers.markers()) printer_.record(marker);
  }

  LitlTrace& trace_;
  const PrintOptions& options_;
  TextSink& out_;
  RecordPrinter printer_;
  std::vector<LocationRef> locations_;
  std::vector<std::uint64_t> parameters_;
  Event event_;
};

}  // namespace

Result<> LitlTrace::print(const PrintOptions& options, TextSink& out) {
  return TracePrinter(*this, options, out).run();
}

}  // namespace weft::litl
