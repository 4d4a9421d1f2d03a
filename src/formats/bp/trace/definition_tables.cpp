// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/trace/definition_tables.hpp"

#include <deque>

#include "formats/bp/trace/rules.hpp"
#include "formats/bp/trace/vocabulary.hpp"
#include "model/event_types.hpp"

namespace weft::bptrace {

namespace {

std::string path_of(std::string_view record) { return std::string(definitions_path).append(record); }

Result<> describe_file(bp::GroupDefinition& group, std::string_view creator) {
  const std::uint32_t layout = newest_layout;
  const auto bytes = std::as_bytes(std::span(&layout, 1));
  const auto attribute = [&](std::string_view name, bp::AttributeContent content) -> Result<> {
    WEFT_TRY(
        group.define(bp::AttributeDefinition{std::string(name), std::string(attributes_path), std::move(content)}));
    return {};
  };
  WEFT_TRY(attribute(
      layout_attribute, bp::Elements{bp::DataType::unsigned_integer, std::vector(bytes.begin(), bytes.end())}));
  WEFT_TRY(attribute(creator_attribute, std::string(creator)));
  std::vector<std::string> kinds;
  EventTypes::each([&](auto type) { kinds.emplace_back(decltype(type)::type::schema.name); });
  return attribute(kinds_attribute, std::move(kinds));
}

// Columns are borrowed until the group is finished.
template <class R>
Result<> add_table(const std::vector<R>& rows, ColumnsToStore& group, std::deque<std::vector<Column>>& tables) {
  if (rows.empty()) return {};
  const std::vector<ColumnShape> shapes = columns_of<R>();
  std::vector<Column>& columns = tables.emplace_back();
  for (const ColumnShape& shape : shapes) columns.emplace_back(shape.type);
  for (const R& row : rows) RowPen(columns).put(row);
  return group.add(path_of(R::schema.name), shapes, columns);
}

template <class R, class Add>
void load_table(const StoredColumns& columns, Report& report, Add&& add) {
  const std::string path = path_of(R::schema.name);
  const std::vector<ColumnShape> shapes = columns_of<R>();
  const auto load = [&]() -> Result<> {
    const std::uint64_t rows = WEFT_TRY(columns.rows(path, shapes));
    const std::vector<ColumnView> views = WEFT_TRY(columns.find(path, shapes, rows));
    Arena arena;
    for (std::uint64_t row = 0; row < rows; ++row) {
      arena.clear();
      R record{};
      RowReader(views, row, arena).take(record);
      add(record);
    }
    return {};
  };
  if (const Result<> loaded = load(); !loaded)
    report.add({definitions_damaged.name, loaded.error().message, loaded.error().file, loaded.error().offset});
}

}  // namespace

Result<bp::FinishedGroup> store_definitions(const Definitions& definitions, std::string_view creator) {
  ColumnsToStore group(definitions_group);
  WEFT_TRY(describe_file(group.definition(), creator));
  std::deque<std::vector<Column>> tables;
  Result<> added;
  definitions.each_table([&](const auto& table) {
    if (added) added = add_table(table.rows(), group, tables);
  });
  WEFT_TRY(std::move(added));
  return group.finish(1, 0);
}

void load_definitions(const StoredColumns& columns, Definitions& definitions, Report& report) {
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    load_table<R>(columns, report, [&](const R& record) { definitions.add(record); });
  });
}

Result<bp::FinishedGroup> store_markers(const Markers& markers) {
  ColumnsToStore group(markers_group);
  std::deque<std::vector<Column>> tables;
  WEFT_TRY(add_table(markers.kinds(), group, tables));
  WEFT_TRY(add_table(markers.markers(), group, tables));
  return group.finish(1, 0);
}

void load_markers(const StoredColumns& columns, Markers& markers, Report& report) {
  load_table<DefMarker>(columns, report, [&](const DefMarker& kind) { markers.add(kind); });
  load_table<Marker>(columns, report, [&](const Marker& marker) { markers.add(marker); });
}

}  // namespace weft::bptrace
