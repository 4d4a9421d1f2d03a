// SPDX-License-Identifier: BSD-3-Clause
#include "tables/definition_tables.hpp"

#include <map>
#include <string>

#include "tables/json_text.hpp"
#include "tables/row_writer.hpp"

namespace weft::tables {

namespace {

// Definitions of the kinds listed, in their order, a row for each.
template <class Row, class List, class Put>
class DefinitionScan final : public Scan {
 public:
  DefinitionScan(TraceTables& of, const ScanOptions& options, Put put)
      : definitions_(of.words.definitions()), options_(options), rows_(of.words, options), put_(std::move(put)) {}

  Result<bool> next(Block& block) override {
    rows_.begin(block);
    while (table_ < List::size && block.rows < options_.rows && !block.is_full())
      List::dispatch(table_, [&](auto type) {
        const auto& rows = definitions_.all<typename decltype(type)::type>().rows();
        for (; place_ < rows.size() && block.rows < options_.rows && !block.is_full(); ++place_)
          put_(rows[place_], [&](const Row& row) { rows_.put(block, row); });
        if (place_ == rows.size()) ++table_, place_ = 0;
      });
    return block.has_rows();
  }

 private:
  const Definitions& definitions_;
  ScanOptions options_;
  RowWriter<Row> rows_;
  Put put_;
  std::size_t table_ = 0;
  std::size_t place_ = 0;
};

template <class Row, class List, class Put>
std::unique_ptr<Scan> scan_of(TraceTables& of, const ScanOptions& options, Put put) {
  return std::make_unique<DefinitionScan<Row, List, Put>>(of, options, std::move(put));
}

class TraceScan final : public Scan {
 public:
  TraceScan(TraceTables& of, const ScanOptions& options) : of_(of), rows_(of.words, options) {}

  Result<bool> next(Block& block) override {
    rows_.begin(block);
    if (std::exchange(has_ended_, true)) return false;
    const TraceInfo info = of_.trace.info();
    const Definitions& definitions = of_.words.definitions();
    TraceRow row{.format = info.format,
        .version = info.version,
        .path = info.path,
        .creator = info.creator,
        .machine = info.machine,
        .description = info.description,
        .bytes = info.bytes,
        .files = info.files,
        .ticks_per_second = of_.words.resolution(),
        .first_tick = of_.words.first_tick(),
        .length = {},
        .locations = definitions.all<def::Location>().size(),
        .events = definitions.announced_events()};
    if (const auto* const clock = definitions.clock()) row.length = clock->trace_length;
    rows_.put(block, row);
    return true;
  }

 private:
  TraceTables& of_;
  RowWriter<TraceRow> rows_;
  bool has_ended_ = false;
};

}  // namespace

std::unique_ptr<Scan> scan_locations(TraceTables& of, const ScanOptions& options) {
  return scan_of<LocationRow, TypeList<def::Location>>(
      of, options, [&definitions = of.words.definitions(), options](const def::Location& location, auto&& put) {
        if (!options.filter.wants(location.self)) return;
        const auto* const group = definitions.find<def::LocationGroup>(location.location_group);
        put({.location = location.self,
            .name = definitions.text(location.name),
            .type = location.location_type,
            .events = location.number_of_events,
            .process = location.location_group,
            .process_name = {location.location_group},
            .process_type = group ? group->location_group_type : LocationGroupType::unknown,
            .node = {group ? group->system_tree_parent : SystemTreeNodeRef{}}});
      });
}

std::unique_ptr<Scan> scan_regions(TraceTables& of, const ScanOptions& options) {
  return scan_of<RegionRow, TypeList<def::Region>>(
      of, options, [&definitions = of.words.definitions(), options](const def::Region& region, auto&& put) {
        if (!options.filter.regions.empty() && !options.filter.regions.contains(region.self)) return;
        put({.region = region.self,
            .name = definitions.text(region.name),
            .canonical_name = definitions.text(region.canonical_name),
            .description = definitions.text(region.description),
            .role = region.region_role,
            .paradigm = region.paradigm,
            .file = definitions.text(region.source_file),
            .begin_line = region.begin_line_number,
            .end_line = region.end_line_number});
      });
}

std::unique_ptr<Scan> scan_files(TraceTables& of, const ScanOptions& options) {
  std::map<IoFileRef, std::uint64_t> handles;
  for (const def::IoHandle& handle : of.words.definitions().all<def::IoHandle>()) ++handles[handle.file];
  return scan_of<FileRow, TypeList<def::IoRegularFile, def::IoDirectory>>(
      of, options, [&definitions = of.words.definitions(), handles = std::move(handles)](const auto& file, auto&& put) {
        using R = std::remove_cvref_t<decltype(file)>;
        const auto found = handles.find(file.self);
        put({.file = file.self,
            .type = std::is_same_v<R, def::IoDirectory> ? "directory" : "file",
            .name = definitions.text(file.name),
            .scope = {file.scope},
            .handles = found == handles.end() ? 0 : found->second});
      });
}

std::unique_ptr<Scan> scan_definitions(TraceTables& of, const ScanOptions& options) {
  return scan_of<DefinitionRow, DefinitionTypes>(of, options,
      [&definitions = of.words.definitions(), json = std::make_unique<JsonText>(of.words.definitions())](
          const auto& record, auto&& put) {
        using R = std::remove_cvref_t<decltype(record)>;
        DefinitionRow row{.type = R::schema.name, .id = {}, .name = {}, .fields = (*json)(record)};
        std::string name;
        if constexpr (HasId<R>) {
          row.id = record.self.value;
          name = definitions.name(record.self);
          if (!name.empty()) row.name = name;
        }
        put(row);
      });
}

std::unique_ptr<Scan> scan_trace(TraceTables& of, const ScanOptions& options) {
  return std::make_unique<TraceScan>(of, options);
}

}  // namespace weft::tables
