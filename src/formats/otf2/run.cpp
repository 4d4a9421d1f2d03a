// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "formats/otf2/run_clock.hpp"
#include "formats/otf2/run_markers.hpp"
#include "formats/otf2/run_process.hpp"

namespace weft::otf2 {

namespace fs = std::filesystem;

namespace {

// What an archive has for locations that are only spoken of. A process that was killed ends no file: such a one is of a
// completion that was interrupted.
bool is_ended_and_empty(const std::string& path) {
  std::error_code error;
  if (fs::file_size(path, error) != chunk_header_bytes + 2 || error) return false;
  const auto bytes = read_file(path);
  return bytes && bytes->size() > chunk_header_bytes && (*bytes)[chunk_header_bytes] == std::byte{end_of_file};
}

class Completion {
 public:
  Completion(ArchivePaths paths, const CompleteOptions& options)
      : paths_(std::move(paths)),
        anchor_(options.anchor),
        progress_(options.progress),
        markers_(paths_.markers(), anchor_) {}

  Result<RunReport> run() {
    std::error_code error;
    if (fs::exists(paths_.anchor(), error)) {
      report_.done.emplace_back("the archive was complete: removed what was left of its parts");
      remove_parts();
      return std::move(report_);
    }
    survey();
    std::uint64_t done = 0;
    for (const auto& [number, strays] : processes_) {
      WEFT_TRY(add(number, strays));
      if (progress_) progress_(++done, processes_.size());
    }
    WEFT_TRY(markers_.close());
    WEFT_TRY(write_archive());
    remove_parts();
    return std::move(report_);
  }

 private:
  // Which processes there are, which event files none of them speaks of, and how their clocks relate.
  void survey() {
    std::set<LocationRef> defined;
    std::uint64_t largest_part = 0;
    for (const std::uint32_t number : paths_.processes_with(".part")) {
      RunProcess process(paths_, anchor_, pool_, number);
      process.read_part();
      for (const LocationRef location : process.locations()) defined.insert(location);
      if (const auto clock = clock_of(process.definitions())) clock_.add(*clock);
      processes_[number];
      std::error_code error;
      const auto bytes = fs::file_size(paths_.part(number), error);
      if (!error) largest_part = std::max<std::uint64_t>(largest_part, bytes);
    }
    for (const LocationRef location : paths_.locations_with(".evt"))
      if (!defined.contains(location) && !is_ended_and_empty(paths_.events(location)))
        processes_[process_of(location)].push_back(location);
    for (const std::uint32_t number : paths_.processes_with(".marker")) processes_[number];
    // A mapping table lies in one chunk, and is about as large as the definitions it maps.
    if (largest_part > anchor_.definition_chunk_bytes / 2) anchor_.definition_chunk_bytes = largest_chunk;
  }

  Result<> add(std::uint32_t number, const std::vector<LocationRef>& strays) {
    RunProcess process(paths_, anchor_, pool_, number);
    process.read_part();
    WEFT_TRY(process.mend(strays));
    const ProcessMaps maps = unifier_.add(process.definitions());
    const auto offsets = clock_offsets(process);
    for (const LocationRef location : process.locations()) WEFT_TRY(write_local(location, maps, offsets));
    WEFT_TRY(add_markers(process, maps, offsets));
    mentioned_.insert(process.other_locations().begin(), process.other_locations().end());
    process.tell(report_);
    return {};
  }

  std::vector<ClockOffset> clock_offsets(const RunProcess& process) {
    const auto clock = clock_of(process.definitions());
    if (!clock && !process.has_times()) return {};
    Ticks first = clock ? clock->properties.global_offset : process.first_event();
    Ticks last = clock ? first + clock->properties.trace_length : process.last_event();
    if (process.has_times()) {
      first = std::min(first, process.first_event());
      last = std::max(last, process.last_event());
    }
    if (!clock)
      report_.lost.push_back(
          fmt::format("process {}: what clock it had; its times are kept as they are", process.number()));
    else if (!clock_.is_related(clock->name))
      report_.lost.push_back(fmt::format(
          "process {}: how its clock relates to the others; its times are kept as they are", process.number()));
    auto offsets = clock_.offsets(clock ? clock->name : std::string{}, first, last);
    ClockCorrection correction = correction_of(offsets);
    first_ = std::min(first_, correction.active() ? correction.correct(first) : first);
    last_ = std::max(last_, correction.active() ? correction.correct(last) : last);
    return offsets;
  }

  static ClockCorrection correction_of(const std::vector<ClockOffset>& offsets) {
    ClockCorrection correction;
    for (const ClockOffset& offset : offsets) correction.add(offset);
    return correction;
  }

  Result<> write_local(LocationRef location, const ProcessMaps& maps, const std::vector<ClockOffset>& offsets) const {
    LocalDefinitionWriter writer(
        ChunkWriter(paths_.local_definitions(location), anchor_.definition_chunk_bytes, anchor_.order));
    for (std::size_t type = 0; type < mapping_types; ++type) {
      const MappingTable table{static_cast<MappingType>(type), maps.table(static_cast<MappingType>(type))};
      if (!table.id_map.entries.empty()) WEFT_TRY(writer.write(table));
    }
    for (const ClockOffset& offset : offsets) WEFT_TRY(writer.write(offset));
    return writer.close();
  }

  Result<> add_markers(const RunProcess& process, const ProcessMaps& maps, const std::vector<ClockOffset>& offsets) {
    Report found;
    RecordStream stream(
        pool_, paths_.process_markers(process.number()), Anchor{}.definition_chunk_bytes, Timed::no, found);
    if (!stream.open()) return {};
    WEFT_TRY(markers_.add(stream, maps, correction_of(offsets)));
    for (const auto& [rule, group] : found.groups())
      if (rule != no_end_mark.name)
        report_.lost.push_back(fmt::format("process {}: {} [{}]", process.number(), group.first.front().text(), rule));
    return {};
  }

  Result<> write_archive() {
    Unified unified = unifier_.finish();
    for (std::string& sentence : unified.lost) report_.lost.push_back(std::move(sentence));
    Definitions& definitions = unified.definitions;
    const bool has_times = first_ <= last_;
    definitions.add(clock_.properties(has_times ? first_ : 0, has_times ? last_ : 0));
    supply_locations(definitions);
    auto writer = WEFT_TRY(ArchiveWriter::complete(paths_.anchor(), anchor_));
    Result<> result;
    DefinitionsInOrder::each([&](auto type) {
      for (const auto& row : definitions.all<typename decltype(type)::type>())
        if (result) result = writer.define(row);
    });
    WEFT_TRY(std::move(result));
    return writer.close();
  }

  // Other processes' locations that are spoken of, and that none of them has defined after all.
  void supply_locations(Definitions& definitions) {
    MissingDefinitions missing(definitions);
    missing.note(definitions);
    for (const LocationRef location : missing.take_locations()) mentioned_.insert(location);
    std::erase_if(mentioned_, [&](LocationRef location) { return definitions.contains(location); });
    if (mentioned_.empty()) return;
    const LocationGroupRef process = add_process(definitions, "unknown process");
    for (const LocationRef location : mentioned_)
      add_location(definitions, location, fmt::format("lost location {}", location.value), 0, process);
    report_.done.push_back(fmt::format("made up {} missing definitions of Location", mentioned_.size()));
  }

  // The archive is whole without; parts that stay are in nobody's way.
  void remove_parts() {
    std::uint64_t left = 0;
    const auto remove = [&](const std::string& path) {
      std::error_code error;
      if (!fs::remove(path, error)) ++left;
    };
    for (const std::uint32_t number : paths_.processes_with(".marker")) remove(paths_.process_markers(number));
    for (const std::uint32_t number : paths_.processes_with(".part")) remove(paths_.part(number));
    if (left) report_.done.push_back(fmt::format("left {} parts in place, which could not be removed", left));
  }

  ArchivePaths paths_;
  Anchor anchor_;
  Progress progress_;
  HandlePool pool_;
  std::map<std::uint32_t, std::vector<LocationRef>> processes_;  // and the event files nobody defined
  RunClock clock_;
  Unifier unifier_;
  RunMarkers markers_;
  RunReport report_;
  std::set<LocationRef> mentioned_;
  Ticks first_ = ~Ticks{0};
  Ticks last_ = 0;
};

Result<> link_or_copy(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (!error) return {};
  fs::copy_file(from, to, error);
  if (error) return Error{Errc::io, fmt::format("cannot copy the file: {}", error.message()), from};
  return {};
}

}  // namespace

Result<RunReport> complete_run(const std::string& anchor_path, const CompleteOptions& options) {
  auto paths = WEFT_TRY(ArchivePaths::from_anchor(anchor_path));
  std::error_code error;
  if (!fs::is_directory(paths.locations(), error))
    return Error{Errc::not_found, "expected the directory that the processes of a run write to", paths.locations()};
  return Completion(std::move(paths), options).run();
}

bool is_unfinished_run(const ArchivePaths& paths) {
  std::error_code error;
  return !fs::exists(paths.anchor(), error) && !paths.processes_with(".part").empty();
}

// Event files are replaced and parts removed, never written to: the original does not notice.
Result<> stage_run(const ArchivePaths& run, const ArchivePaths& copy) {
  WEFT_TRY(copy.create_directories());
  for (const LocationRef location : run.locations_with(".evt"))
    WEFT_TRY(link_or_copy(run.events(location), copy.events(location)));
  for (const std::uint32_t number : run.processes_with(".part"))
    WEFT_TRY(link_or_copy(run.part(number), copy.part(number)));
  for (const std::uint32_t number : run.processes_with(".marker"))
    WEFT_TRY(link_or_copy(run.process_markers(number), copy.process_markers(number)));
  return {};
}

}  // namespace weft::otf2
