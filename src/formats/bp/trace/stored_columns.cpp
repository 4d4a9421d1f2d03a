// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/trace/stored_columns.hpp"

#include <fmt/format.h>

#include <bit>

namespace weft::bptrace {

namespace {

// Where the values that each row counts begin, and behind the last row the end.
bool sum_up(ColumnView& counts, std::uint64_t rows, std::uint64_t values) {
  counts.starts.resize(rows + 1);
  std::uint64_t sum = 0;
  for (std::uint64_t row = 0; row < rows; ++row) {
    counts.starts[row] = sum;
    const std::uint64_t count = counts[row];
    if (count > values - sum) return false;
    sum += count;
  }
  counts.starts[rows] = sum;
  return sum == values;
}

}  // namespace

Result<> ColumnsToStore::add_scalar(std::string_view path, std::string_view name, std::uint64_t value) {
  const bp::MemberId id = WEFT_TRY(
      definition_.define(bp::VariableDefinition{std::string(name), std::string(path), bp::DataType::unsigned_long}));
  const auto bytes = std::as_bytes(std::span(&value, 1));
  scalars_.emplace_back(id, std::vector(bytes.begin(), bytes.end()));
  return {};
}

Result<> ColumnsToStore::add(std::string_view path, const ColumnShape& shape, const Column& column) {
  if (column.size() == 0) return {};
  const bp::MemberId id = WEFT_TRY(definition_.define(
      bp::VariableDefinition{shape.name, std::string(path), shape.type, {bp::Size::of(column.size())}}));
  arrays_.emplace_back(id, column.bytes());
  bytes_ += column.bytes().size();
  return {};
}

Result<> ColumnsToStore::add(
    std::string_view path, std::span<const ColumnShape> shapes, std::span<const Column> columns) {
  for (std::size_t i = 0; i < shapes.size(); ++i) WEFT_TRY(add(path, shapes[i], columns[i]));
  return {};
}

Result<bp::FinishedGroup> ColumnsToStore::finish(std::uint32_t time_index, std::uint32_t process) {
  bp::GroupWriter writer(definition_, {}, time_index, process, bytes_);
  for (const auto& [id, bytes] : scalars_) WEFT_TRY(writer.write(id, Bytes(bytes)));
  for (const auto& [id, bytes] : arrays_) WEFT_TRY(writer.write(id, bytes));
  return std::move(writer).finish();
}

Result<StoredColumns> StoredColumns::read(
    Bytes file, std::uint64_t offset, const bp::Layout& layout, const std::string& path) {
  StoredColumns columns;
  columns.path_ = path;
  columns.group_ = WEFT_TRY(bp::parse_process_group(file, offset, layout, path));
  columns.is_swapped_ = layout.order != ByteOrder::little;
  for (const bp::StoredVariable& variable : columns.group_.variables)
    columns.variables_.try_emplace({variable.path, variable.name}, &variable);
  return columns;
}

Error StoredColumns::damage(std::string_view path, std::string_view name, std::string what) const {
  return Error{Errc::corrupt, fmt::format("{}/{}: {}", path, name, what), path_, group_.offset};
}

Result<ColumnView> StoredColumns::find(std::string_view path, const ColumnShape& shape) const {
  ColumnView view;
  view.width = bp::bytes_of(shape.type);
  view.is_swapped = is_swapped_;
  const auto found = variables_.find({path, shape.name});
  if (found == variables_.end()) return view;
  const bp::StoredVariable& variable = *found->second;
  if (variable.type != shape.type)
    return damage(path, shape.name,
        fmt::format("expected values of type {}, found {}", bp::name_of(shape.type), bp::name_of(variable.type)));
  view.values = variable.payload.data();
  view.size = variable.payload.size() / view.width;
  return view;
}

Result<std::uint64_t> StoredColumns::rows(std::string_view path, std::span<const ColumnShape> shapes) const {
  return shapes.empty() ? 0 : WEFT_TRY(find(path, shapes.front())).size;
}

Result<std::vector<ColumnView>> StoredColumns::find(
    std::string_view path, std::span<const ColumnShape> shapes, std::uint64_t rows) const {
  std::vector<ColumnView> views;
  for (const ColumnShape& shape : shapes) views.push_back(WEFT_TRY(find(path, shape)));
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::size_t counter = shapes[i].counted_by;
    if (counter == ColumnShape::none) {
      if (views[i].size != rows)
        return damage(path, shapes[i].name, fmt::format("expected {} values, found {}", rows, views[i].size));
    } else if (views[counter].starts.empty() && !sum_up(views[counter], rows, views[i].size)) {
      return damage(path, shapes[i].name,
          fmt::format("expected as many values as {} says, found {}", shapes[counter].name, views[i].size));
    } else if (views[counter].starts.back() != views[i].size) {
      return damage(path, shapes[i].name,
          fmt::format("expected {} values, found {}", views[counter].starts.back(), views[i].size));
    }
  }
  return views;
}

}  // namespace weft::bptrace
