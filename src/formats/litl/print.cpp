// SPDX-License-Identifier: BSD-3-Clause
// Printing a trace record by record: headers and threads as they are; events that the mapping gives a meaning as what
// they mean, all others as they are.
#include "formats/litl/event_stream.hpp"
#include "formats/litl/trace.hpp"
#include "model/merge.hpp"
#include "model/printer.hpp"

namespace weft::litl {

namespace {

class TracePrinter {
 public:
  TracePrinter(LitlTrace& trace, const PrintOptions& options, TextSink& out)
      : trace_(trace),
        options_(options),
        filter_(options.filter),
        out_(out),
        printer_(out, trace.definitions(),
            !options.json   ? RecordPrinter::Style::text
            : options.names ? RecordPrinter::Style::json_with_names
                            : RecordPrinter::Style::json) {
    for (const LocationRef location : trace.locations())
      if (filter_.wants(location)) locations_.push_back(location);
  }

  Result<> run() {
    if (options_.definitions) headers();
    if (options_.definitions && !trace_.mapping().empty()) words();
    if (options_.events) WEFT_TRY(events());
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
  }

  bool wants(const EventBatch& batch, std::size_t row) const {
    if (filter_.time && !filter_.time->contains(batch.time[row])) return false;
    if (!filter_.kinds.empty() && !filter_.kinds.contains(batch.kind[row])) return false;
    if (filter_.regions.empty()) return true;
    return is_region(batch.kind[row]) && filter_.regions.contains({static_cast<std::uint32_t>(batch.value[row])});
  }

  static bool is_region(Kind kind) { return kind == kind_of<evt::Enter> || kind == kind_of<evt::Leave>; }

  void print_row(const EventBatch& batch, std::size_t row) {
    if (!wants(batch, row)) return;
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
    if (options_.merged) {
      auto merge = WEFT_TRY(Merge::open(trace_, locations_));
      while (!out_.failed() && merge.next()) print_row(merge.batch(), merge.row());
      return {};
    }
    for (const LocationRef location : locations_) {
      auto stream = WEFT_TRY(trace_.events(location, {}));
      EventBatch batch;
      while (!out_.failed() && stream->next(batch))
        for (std::size_t row = 0; row < batch.size(); ++row) print_row(batch, row);
    }
    return {};
  }

  LitlTrace& trace_;
  const PrintOptions& options_;
  const EventFilter& filter_;
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
