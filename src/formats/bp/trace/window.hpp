// SPDX-License-Identifier: BSD-3-Clause
// Windows: the events of a location, some thousand at a time, as the columns of one process group.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/bp/trace/stored_columns.hpp"
#include "model/batch.hpp"

namespace weft::bptrace {

// What the columns of each kind are.
const std::array<std::vector<ColumnShape>, EventTypes::size>& event_shapes();
const std::vector<ColumnShape>& attribute_shapes();
ColumnShape time_shape();
ColumnShape kind_shape();
ColumnShape location_shape();  // of one value
ColumnShape attribute_row_shape();

// A window in the making.
class WindowWriter {
 public:
  WindowWriter();

  void put(const Event& event);
  std::size_t size() const { return time_.size(); }
  // Of the columns so far.
  std::size_t bytes() const { return bytes_; }
  // Of all events since the last one.
  Result<bp::FinishedGroup> finish(LocationRef location, std::uint32_t window, std::uint32_t process);

 private:
  Column time_, kind_, attribute_rows_;
  std::vector<Column> attributes_;
  std::array<std::vector<Column>, EventTypes::size> kinds_;  // empty until one is seen
  std::size_t bytes_ = 0;
};

// The kinds that the codes of a file stand for.
class KindCodes {
 public:
  static constexpr std::uint8_t unknown = 0xff;
  KindCodes() { kinds_.fill(unknown); }
  KindCodes(std::span<const std::string_view> names);

  std::uint8_t operator[](std::uint64_t code) const { return code < kinds_.size() ? kinds_[code] : unknown; }

 private:
  std::array<std::uint8_t, 256> kinds_;
};

// A window that has been read.
class Window {
 public:
  // An error if its columns do not fit each other.
  static Result<Window> read(const StoredColumns& stored, const KindCodes& codes);

  // The number and the location that the process group itself says.
  std::uint32_t number() const { return number_; }
  LocationRef location() const { return location_; }
  std::uint64_t size() const { return time_.size; }
  // Of all events; of none if there are none.
  Ticks first_time() const { return first_time_; }
  Ticks last_time() const { return last_time_; }
  Ticks time(std::uint64_t row) const { return time_[row]; }
  // KindCodes::unknown if this version does not know it.
  std::uint8_t kind(std::uint64_t row) const { return codes_[kind_[row]]; }
  std::uint64_t unknown_rows() const { return unknown_rows_; }
  // The first number of the record that is the `ordinal`th of its kind; 0 if such records have none.
  std::uint64_t first_number(Kind kind, std::uint64_t ordinal) const {
    const std::vector<ColumnView>& columns = kinds_[static_cast<std::size_t>(kind)];
    return columns.empty() ? 0 : columns.front()[ordinal];
  }
  EventRecord record(Kind kind, std::uint64_t ordinal, Arena& arena) const;

  std::uint64_t attributes() const { return attribute_rows_.size; }
  std::uint64_t row_of_attribute(std::uint64_t attribute) const { return attribute_rows_[attribute]; }
  std::span<const AttributeEntry> attributes(std::uint64_t first, std::uint64_t count, Arena& arena) const;

 private:
  KindCodes codes_;
  std::uint32_t number_ = 0;
  LocationRef location_{};
  Ticks first_time_ = ~Ticks{0};
  Ticks last_time_ = 0;
  ColumnView time_, kind_, attribute_rows_;
  std::vector<ColumnView> attributes_;
  std::array<std::vector<ColumnView>, EventTypes::size> kinds_;
  std::uint64_t unknown_rows_ = 0;
};

}  // namespace weft::bptrace
