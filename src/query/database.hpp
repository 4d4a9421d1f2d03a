// SPDX-License-Identifier: BSD-3-Clause
// Database: traces that SQL can be asked of. Tables are read from the traces while a statement runs; nothing is copied
// first and nothing can be written. `weft query` and Python's `sql` stand on this.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.hpp"
#include "model/time_index.hpp"
#include "model/trace.hpp"

namespace weft::query {

// A trace, which outlives the database, and the name of the schema that has its tables. Those of the first trace are
// found without a schema, too.
struct NamedTrace {
  std::string name;
  Trace* trace = nullptr;
  const TimeIndex* index = nullptr;  // of the trace, if it has one
};

// Texts live until the rows move on.
using Value = std::variant<std::monostate, std::int64_t, double, std::string_view>;

// What a statement answers.
class Rows {
 public:
  struct Implementation;

  explicit Rows(std::unique_ptr<Implementation> implementation);
  Rows(Rows&&) noexcept;
  Rows& operator=(Rows&&) noexcept;
  ~Rows();

  std::size_t columns() const;
  std::string_view name(std::size_t column) const;
  // Moves to the next row, to the first one at the beginning; false at the end.
  Result<bool> next();
  Value value(std::size_t column) const;

 private:
  std::unique_ptr<Implementation> implementation_;
};

class Database {
 public:
  struct Implementation;
  static constexpr std::size_t most_traces = 10;

  // At least one trace. An error without SQLite, or for a name that is no schema. While `stop` is true, what runs ends
  // with an error; it outlives the database.
  static Result<Database> open(std::span<const NamedTrace> traces, const std::atomic<bool>& stop);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  // Takes the first statement off `sql`. Nothing if there was none but comments and blanks. The rows live no longer
  // than the database. Errors are in SQLite's words.
  Result<std::optional<Rows>> query(std::string_view& sql);

 private:
  explicit Database(std::unique_ptr<Implementation> implementation);

  std::unique_ptr<Implementation> implementation_;
};

// Whether `sql` is whole statements, so that nobody waits for more.
bool is_complete(const std::string& sql);

}  // namespace weft::query
