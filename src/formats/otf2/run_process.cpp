// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/run_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/counted.hpp"
#include "formats/otf2/event_reader.hpp"
#include "formats/otf2/transfer.hpp"

namespace weft::otf2 {

void RunProcess::read_part() {
  RecordStream stream(pool_, paths_.part(number_), Anchor{}.definition_chunk_bytes, Timed::no, report_);
  const auto opened = stream.open();
  has_part_ = opened.has_value();
  if (!has_part_) return;
  stream.each<GlobalDefinitionRecords>(
      [&](const auto& record) { definitions_.add(record); }, [&](const RawRecord& raw) { stream.report_unknown(raw); });
}

std::vector<LocationRef> RunProcess::locations() const {
  std::vector<LocationRef> locations;
  for (const def::Location& location : definitions_.all<def::Location>())
    if (location.self.defined()) locations.push_back(location.self);
  std::ranges::sort(locations);
  locations.erase(std::unique(locations.begin(), locations.end()), locations.end());
  return locations;
}

Result<> RunProcess::mend(const std::vector<LocationRef>& strays) {
  for (const def::Location& location : definitions_.all<def::Location>())
    if (location.number_of_events == unknown_count && location.self.defined())
      unfinished_.push_back({location.self, false});
  for (const LocationRef stray : strays) unfinished_.push_back({stray, true});
  finished_ = has_part_ && unfinished_.empty() && report_.count() == report_.count(unknown_record.name);
  MissingDefinitions missing(definitions_);
  for (Unfinished& unfinished : unfinished_) WEFT_TRY(rewrite_events(unfinished, missing));
  supply(missing);
  return {};
}

Result<> RunProcess::rewrite_events(Unfinished& unfinished, MissingDefinitions& missing) {
  const std::string path = paths_.events(unfinished.location);
  // Always the same name: what a run that was stopped has left is used up by the next.
  const std::string beside = path + ".new";
  auto copied = copy_events(unfinished, beside, missing);
  if (copied && std::rename(beside.c_str(), path.c_str()) != 0) copied = system_error("cannot replace", path);
  std::error_code ignored;
  if (!copied) std::filesystem::remove(beside, ignored);
  return copied;
}

Result<> RunProcess::copy_events(Unfinished& unfinished, const std::string& to, MissingDefinitions& missing) {
  EventWriter writer(ChunkWriter(to, anchor_.event_chunk_bytes, anchor_.order));
  EventReader reader(
      pool_, paths_.events(unfinished.location), unfinished.location, anchor_.event_chunk_bytes, nullptr, {}, report_);
  const auto opened = reader.open();
  if (!opened && opened.error().code != Errc::not_found) return opened.error();
  EventBatch batch;
  Event event;
  while (opened && reader.next(batch)) {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      if (!batch.read(row, event)) continue;
      if (event.time < writer.last_time()) event.time = writer.last_time(), ++moved_;
      WEFT_TRY(append(writer, event));
      missing.note(event.record, event.attributes);
      first_ = std::min(first_, event.time);
      last_ = std::max(last_, event.time);
    }
  }
  unfinished.events = writer.records();
  return writer.close();
}

// The definitions once more, with the counts that were found and all that is missing.
void RunProcess::supply(MissingDefinitions& missing) {
  Definitions mended;
  definitions_.each_table([&](const auto& table) {
    for (auto row : table) {
      if constexpr (std::is_same_v<decltype(row), def::Location>) {
        const auto found = std::ranges::find(unfinished_, row.self, &Unfinished::location);
        if (found != unfinished_.end()) row.number_of_events = found->events;
      }
      mended.add(row);
    }
  });
  LocationGroupRef process;
  if (mended.all<def::LocationGroup>().size()) process = mended.all<def::LocationGroup>().begin()->self;
  missing.note(definitions_);
  other_locations_ = missing.take_locations();
  for (auto& sentence : missing.supply(mended, fmt::format(" of process {}", number_)))
    supplied_.push_back(std::move(sentence));
  for (const Unfinished& unfinished : unfinished_) {
    if (!unfinished.is_stray) continue;
    if (!process.defined()) process = add_process(mended, fmt::format("process {}", number_));
    add_location(mended, unfinished.location,
        fmt::format("thread {} of process {}", unfinished.location.value >> 32, number_), unfinished.events, process);
  }
  definitions_ = std::move(mended);
}

void RunProcess::tell(RunReport& report) const {
  ++report.processes;
  if (!finished_) ++report.unfinished;
  if (!has_part_) report.lost.push_back(fmt::format("process {} left no definitions", number_));
  for (const Unfinished& unfinished : unfinished_)
    report.done.push_back(fmt::format("process {} did not finish: saved {} of location {}", number_,
        counted(unfinished.events, "event"), unfinished.location.value));
  if (!finished_ && has_part_ && unfinished_.empty())
    report.done.push_back(fmt::format("process {} did not finish: its definitions have no end", number_));
  if (moved_)
    report.done.push_back(fmt::format(
        "process {}: moved {} forward in time, because time went backwards", number_, counted(moved_, "event")));
  for (const std::string& sentence : supplied_) report.done.push_back(fmt::format("process {}: {}", number_, sentence));
  // That the end is missing is what not finishing means; what was cut there is a loss.
  for (const auto& [rule, group] : report_.groups()) {
    if (!finished_ && (rule == no_end_mark.name || rule == chunk_events.name)) continue;
    std::vector<std::string> sentences;
    group.tell(sentences);
    for (const std::string& sentence : sentences)
      report.lost.push_back(fmt::format("process {}: {}", number_, sentence));
  }
}

}  // namespace weft::otf2
