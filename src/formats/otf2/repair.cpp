// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "base/counted.hpp"
#include "base/staging.hpp"
#include "formats/otf2/missing_definitions.hpp"
#include "formats/otf2/run.hpp"
#include "formats/otf2/salvage.hpp"
#include "formats/otf2/transfer.hpp"

namespace weft::otf2 {

namespace {

class Repair {
 public:
  Repair(Archive& in, ArchiveWriter& out, const RepairOptions& options, RepairReport& report)
      : in_(in), out_(out), options_(options), report_(report), missing_(in.definitions()) {}

  Result<> run() {
    std::vector<LocationRef> locations(in_.locations().begin(), in_.locations().end());
    for (const LocationRef location : in_.paths().locations_with(".evt"))
      if (!std::ranges::binary_search(in_.locations(), location)) locations.push_back(location);
    std::uint64_t done = 0;
    for (const LocationRef location : locations) {
      WEFT_TRY(repair_location(location));
      if (options_.progress) options_.progress(++done, locations.size());
    }
    WEFT_TRY(transfer_markers(in_, out_));
    WEFT_TRY(transfer_thumbnails(in_, out_, Thumbnails::corrected));
    WEFT_TRY(write_definitions());
    return out_.close();
  }

 private:
  Result<> repair_location(LocationRef location) {
    const auto local = std::make_shared<LocalDefinitions>();
    if (const auto stream = in_.local_definitions(location)) {
      auto writer = out_.local_definitions(location);
      // A second table of a type and an offset out of order mean nothing to any reader.
      auto is_void = [&](const auto& record) {
        using R = std::remove_cvref_t<decltype(record)>;
        bool is_good = true;
        if constexpr (std::is_same_v<R, MappingTable>) is_good = local->add(record);
        if constexpr (std::is_same_v<R, ClockOffset>) is_good = local->clock.add(record);
        if (!is_good)
          report_.lost.push_back(
              fmt::format("location {}: a {} that contradicts an earlier one", location.value, R::schema.name));
        return !is_good;
      };
      WEFT_TRY(transfer_records<LocalDefinitionRecords>(*stream, writer, is_void));
      WEFT_TRY(writer.close());
    }
    has_clock_offsets_ = has_clock_offsets_ || local->clock.active();
    WEFT_TRY(repair_events(location, *local));
    if (const auto stream = in_.snapshots(location)) {
      auto writer = out_.snapshots(location);
      std::uint64_t moved = 0;
      WEFT_TRY(transfer_snapshots(*stream, writer, moved));
      if (moved)
        report_.done.push_back(
            fmt::format("location {}: moved {} snapshot records forward in time", location.value, moved));
    }
    return {};
  }

  // Ids and times are written as they were: the local definitions are kept.
  Result<> repair_events(LocationRef location, const LocalDefinitions& local) {
    EventWriter writer = out_.events(location);
    auto reader = in_.event_reader(location, {}, Adjust::no);
    if (!reader) {
      report_.lost.push_back(fmt::format("location {}: its event file: {}", location.value, reader.error().message));
      events_[location] = 0;
      return writer.close();
    }
    EventBatch batch;
    Event event;
    std::vector<RegionRef> open_regions;
    std::uint64_t moved = 0;
    while ((*reader)->next(batch)) {
      for (std::size_t row = 0; row < batch.size(); ++row) {
        if (!batch.read(row, event)) continue;
        if (event.time < writer.last_time()) event.time = writer.last_time(), ++moved;
        if (const auto* enter = event.record.get_if<evt::Enter>())
          open_regions.push_back(enter->region);
        else if (event.record.is<evt::Leave>() && !open_regions.empty())
          open_regions.pop_back();
        WEFT_TRY(append(writer, event));
        note(event, local);
      }
    }
    if (moved)
      report_.done.push_back(fmt::format("location {}: moved {} forward in time, because time went backwards",
          location.value, counted(moved, "event")));
    if (!open_regions.empty()) {
      if (options_.close_regions) {
        report_.done.push_back(fmt::format(
            "location {}: closed {} at its last event", location.value, counted(open_regions.size(), "open region")));
        while (!open_regions.empty()) {
          WEFT_TRY(writer.append(writer.last_time(), evt::Leave{open_regions.back()}));
          open_regions.pop_back();
        }
      } else {
        report_.lost.push_back(fmt::format("location {}: {} never left (--close-regions closes them)", location.value,
            counted(open_regions.size(), "region is", "regions are")));
      }
    }
    events_[location] = writer.records();
    return writer.close();
  }

  void note(Event& event, const LocalDefinitions& local) {
    first_ = std::min(first_, event.time);
    last_ = std::max(last_, event.time);
    // Ids are looked up as the trace knows them, not as the location does.
    if (!local.maps_anything()) return missing_.note(event.record, event.attributes);
    scratch_.clear();
    std::vector<AttributeEntry> attributes(event.attributes.begin(), event.attributes.end());
    for (AttributeEntry& entry : attributes) entry = local.global(entry);
    event.record.visit([&](auto record) {
      local.translate(record, scratch_);
      missing_.note(EventRecord(record), attributes);
    });
  }

  Result<> write_definitions() {
    Definitions definitions;
    in_.definitions().each_table([&](const auto& table) {
      for (const auto& row : table)
        if (keeps(row)) definitions.add(row);
    });
    supply_clock(definitions);
    MissingDefinitions missing(definitions);
    missing.merge(missing_);
    missing.note(definitions);
    for (auto& sentence : missing.supply(definitions)) report_.done.push_back(std::move(sentence));
    supply_locations(definitions);

    Result<> result;
    definitions.each_table([&](const auto& table) {
      for (auto row : table) {
        if (!result) return;
        if constexpr (std::is_same_v<decltype(row), def::Location>) row.number_of_events = correct_count(row);
        if constexpr (std::is_same_v<decltype(row), def::ClockProperties>) widen(row);
        result = out_.define(row);
      }
    });
    return result;
  }

  // Of several definitions with one id, the first one counts.
  template <class R>
  bool keeps(const R& row) const {
    if constexpr (HasId<R>)
      return in_.definitions().find<R>(row.self) == &row && row.self.defined();
    else
      return true;
  }

  std::uint64_t correct_count(const def::Location& row) {
    const std::uint64_t found = events_[row.self];
    if (row.number_of_events != found)
      report_.done.push_back(fmt::format(
          "location {}: corrected its number of events from {} to {}", row.self.value, row.number_of_events, found));
    return found;
  }

  // The clock properties promise that all events lie in their interval. Where clocks are corrected on reading, the
  // times at hand are not the ones that count.
  void widen(def::ClockProperties& clock) {
    if (has_clock_offsets_ || first_ > last_) return;
    const Ticks begin = std::min(clock.global_offset, first_);
    const Ticks end = std::max(clock.global_offset + clock.trace_length, last_);
    if (begin == clock.global_offset && end == clock.global_offset + clock.trace_length) return;
    report_.done.emplace_back("widened the interval of the clock properties to hold all events");
    clock.global_offset = begin;
    clock.trace_length = end - begin;
  }

  void supply_clock(Definitions& definitions) {
    if (definitions.clock()) return;
    const bool has_events = first_ <= last_;
    definitions.add(def::ClockProperties{
        1'000'000'000, has_events ? first_ : 0, has_events ? last_ - first_ : 0, ~std::uint64_t{0}});
    report_.done.emplace_back("made up clock properties: nanoseconds, and the interval of the events found");
  }

  void supply_locations(Definitions& definitions) {
    std::vector<LocationRef> lost;
    for (const auto& [location, count] : events_)
      if (!definitions.find<def::Location>(location)) lost.push_back(location);
    if (lost.empty()) return;
    const auto& processes = definitions.all<def::LocationGroup>();
    const LocationGroupRef process = processes.size() ? processes.begin()->self
                                                      : add_process(definitions, "unknown process");
    for (const LocationRef location : lost)
      add_location(definitions, location, fmt::format("lost location {}", location.value), events_[location], process);
    report_.done.push_back(fmt::format("made up {} missing definitions of Location", lost.size()));
  }

  Archive& in_;
  ArchiveWriter& out_;
  const RepairOptions& options_;
  RepairReport& report_;
  MissingDefinitions missing_;
  std::map<LocationRef, std::uint64_t> events_;
  Arena scratch_;
  bool has_clock_offsets_ = false;
  Ticks first_ = ~Ticks{0};
  Ticks last_ = 0;
};

// The anchor as it is, or as the other files say it was.
Result<Anchor> anchor_of(const ArchivePaths& paths, RepairReport& report) {
  const auto bytes = read_file(paths.anchor());
  if (bytes) {
    auto anchor = parse_anchor(*bytes, paths.anchor());
    if (anchor && (anchor->substrate == FileSubstrate::sion || anchor->compression == Compression::zlib ||
                      anchor->trace_format > 2))
      return check_readable(*anchor, paths.anchor()).error();
    if (anchor && check_readable(*anchor, paths.anchor())) return anchor;
    report.done.push_back(fmt::format("rebuilt the anchor: {}",
        anchor ? check_readable(*anchor, paths.anchor()).error().text() : anchor.error().text()));
  } else {
    report.done.push_back(fmt::format("rebuilt the anchor: {}", bytes.error().text()));
  }
  return reconstruct_anchor(paths);
}

// A run that nobody completed: completed beside the new archive, and then treated like any other.
Result<RepairReport> repair_run(const ArchivePaths& run, const std::string& out, const RepairOptions& options) {
  const auto target = WEFT_TRY(ArchivePaths::from_anchor(out));
  std::error_code ignored;
  std::filesystem::create_directories(target.directory, ignored);
  const auto place = WEFT_TRY(StagingDirectory::create(target.locations()));
  const ArchivePaths staged{place.path() + "/", run.name};
  const auto repaired = [&]() -> Result<RepairReport> {
    WEFT_TRY(stage_run(run, staged));
    const auto anchor = WEFT_TRY(reconstruct_anchor(run));
    auto completed = WEFT_TRY(complete_run(staged.anchor(), {anchor, options.progress}));
    auto report = WEFT_TRY(repair_archive(staged.anchor(), out, options));
    completed.done.insert(
        completed.done.begin(), fmt::format("completed a run of {}, {} of which did not finish",
                                    counted(completed.processes, "process", "processes"), completed.unfinished));
    report.done.insert(report.done.begin(), completed.done.begin(), completed.done.end());
    report.lost.insert(report.lost.begin(), completed.lost.begin(), completed.lost.end());
    return report;
  }();
  if (!repaired) return repaired;
  // What was found in the copy is true of the original.
  RepairReport report = *repaired;
  for (auto* sentences : {&report.done, &report.lost})
    for (std::string& sentence : *sentences)
      for (std::size_t at = 0; (at = sentence.find(staged.directory, at)) != std::string::npos;)
        sentence.replace(at, staged.directory.size(), run.directory), at += run.directory.size();
  return report;
}

}  // namespace

Result<RepairReport> repair_archive(const std::string& in, const std::string& out, const RepairOptions& options) {
  RepairReport report;
  const auto paths = WEFT_TRY(find_remains(in));
  if (is_unfinished_run(paths)) return repair_run(paths, out, options);
  auto anchor = WEFT_TRY(anchor_of(paths, report));
  Archive archive(paths, anchor);
  archive.load_definitions();
  if (archive.locations().empty() && paths.locations_with(".evt").empty() && archive.definitions().size() == 0)
    return Error{
        Errc::not_found, "nothing of an archive is left: no readable definitions and no events", paths.anchor()};
  anchor.order = ByteOrder::little;
  anchor.anchor_format = 3;
  anchor.trace_format = 2;
  auto writer = WEFT_TRY(ArchiveWriter::create(out, anchor));
  auto repaired = Repair(archive, writer, options, report).run();
  if (!repaired) {
    writer.discard();
    return repaired.error();
  }
  for (const auto& [rule, group] : archive.report().groups()) group.tell(report.lost);
  return report;
}

}  // namespace weft::otf2
