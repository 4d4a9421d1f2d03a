// SPDX-License-Identifier: BSD-3-Clause
// A query in SQL as Python sees it: columns, and rows, some at a time. Runs without Python's lock and stops when Ctrl-C
// is pressed.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "block_reader.hpp"
#include "object.hpp"
#include "query/database.hpp"

namespace weft::python {

// A trace and the name of its schema.
using NamedOpenTrace = std::pair<std::string, std::shared_ptr<OpenTrace>>;

// Of the last statement; those before it run first.
class SqlRows {
 public:
  SqlRows(std::vector<NamedOpenTrace> traces, const std::string& query);

  // [name, ...]
  PyObject* columns() const;
  // [(value, ...), ...]: at most `count`, none at the end.
  PyObject* next(std::size_t count);

 private:
  Result<std::optional<query::Rows>> last_of(std::string_view query);

  std::vector<NamedOpenTrace> traces_;
  std::atomic<bool> stop_ = false;
  std::optional<query::Database> database_;
  std::optional<query::Rows> rows_;  // nothing at the end
  std::vector<std::string> columns_;
  bool is_busy_ = false;
};

}  // namespace weft::python
