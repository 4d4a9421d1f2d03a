// SPDX-License-Identifier: BSD-3-Clause
#include "formats/bp/trace/window.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/bp/trace/vocabulary.hpp"

namespace weft::bptrace {

namespace {

std::string path_of(std::size_t kind) { return std::string(kinds_path).append(name_of(static_cast<Kind>(kind))); }

std::vector<Column> columns_for(const std::vector<ColumnShape>& shapes) {
  std::vector<Column> columns;
  for (const ColumnShape& shape : shapes) columns.emplace_back(shape.type);
  return columns;
}

}  // namespace

const std::array<std::vector<ColumnShape>, EventTypes::size>& event_shapes() {
  static const auto shapes = [] {
    std::array<std::vector<ColumnShape>, EventTypes::size> made;
    std::size_t kind = 0;
    EventTypes::each([&](auto type) { made[kind++] = columns_of<typename decltype(type)::type>(); });
    return made;
  }();
  return shapes;
}

const std::vector<ColumnShape>& attribute_shapes() {
  static const auto shapes = columns_of<AttributeEntry>();
  return shapes;
}

ColumnShape time_shape() { return {std::string(time_column), bp::DataType::unsigned_long}; }
ColumnShape kind_shape() { return {std::string(kind_column), bp::DataType::unsigned_byte}; }
ColumnShape location_shape() { return {std::string(location_column), bp::DataType::unsigned_long}; }
ColumnShape attribute_row_shape() { return {std::string(attribute_rows_column), bp::DataType::unsigned_integer}; }

WindowWriter::WindowWriter()
    : time_(time_shape().type),
      kind_(kind_shape().type),
      attribute_rows_(attribute_row_shape().type),
      attributes_(columns_for(attribute_shapes())) {}

void WindowWriter::put(const Event& event) {
  for (const AttributeEntry& attribute : event.attributes) {
    bytes_ += attribute_rows_.put(time_.size());
    bytes_ += RowPen(attributes_).put(attribute);
  }
  bytes_ += time_.put(event.time);
  event.record.visit([&](const auto& record) {
    constexpr auto kind = EventTypes::index_of<std::remove_cvref_t<decltype(record)>>();
    bytes_ += kind_.put(std::uint64_t{kind});
    if (kinds_[kind].empty()) kinds_[kind] = columns_for(event_shapes()[kind]);
    bytes_ += RowPen(kinds_[kind]).put(record);
  });
}

Result<bp::FinishedGroup> WindowWriter::finish(LocationRef location, std::uint32_t window, std::uint32_t process) {
  ColumnsToStore group(events_group);
  WEFT_TRY(group.add_scalar(events_path, location_column, location.value));
  WEFT_TRY(group.add(events_path, time_shape(), time_));
  WEFT_TRY(group.add(events_path, kind_shape(), kind_));
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    if (!kinds_[kind].empty()) WEFT_TRY(group.add(path_of(kind), event_shapes()[kind], kinds_[kind]));
  WEFT_TRY(group.add(events_path, attribute_row_shape(), attribute_rows_));
  WEFT_TRY(group.add(events_path, attribute_shapes(), attributes_));
  auto finished = WEFT_TRY(group.finish(window, process));
  for (Column* const column : {&time_, &kind_, &attribute_rows_}) column->clear();
  for (Column& column : attributes_) column.clear();
  for (auto& columns : kinds_)
    for (Column& column : columns) column.clear();
  bytes_ = 0;
  return finished;
}

KindCodes::KindCodes(std::span<const std::string_view> names) : KindCodes() {
  for (std::size_t code = 0; code < std::min(names.size(), kinds_.size() - 1); ++code)
    if (const auto kind = kind_named(names[code])) kinds_[code] = static_cast<std::uint8_t>(*kind);
}

Result<Window> Window::read(const StoredColumns& stored, const KindCodes& codes) {
  Window window;
  window.codes_ = codes;
  window.number_ = stored.time_index();
  const ColumnShape location[] = {location_shape()};
  window.location_ = {WEFT_TRY(stored.find(events_path, location, 1))[0][0]};
  window.time_ = WEFT_TRY(stored.find(events_path, time_shape()));
  const ColumnShape rows[] = {time_shape(), kind_shape()};
  window.kind_ = WEFT_TRY(stored.find(events_path, rows, window.time_.size))[1];
  std::array<std::uint64_t, 256> counts{};
  for (std::uint64_t row = 0; row < window.size(); ++row) {
    ++counts[window.kind(row)];
    window.first_time_ = std::min(window.first_time_, window.time(row));
    window.last_time_ = std::max(window.last_time_, window.time(row));
  }
  for (std::size_t kind = 0; kind < window.kinds_.size(); ++kind)
    if (counts[kind]) window.kinds_[kind] = WEFT_TRY(stored.find(path_of(kind), event_shapes()[kind], counts[kind]));
  window.unknown_rows_ = counts[KindCodes::unknown];
  window.attribute_rows_ = WEFT_TRY(stored.find(events_path, attribute_row_shape()));
  window.attributes_ = WEFT_TRY(stored.find(events_path, attribute_shapes(), window.attributes()));
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < window.attributes(); ++i) {
    const std::uint64_t row = window.row_of_attribute(i);
    if (row < last || row >= window.size())
      return Error{Errc::corrupt,
          fmt::format("attribute {} is of event {}; expected one of {} to {}", i, row, last, window.size())};
    last = row;
  }
  return window;
}

EventRecord Window::record(Kind kind, std::uint64_t ordinal, Arena& arena) const {
  const auto number = static_cast<std::size_t>(kind);
  return EventTypes::dispatch(number, [&](auto type) -> EventRecord {
    typename decltype(type)::type record{};
    RowReader(kinds_[number], ordinal, arena).take(record);
    return record;
  });
}

std::span<const AttributeEntry> Window::attributes(std::uint64_t first, std::uint64_t count, Arena& arena) const {
  return arena.make_array<AttributeEntry>(count, [&](std::size_t i) {
    AttributeEntry entry;
    RowReader(attributes_, first + i, arena).take(entry);
    return entry;
  });
}

}  // namespace weft::bptrace
