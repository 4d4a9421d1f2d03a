// SPDX-License-Identifier: BSD-3-Clause
// The columns of a process group: gathered to be written, and found again.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/bp/group_writer.hpp"
#include "formats/bp/process_group.hpp"
#include "formats/bp/trace/cells.hpp"

namespace weft::bptrace {

// A process group in the making. Values are borrowed until it is finished.
class ColumnsToStore {
 public:
  explicit ColumnsToStore(std::string_view group) : definition_(group) {}

  bp::GroupDefinition& definition() { return definition_; }
  Result<> add_scalar(std::string_view path, std::string_view name, std::uint64_t value);
  // Columns without values are not stored.
  Result<> add(std::string_view path, const ColumnShape& shape, const Column& column);
  Result<> add(std::string_view path, std::span<const ColumnShape> shapes, std::span<const Column> columns);
  Result<bp::FinishedGroup> finish(std::uint32_t time_index, std::uint32_t process);

 private:
  bp::GroupDefinition definition_;
  std::vector<std::pair<bp::MemberId, std::vector<std::byte>>> scalars_;
  std::vector<std::pair<bp::MemberId, Bytes>> arrays_;
  std::size_t bytes_ = 0;
};

// The columns that a process group has. Views of the file's bytes.
class StoredColumns {
 public:
  static Result<StoredColumns> read(
      Bytes file, std::uint64_t offset, const bp::Layout& layout, const std::string& path);

  std::uint32_t time_index() const { return group_.header.time_index; }
  // Empty if it is not there. An error if it is of another type.
  Result<ColumnView> find(std::string_view path, const ColumnShape& shape) const;
  // Columns that belong together and hold `rows` rows, with everything in its place.
  Result<std::vector<ColumnView>> find(
      std::string_view path, std::span<const ColumnShape> shapes, std::uint64_t rows) const;
  // How many rows there are below a path, judged by the first column.
  Result<std::uint64_t> rows(std::string_view path, std::span<const ColumnShape> shapes) const;

 private:
  Error damage(std::string_view path, std::string_view name, std::string what) const;

  std::string path_;
  bp::ProcessGroup group_;
  bool is_swapped_ = false;
  std::map<std::pair<std::string_view, std::string_view>, const bp::StoredVariable*> variables_;
};

}  // namespace weft::bptrace
