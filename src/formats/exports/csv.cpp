// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/csv.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/publish.hpp"
#include "base/staging.hpp"
#include "formats/exports/csv_location.hpp"
#include "formats/exports/fates.hpp"
#include "formats/exports/out_file.hpp"

namespace weft::exports {

namespace {

// A directory that has its name when all that is in it is whole.
class OutDirectory {
 public:
  static Result<std::unique_ptr<OutDirectory>> create(const std::string& path) {
    WEFT_TRY(check_free(path));
    return std::unique_ptr<OutDirectory>(new OutDirectory(path, WEFT_TRY(StagingDirectory::create(path))));
  }

  std::string file(std::string_view table) const { return fmt::format("{}/{}.csv", beside_.path(), table); }
  Result<> close() { return publish_directory(beside_.path(), path_); }

 private:
  OutDirectory(std::string path, StagingDirectory beside) : path_(std::move(path)), beside_(std::move(beside)) {}

  std::string path_;
  StagingDirectory beside_;
};

class CsvSink final : public Sink {
 public:
  using Files = std::array<std::unique_ptr<OutFile>, csv_event_tables>;

  CsvSink(std::unique_ptr<OutDirectory> directory, Files files, LossReport& report)
      : directory_(std::move(directory)), files_(std::move(files)), report_(report) {}

  Result<> define(const Definitions& definitions) override;
  Result<std::unique_ptr<EventSink>> events(LocationRef location) override;
  Result<bool> mark(const Markers& markers) override;
  Result<> close() override;

  void tell(const Losses& losses) { losses.tell("a table", report_); }
  Result<> append(CsvTable table, std::string_view rows) {
    return files_[static_cast<std::size_t>(table)]->append(rows);
  }

 private:
  Result<> write_table(std::string_view name, const TextSink& rows) {
    auto file = WEFT_TRY(OutFile::create(directory_->file(name)));
    WEFT_TRY(file->append(rows.text()));
    return file->close();
  }

  std::unique_ptr<OutDirectory> directory_;  // outlives its files
  Files files_;
  LossReport& report_;
  std::optional<Stage> stage_;
  bool has_markers_ = false;
};

class CsvLocationSink final : public EventSink {
 public:
  CsvLocationSink(CsvSink& sink, Stage& stage, LocationRef location) : sink_(sink), rows_(stage, location) {}

  Result<> write(const EventBatch& batch) override {
    rows_.take(batch);
    return hand_over(handed_over_bytes);
  }
  Result<> close() override {
    rows_.finish();
    sink_.tell(rows_.losses());
    return hand_over(0);
  }

 private:
  static constexpr std::size_t handed_over_bytes = std::size_t{1} << 18;

  // What has gathered enough.
  Result<> hand_over(std::size_t enough) {
    for (std::size_t i = 0; i < csv_event_tables; ++i) {
      const auto table = static_cast<CsvTable>(i);
      TextSink& rows = rows_.rows(table);
      if (rows.text().size() < enough) continue;
      WEFT_TRY(sink_.append(table, rows.text()));
      rows.clear();
    }
    return {};
  }

  CsvSink& sink_;
  CsvLocation rows_;
};

template <class E>
std::string text_of(E value) {
  const auto name = weft::name_of(value);
  return name ? std::string(*name) : std::to_string(static_cast<std::uint64_t>(value));
}

void put_clock_table(TextSink& out, const Stage& stage) {
  out.put("ticks_per_second,first_tick,length,nanoseconds_since_1970\r\n");
  const def::ClockProperties* const clock = stage.definitions.clock();
  if (!clock) return;
  CsvRow row(out);
  row.number(clock->timer_resolution).number(clock->global_offset).number(clock->trace_length);
  stage.timeline.epoch() ? row.number(*stage.timeline.epoch()) : row.empty();
}

void put_location_table(TextSink& out, const Definitions& definitions) {
  out.put("location,name,type,events,process,process_name,process_type\r\n");
  for (const def::Location& location : definitions.all<def::Location>()) {
    CsvRow row(out);
    row.id(location.self).text(definitions.text(location.name)).text(text_of(location.location_type));
    row.number(location.number_of_events).id(location.location_group);
    const auto* const group = definitions.find<def::LocationGroup>(location.location_group);
    group ? row.text(definitions.text(group->name)).text(text_of(group->location_group_type)) : row.empty().empty();
  }
}

void put_region_table(TextSink& out, const Definitions& definitions) {
  out.put("region,name,canonical_name,description,role,paradigm,file,begin_line,end_line\r\n");
  for (const def::Region& region : definitions.all<def::Region>()) {
    CsvRow row(out);
    row.id(region.self).text(definitions.text(region.name)).text(definitions.text(region.canonical_name));
    row.text(definitions.text(region.description)).text(text_of(region.region_role)).text(text_of(region.paradigm));
    row.text(definitions.text(region.source_file)).number(region.begin_line_number).number(region.end_line_number);
  }
}

void put_marker_table(TextSink& out, const Markers& markers) {
  out.put("time,duration,group,category,severity,scope,scope_id,text\r\n");
  std::map<std::uint32_t, const DefMarker*> kinds;
  for (const DefMarker& kind : markers.kinds()) kinds.emplace(kind.self, &kind);
  for (const Marker& marker : markers.markers()) {
    CsvRow row(out);
    row.number(marker.timestamp).number(marker.duration);
    const auto found = kinds.find(marker.marker);
    if (found == kinds.end())
      row.empty().empty().empty();
    else
      row.text(found->second->marker_group).text(found->second->marker_category).text(text_of(found->second->severity));
    row.text(text_of(marker.marker_scope));
    marker.marker_scope == MarkerScope::global ? row.empty() : row.number(marker.scope);
    row.text(marker.text);
  }
}

Result<> CsvSink::define(const Definitions& definitions) {
  stage_.emplace(definitions);
  tell_definitions<csv_fates>(stage_->definitions, report_);
  TextSink clock, locations, regions;
  put_clock_table(clock, *stage_);
  put_location_table(locations, stage_->definitions);
  put_region_table(regions, stage_->definitions);
  WEFT_TRY(write_table("clock", clock));
  WEFT_TRY(write_table("locations", locations));
  WEFT_TRY(write_table("regions", regions));
  for (std::size_t i = 0; i < csv_event_tables; ++i)
    WEFT_TRY(files_[i]->append(fmt::format("{}\r\n", csv_tables[i].columns)));
  return {};
}

Result<std::unique_ptr<EventSink>> CsvSink::events(LocationRef location) {
  return std::unique_ptr<EventSink>(std::make_unique<CsvLocationSink>(*this, *stage_, location));
}

Result<bool> CsvSink::mark(const Markers& markers) {
  TextSink rows;
  put_marker_table(rows, markers);
  WEFT_TRY(write_table("markers", rows));
  tell_unused_kinds(markers, report_);
  has_markers_ = true;
  return true;
}

Result<> CsvSink::close() {
  if (!stage_) WEFT_TRY(define({}));
  if (!has_markers_) WEFT_TRY(mark({}));
  for (auto& file : files_) WEFT_TRY(file->close());
  return directory_->close();
}

}  // namespace

Result<std::unique_ptr<Sink>> create_csv(const std::string& path, LossReport& loss) {
  const std::size_t last = path.find_last_not_of('/');
  auto directory = WEFT_TRY(OutDirectory::create(path.substr(0, last == std::string::npos ? path.size() : last + 1)));
  CsvSink::Files files;
  for (std::size_t i = 0; i < csv_event_tables; ++i)
    files[i] = WEFT_TRY(OutFile::create(directory->file(csv_tables[i].name)));
  return std::unique_ptr<Sink>(std::make_unique<CsvSink>(std::move(directory), std::move(files), loss));
}

}  // namespace weft::exports
