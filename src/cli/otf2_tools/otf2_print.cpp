// SPDX-License-Identifier: BSD-3-Clause
// otf2-print: what an archive holds, record by record.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/otf2_tools/definition_checks.hpp"
#include "cli/otf2_tools/definition_printer.hpp"
#include "cli/otf2_tools/event_printer.hpp"
#include "cli/otf2_tools/open_archive.hpp"
#include "cli/otf2_tools/print_anchor.hpp"
#include "cli/otf2_tools/print_options.hpp"
#include "cli/otf2_tools/print_steps.hpp"
#include "cli/otf2_tools/strict_events.hpp"
#include "cli/otf2_tools/system_tree.hpp"
#include "formats/otf2/archive.hpp"
#include "formats/otf2/snapshot_merge.hpp"
#include "model/merge.hpp"

namespace weft::cli::otf2_tools {

namespace {

using otf2::Archive;
using otf2::RawRecord;

constexpr std::size_t line_columns = 80;

class Printer {
 public:
  Printer(const PrintOptions& options, TextSink& out)
      : options_(options),
        out_(out),
        steps_(options, out),
        values_(out, definitions_),
        definition_printer_(values_),
        event_printer_(values_, options.unwind ? EventPrinter::Unwind::yes : EventPrinter::Unwind::no),
        checks_(definitions_, values_.references(), [this](const std::string& message) { steps_.warn(message); }),
        system_tree_(values_.references()) {}

  // The exit code.
  int run() {
    out_.put("\n=== OTF2-PRINT ===\n");
    print();
    if (!steps_.stopped()) {
      steps_.done("Delete reader handle.");
      steps_.done("Program finished.");
    }
    // Who reads our output may have seen enough.
    const bool is_written = static_cast<bool>(out_.flush());
    return steps_.stopped() || !is_written ? failure : success;
  }

 private:
  void print() {
    if (!open()) return;
    if (options_.info || options_.all) print_anchor(archive_->anchor(), steps_, out_);
    if (options_.thumbnails || options_.thumbnail_samples || options_.all)
      print_thumbnails(*archive_, options_.thumbnail_samples, out_);
    if ((options_.info || options_.thumbnails || options_.thumbnail_samples) && !options_.all) return;
    if (!global_definitions()) return;
    if (options_.system_tree && !write_system_tree()) return;
    if (!choose_locations() || !local_definitions()) return;
    if ((options_.global_definitions || shows_local_definitions()) && !options_.all) return;
    if (!events()) return;
    if (has_snapshots() && !snapshots()) return;
    if (options_.system_tree) tell_of_system_tree();
  }

  bool shows_local_definitions() const { return options_.mappings || options_.clock_offsets; }
  bool has_snapshots() const { return options_.snapshots && archive_->anchor().number_of_snapshots > 0; }

  bool open() {
    auto archive = open_archive(options_.anchor);
    if (!archive) {
      fmt::print(stderr, "otf2-print: {}\n", archive.error().text());
      steps_.failed("", "Create new reader handle.");
      return false;
    }
    archive_ = *std::move(archive);
    for (const auto* step : {"Create new reader handle.", "Set serial mode.", "Setting global-reader hint."})
      steps_.done(step);
    return true;
  }

  // "=== Title ====…", 80 columns wide.
  void section(std::string_view title) {
    std::string line = fmt::format("=== {} ", title);
    line.resize(line_columns, '=');
    out_.put(line), out_.put('\n');
  }
  void rule() {
    for (std::size_t i = 0; i < line_columns; ++i) out_.put('-');
    out_.put('\n');
  }
  void definition_heading(std::string_view title, std::string_view id) {
    out_.put('\n');
    section(title);
    out_.put(fmt::format("\n{:<27} {:>12}  Attributes\n", "Definition", id));
    rule();
  }
  void event_heading(std::string_view record) {
    out_.put(fmt::format("{:<32} {:>15} {:>20}  Attributes\n", record, "Location", "Timestamp"));
    rule();
  }

  // True if the reader found damage, which has then been told.
  bool is_damaged(DamageWatch& watch, std::string_view step) {
    if (!watch.found_new()) return false;
    steps_.failed("INVALID_DATA", step);
    return true;
  }

  bool global_definitions() {
    steps_.done("Read number of snapshots.");
    if (shows_global_definitions()) definition_heading("Global Definitions", "ID");
    steps_.done("Create global definition callback handle.");
    const std::uint64_t announced = archive_->anchor().number_of_global_definitions;
    steps_.done(
        fmt::format("Get number of locations. Number of locations: {}", archive_->anchor().number_of_locations));
    auto stream = archive_->global_definitions();
    if (!stream) {
      fmt::print(stderr, "otf2-print: {}\n", stream.error().text());
      steps_.failed("", "Create global definition reader handle.");
      return false;
    }
    steps_.done("Create global definition reader handle.");
    steps_.done("Register global definition callbacks.");
    const std::uint64_t read = read_global_definitions(**stream);
    if (steps_.stopped()) return false;
    const std::string step = fmt::format("Read global definitions. Number of definitions: {}", read);
    steps_.done(step);
    steps_.done(fmt::format("Get number of global definitions: {}", announced));
    if (read != announced) {
      steps_.failed("INTEGRITY_FAULT", "Number of global definitions read and defined in anchor file do not match!");
      return false;
    }
    values_.references().freeze();
    return true;
  }

  bool shows_global_definitions() const { return options_.global_definitions || options_.all; }

  std::uint64_t read_global_definitions(otf2::RecordStream& stream) {
    DamageWatch watch(archive_->report());
    std::uint64_t read = 0;
    RawRecord raw;
    // The anchor says how many there are; what follows is not looked at.
    while (!steps_.stopped() && read < archive_->anchor().number_of_global_definitions && stream.next(raw)) {
      stream.decode<otf2::GlobalDefinitionRecords>(
          raw, [&](const auto& record) { define(record); }, [&](const RawRecord&) { unknown_definition(); });
      if (is_damaged(watch, fmt::format("Read global definitions. Number of definitions: {}", read))) return read;
      ++read;
    }
    is_damaged(watch, fmt::format("Read global definitions. Number of definitions: {}", read));
    return read;
  }

  template <class R>
  void define(const R& record) {
    checks_.before(record);
    definitions_.add(record);
    checks_.after(record);
    if (steps_.stopped()) return;
    if (has_composed_name(record)) steps_.done(allocation_step<def::String>());
    if constexpr (HasId<R> || std::is_same_v<R, def::Paradigm>) steps_.done(allocation_step<R>());
    if constexpr (std::is_same_v<R, def::ClockProperties>)
      if (options_.times_from_offset && record.timer_resolution != 0) values_.show_times_from(record.global_offset);
    if constexpr (std::is_same_v<R, def::CallingContextProperty>)
      if (definitions_.contains(record.calling_context))
        steps_.done("Out of memory for an CallingContextProperty definition.");
    if (options_.system_tree) system_tree_.add(record);
    if (shows_global_definitions()) definition_printer_.print(record);
  }

  // Whether the reference makes a string of its own for the name of this definition.
  template <class R>
  bool has_composed_name(const R& record) const {
    if constexpr (std::is_same_v<R, def::IoHandle>) return definitions_.text(record.name).empty();
    return std::is_same_v<R, def::SystemTreeNode> || std::is_same_v<R, def::SourceCodeLocation> ||
           std::is_same_v<R, def::CallingContext> || std::is_same_v<R, def::IoRegularFile> ||
           std::is_same_v<R, def::IoDirectory>;
  }

  template <class R>
  static std::string allocation_step() {
    if constexpr (std::is_same_v<R, def::CallingContext>) return "Out of memory for a CallingContext definition.";
    const std::string_view kind = kind_of_definition<R>();
    return fmt::format("Allocating memory for {} definition.", kind.substr(0, kind.find('/')));
  }

  void unknown_definition() {
    if (shows_global_definitions()) definition_printer_.print_unknown();
  }

  bool choose_locations() {
    for (const def::Location& location : definitions_.all<def::Location>())
      if (!options_.location || location.self == *options_.location) locations_.push_back(location.self);
    const std::string_view step = options_.location ? "Find event file for selected location."
                                                    : "Find location definitions in global definition file.";
    // An archive that has none has no events, which is no mistake.
    if (locations_.empty() && options_.location) {
      fmt::print(stderr, "==ERROR== {}\n", step);
      steps_.stop();
      return false;
    }
    steps_.done(step);
    steps_.done("Create global definition callback handle.");
    return true;
  }

  bool local_definitions() {
    if (shows_local_definitions()) definition_heading("Per Location Definitions", "Location");
    for (std::size_t i = 0; i < locations_.size(); ++i) steps_.done("Select location to read.");
    if (options_.global_definitions && !options_.all)
      return std::ranges::all_of(locations_, [&](LocationRef location) { return open_snapshots(location); });
    if (options_.local_definitions) steps_.done("Open local definition files for reading.");
    steps_.done("Open event files for reading.");
    for (const LocationRef location : locations_)
      if (!open_events(location) || !open_snapshots(location) || !local_definitions(location)) return false;
    if (options_.local_definitions) steps_.done("Close local definition files for reading.");
    return true;
  }

  // Readers are opened here and now, to fail where they should, even if they are used much later.
  bool open_events(LocationRef location) {
    StreamOptions options;
    options.window_bytes = std::clamp<std::size_t>((std::size_t{8} << 20) / locations_.size(), 1 << 12, 1 << 17);
    options.rows = std::clamp<std::size_t>(options.window_bytes / 32, 64, 4096);
    const std::string step = fmt::format("Create local event reader for location {}.", location.value);
    DamageWatch watch(archive_->report());
    auto reader = archive_->event_reader(
        location, options, options_.local_definitions ? otf2::Adjust::yes : otf2::Adjust::no);
    const bool is_empty = reader && archive_->event_bytes(location) == 0;
    if (!reader || is_empty) {
      fmt::print(stderr, "otf2-print: {}: cannot be read\n", archive_->paths().events(location));
      steps_.failed("", step);
      return false;
    }
    steps_.done(step);
    events_.emplace_back(location, *std::move(reader));
    return true;
  }

  bool open_snapshots(LocationRef location) {
    if (!has_snapshots()) return true;
    const std::string snapshot_step = fmt::format("Create local snapshot reader for location {}.", location.value);
    if (!archive_->snapshots(location)) {
      fmt::print(stderr, "otf2-print: {}: cannot be read\n", archive_->paths().snapshots(location));
      steps_.failed("", snapshot_step);
      return false;
    }
    steps_.done(snapshot_step);
    return true;
  }

  bool local_definitions(LocationRef location) {
    if (!options_.local_definitions) return true;
    const auto stream = archive_->local_definitions(location);
    if (!stream) {
      fmt::print(stderr, "otf2-print: {}: cannot be read\n", archive_->paths().local_definitions(location));
      return true;
    }
    if (shows_local_definitions()) steps_.done("Register local definition callbacks.");
    DamageWatch watch(archive_->report());
    std::uint64_t read = 0;
    auto step = [&] { return fmt::format("Read {} definitions for location {}", read, location.value); };
    RawRecord raw;
    while (stream->next(raw)) {
      stream->decode<otf2::LocalDefinitionRecords>(
          raw, [&](const auto& record) { print_local(location, record); }, [](const RawRecord&) {});
      if (is_damaged(watch, step())) return false;
      ++read;
    }
    if (is_damaged(watch, step())) return false;
    steps_.done(step());
    steps_.done("Close local definition reader.");
    return true;
  }

  template <class R>
  void print_local(LocationRef location, const R& record) {
    if constexpr (std::is_same_v<R, otf2::MappingTable>)
      if (options_.mappings) definition_printer_.print(location, record);
    if constexpr (std::is_same_v<R, otf2::ClockOffset>)
      if (options_.clock_offsets) definition_printer_.print(location, record);
  }

  // Headings, and a pause after every so many records.
  class Pages {
   public:
    Pages(Printer& printer, std::string_view record, std::string_view many)
        : printer_(printer), record_(record), many_(many) {}

    // `steps` are told between the title and the first heading; the last one is for printing only.
    void begin(std::string_view title, std::initializer_list<std::string_view> steps) {
      const bool prints = !printer_.options_.silent;
      if (prints) printer_.section(title);
      for (auto step = steps.begin(); step != steps.end(); ++step)
        if (prints || step + 1 != steps.end()) printer_.steps_.done(*step);
      if (prints) printer_.event_heading(record_);
    }
    // Before a record, however it is shown.
    void turn() {
      if (is_full()) next_page();
      ++on_page_;
    }
    void end() {
      // Only a page that is not full is known to be the last.
      if (is_full()) next_page();
      finish_page();
    }
    std::uint64_t on_page() const { return on_page_; }

   private:
    bool is_full() const {
      return printer_.options_.step && *printer_.options_.step > 0 && on_page_ == *printer_.options_.step;
    }
    void finish_page() {
      printer_.steps_.done(fmt::format("Read {} {}.", on_page_, many_));
      if (printer_.options_.step) pause();
    }
    void next_page() {
      finish_page();
      on_page_ = 0;
      if (!printer_.options_.silent) printer_.event_heading(record_);
    }
    void pause() {
      printer_.out_.put(fmt::format("Press ENTER to print next {} {}.", *printer_.options_.step, many_));
      static_cast<void>(printer_.out_.flush());
      for (int c = std::getchar(); c != '\n' && c != EOF;) c = std::getchar();
    }

    Printer& printer_;
    std::string_view record_;
    std::string_view many_;
    std::uint64_t on_page_ = 0;
  };

  bool events() {
    Pages pages(*this, "Event", "events");
    pages.begin("Events",
        {"Create event reader callbacks.", "Create global event reader.", "Register global event callbacks."});
    std::ranges::sort(events_, {}, [](const auto& one) { return one.first; });
    bool failed = false;
    std::vector<std::unique_ptr<EventStream>> streams;
    for (auto& [location, stream] : events_)
      streams.push_back(std::make_unique<StrictEvents>(std::move(stream), archive_->report(), failed));
    Merge merge(std::move(streams));
    while (merge.next() && !failed && !out_.failed()) {
      pages.turn();
      if (!print_row(merge.batch(), merge.row())) failed = true;
    }
    if (failed) {
      steps_.failed("INVALID_DATA", fmt::format("Read {} events.", pages.on_page()));
      return false;
    }
    pages.end();
    steps_.done("Close global definition reader.");
    steps_.done("Close event files for reading.");
    return true;
  }

  // False if the record is damaged.
  bool print_row(const EventBatch& batch, std::size_t row) {
    if (!options_.shows_time(batch.time[row])) return true;
    if (options_.silent) return !(batch.record[row] & EventBatch::has_more) || batch.read(row, event_);
    // The two most frequent events, without a detour through the whole record.
    if (!(batch.record[row] & EventBatch::has_more)) {
      const RegionRef region{static_cast<std::uint32_t>(batch.value[row])};
      if (batch.kind[row] == kind_of<evt::Enter>)
        return event_printer_.print(batch.location, batch.time[row], evt::Enter{region}, {}), true;
      if (batch.kind[row] == kind_of<evt::Leave>)
        return event_printer_.print(batch.location, batch.time[row], evt::Leave{region}, {}), true;
    }
    if (!batch.read(row, event_)) return false;
    event_printer_.print(batch.location, event_);
    return true;
  }

  bool snapshots() {
    Pages pages(*this, "Snapshot", "snapshot records");
    pages.begin("Snapshots", {"Create snapshot reader callbacks.", "Create global snapshots reader.",
                                 "Register global snapshots callbacks."});
    DamageWatch watch(archive_->report());
    otf2::SnapshotMerge merge(*archive_, locations_);
    merge.each([&](LocationRef location, Ticks time, std::span<const AttributeEntry> attributes, const auto& record) {
      pages.turn();
      if (!options_.silent && shows(time, record)) event_printer_.print(location, time, record, attributes);
    });
    if (is_damaged(watch, fmt::format("Read {} snapshot records.", pages.on_page()))) return false;
    pages.end();
    return true;
  }

  template <class R>
  bool shows(Ticks time, const R& record) const {
    if constexpr (requires { record.orig_event_time; })
      if (!options_.shows_time(record.orig_event_time.value)) return false;
    return options_.shows_time(time);
  }

  std::string system_tree_path() const {
    const std::string& anchor = options_.anchor;
    return anchor.substr(0, anchor.size() - std::string_view(".otf2").size()) + ".SystemTree.dot";
  }

  bool write_system_tree() {
    const auto written = replace_file(system_tree_path(), std::as_bytes(std::span(system_tree_.finish())));
    if (written) return true;
    fmt::print(stderr, "otf2-print: {}\n", written.error().text());
    steps_.stop();
    return false;
  }

  void tell_of_system_tree() {
    out_.put(
        fmt::format("\nGenerate system tree dot graph for \"{1}\".\n\nDot file written to \"{0}\".\n\n"
                    "To generate an image from the dot file run:\n\"dot -Tpng {0} -o SystemTree.png\"\n\n",
            system_tree_path(), options_.anchor));
  }

  const PrintOptions& options_;
  TextSink& out_;
  PrintSteps steps_;
  Definitions definitions_;  // those read so far
  ValuePrinter values_;
  DefinitionPrinter definition_printer_;
  EventPrinter event_printer_;
  DefinitionChecks checks_;
  SystemTree system_tree_;
  std::unique_ptr<Archive> archive_;
  std::vector<LocationRef> locations_;  // in the order of their definitions
  std::vector<std::pair<LocationRef, std::unique_ptr<EventStream>>> events_;
  Event event_;
};

}  // namespace

int run_print(Words words) {
  PrintOptions options;
  if (const auto done = parse(words, options)) return *done;
  TextSink out(STDOUT_FILENO);
  return Printer(options, out).run();
}

}  // namespace weft::cli::otf2_tools
