// SPDX-License-Identifier: BSD-3-Clause
#include "query/virtual_table.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "query/plan.hpp"

namespace weft::query {

namespace {

using tables::Block;
using tables::Column;
using tables::ColumnType;
using tables::Meaning;

struct VirtualTable : sqlite3_vtab {
  Traces* traces = nullptr;
  tables::TraceTables* trace = nullptr;
  const tables::Table* table = nullptr;
};

std::string declaration(const tables::Table& table) {
  std::string sql = "CREATE TABLE x(";
  for (const Column& column : table.columns) {
    const bool is_text = column.type == ColumnType::text || column.type == ColumnType::name;
    sql += fmt::format("{}\"{}\" {}", sql.ends_with('(') ? "" : ",", column.name,
        is_text                           ? "TEXT"
        : column.type == ColumnType::real ? "REAL"
                                          : "INTEGER");
  }
  return sql + ")";
}

int fail(sqlite3_vtab* table, const std::string& message) {
  sqlite3_free(table->zErrMsg);
  table->zErrMsg = sqlite3_mprintf("%s", message.c_str());
  return SQLITE_ERROR;
}

// What is as it is called: argument 1 the schema, argument 2 the table.
int connect(sqlite3* database, void* traces, int, const char* const* arguments, sqlite3_vtab** made, char** error) {
  auto& all = *static_cast<Traces*>(traces);
  const auto schema = std::ranges::find(all.schemas, std::string_view(arguments[1]), &Schema::name);
  const tables::Table* const table = tables::find_table(arguments[2]);
  if (schema == all.schemas.end() || !table) {
    *error = sqlite3_mprintf("there is no table %s.%s", arguments[1], arguments[2]);
    return SQLITE_ERROR;
  }
  if (const int status = sqlite3_declare_vtab(database, declaration(*table).c_str()); status != SQLITE_OK)
    return status;
  sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
  auto* const virtual_table = new (std::nothrow) VirtualTable;
  if (!virtual_table) return SQLITE_NOMEM;
  virtual_table->traces = &all;
  virtual_table->trace = schema->trace.get();
  virtual_table->table = table;
  *made = virtual_table;
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<VirtualTable*>(table);
  return SQLITE_OK;
}

std::optional<Comparison> comparison_of(unsigned char op) {
  switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return Comparison::equal;
    case SQLITE_INDEX_CONSTRAINT_LT:
      return Comparison::less;
    case SQLITE_INDEX_CONSTRAINT_LE:
      return Comparison::less_or_equal;
    case SQLITE_INDEX_CONSTRAINT_GT:
      return Comparison::greater;
    case SQLITE_INDEX_CONSTRAINT_GE:
      return Comparison::greater_or_equal;
    default:
      return std::nullopt;
  }
}

// Constraints that a scan can use become arguments of xFilter; SQLite looks again at every row that comes.
int best_index(sqlite3_vtab* base, sqlite3_index_info* info) {
  const auto& self = *static_cast<VirtualTable*>(base);
  Plan plan{.columns = info->colUsed};
  Estimate estimate(*self.trace, *self.table);
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    const auto comparison = comparison_of(constraint.op);
    if (!constraint.usable || constraint.iColumn < 0 || !comparison) continue;
    const auto number = static_cast<std::size_t>(constraint.iColumn);
    if (!plan.can_use(*self.table, number, *comparison)) continue;
    if (*comparison == Comparison::equal && std::string_view(sqlite3_vtab_collation(info, i)) != "BINARY") continue;
    const bool is_list = *comparison == Comparison::equal && sqlite3_vtab_in(info, i, 1);
    plan.terms.push_back({number, *comparison, is_list});
    info->aConstraintUsage[i].argvIndex = static_cast<int>(plan.terms.size());
    estimate.narrow(self.table->columns[number], *comparison);
  }
  if (info->nOrderBy == 1 && info->aOrderBy[0].iColumn >= 0) {
    const Column& column = self.table->columns[static_cast<std::size_t>(info->aOrderBy[0].iColumn)];
    plan.order = order_by(*self.table, column, info->aOrderBy[0].desc != 0);
    info->orderByConsumed = plan.order != Order::none;
  }
  info->estimatedCost = estimate.cost();
  info->estimatedRows = static_cast<sqlite3_int64>(estimate.rows());
  info->idxStr = sqlite3_mprintf("%s", plan.text(*self.table).c_str());
  info->needToFreeIdxStr = 1;
  return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

// Where the values of a column are in the current block.
struct Cells {
  ColumnType type = ColumnType::int64;
  const std::uint64_t* words = nullptr;
  const std::uint32_t* codes = nullptr;
  const std::uint8_t* valid = nullptr;
  const tables::ColumnData* data = nullptr;
};

struct RowsOfKind {
  Kind kind;
  std::uint64_t rows;
};

struct Cursor : sqlite3_vtab_cursor {
  VirtualTable& table() { return *static_cast<VirtualTable*>(pVtab); }

  // Asked for every row.
  std::size_t row = 0;
  std::size_t rows = 0;
  std::vector<Cells> cells;

  Block block;
  std::unique_ptr<tables::Scan> scan;
  tables::ScanOptions options;
  std::vector<RowsOfKind> kinds;  // whose turn is still to come, the next one last
  bool are_alike = false;         // rows of a kind, of which nothing else is wanted: they need no scan
  sqlite3_int64 before = 0;       // rows of blocks that are done

  int load();
  void scan_next_kind();
  void fill_with_next_kind();
};

void Cursor::scan_next_kind() {
  scan.reset();
  if (kinds.empty()) return;
  options.filter.kinds = {kinds.back().kind};
  kinds.pop_back();
  scan = table().table->scan(*table().trace, options);
}

// Some of the rows of a kind.
void Cursor::fill_with_next_kind() {
  block.rows = 0;
  if (kinds.empty()) return;
  RowsOfKind& next = kinds.back();
  block.rows = std::min<std::size_t>(next.rows, options.rows);
  block.columns[table().table->column("kind")].codes.assign(block.rows, static_cast<std::uint32_t>(next.kind));
  next.rows -= block.rows;
  if (next.rows == 0) kinds.pop_back();
}

// The next block, of this scan or the next one; none at the end.
int Cursor::load() {
  before += static_cast<sqlite3_int64>(rows);
  row = rows = 0;
  if (are_alike) fill_with_next_kind();
  while (!are_alike) {
    if (!scan) return SQLITE_OK;
    const auto has_more = scan->next(block);
    if (!has_more) return fail(pVtab, has_more.error().text());
    if (table().traces->stop->load(std::memory_order_relaxed)) return SQLITE_INTERRUPT;
    if (*has_more) break;
    scan_next_kind();
  }
  rows = block.rows;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const tables::ColumnData& data = block.columns[i];
    cells[i] = {table().table->columns[i].type, data.words.data(), data.codes.data(),
        data.valid.empty() ? nullptr : data.valid.data(), &data};
  }
  return SQLITE_OK;
}

int open_cursor(sqlite3_vtab* table, sqlite3_vtab_cursor** made) {
  auto* const cursor = new (std::nothrow) Cursor;
  if (!cursor) return SQLITE_NOMEM;
  cursor->cells.resize(static_cast<VirtualTable*>(table)->table->columns.size());
  *made = cursor;
  return SQLITE_OK;
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
  delete static_cast<Cursor*>(cursor);
  return SQLITE_OK;
}

Operand operand_of(sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
      return sqlite3_value_int64(value);
    case SQLITE_FLOAT:
      return sqlite3_value_double(value);
    case SQLITE_TEXT: {
      const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
      return std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    }
    case SQLITE_BLOB:  // is to any number what a text is, and equal to no text
      return std::string();
    default:
      return {};
  }
}

// Finds out which kinds there are, and of how many rows.
int plan_kinds(Cursor& cursor, bool is_descending) {
  VirtualTable& self = cursor.table();
  tables::ScanOptions look = cursor.options;
  const std::size_t kind = self.table->column("kind");
  look.columns = std::uint64_t{1} << kind;
  const auto scan = self.table->scan(*self.trace, look);
  std::array<std::uint64_t, 256> counts{};
  for (;;) {
    const auto has_more = scan->next(cursor.block);
    if (!has_more) return fail(cursor.pVtab, has_more.error().text());
    if (!*has_more) break;
    for (const std::uint32_t code : cursor.block.columns[kind].codes) ++counts[code];
  }
  if (self.traces->stop->load(std::memory_order_relaxed)) return SQLITE_INTERRUPT;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i]) cursor.kinds.push_back({static_cast<Kind>(i), counts[i]});
  std::ranges::sort(cursor.kinds, [&](const RowsOfKind& a, const RowsOfKind& b) {
    return is_descending ? name_of(a.kind) < name_of(b.kind) : name_of(b.kind) < name_of(a.kind);
  });
  cursor.are_alike = cursor.options.columns == look.columns;
  return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* base, int, const char* text, int count, sqlite3_value** arguments) {
  auto& cursor = *static_cast<Cursor*>(base);
  VirtualTable& self = cursor.table();
  const Plan plan = Plan::parse(text, *self.table);
  cursor.scan.reset();
  cursor.kinds.clear();
  cursor.are_alike = false;
  cursor.row = cursor.rows = 0;
  cursor.before = 0;
  FilterBuilder builder(*self.trace, *self.table);
  for (int i = 0; i < count; ++i) {
    const Term& term = plan.terms[static_cast<std::size_t>(i)];
    std::vector<Operand> operands;
    if (!term.is_list) {
      operands.push_back(operand_of(arguments[i]));
    } else {
      sqlite3_value* value = nullptr;
      for (int status = sqlite3_vtab_in_first(arguments[i], &value); status == SQLITE_OK && value;
           status = sqlite3_vtab_in_next(arguments[i], &value))
        operands.push_back(operand_of(value));
    }
    builder.add(term, operands);
  }
  if (builder.is_empty()) return SQLITE_OK;
  cursor.options = {.filter = builder.filter(), .columns = plan.columns, .rows = 4096, .stop = self.traces->stop};
  if (plan.order == Order::kind || plan.order == Order::kind_descending) {
    if (const int status = plan_kinds(cursor, plan.order == Order::kind_descending); status != SQLITE_OK) return status;
    if (!cursor.are_alike) cursor.scan_next_kind();
  } else {
    cursor.scan = self.table->scan(*self.trace, cursor.options);
  }
  return cursor.load();
}

int next(sqlite3_vtab_cursor* base) {
  auto& cursor = *static_cast<Cursor*>(base);
  return ++cursor.row < cursor.rows ? SQLITE_OK : cursor.load();
}

int is_at_end(sqlite3_vtab_cursor* base) {
  const auto& cursor = *static_cast<Cursor*>(base);
  return cursor.row >= cursor.rows;
}

void put_text(sqlite3_context* context, std::string_view text, sqlite3_destructor_type lifetime) {
  sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), lifetime);
}

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int number) {
  const auto& cursor = *static_cast<Cursor*>(base);
  const Cells& cells = cursor.cells[static_cast<std::size_t>(number)];
  const std::size_t row = cursor.row;
  if (cells.valid && !cells.valid[row]) return SQLITE_OK;
  switch (cells.type) {
    case ColumnType::uint64:
      // SQLite has no numbers of that size but rounded ones.
      if (cells.words[row] > INT64_MAX) [[unlikely]] {
        sqlite3_result_double(context, static_cast<double>(cells.words[row]));
        break;
      }
      [[fallthrough]];
    case ColumnType::int64:
      sqlite3_result_int64(context, static_cast<sqlite3_int64>(cells.words[row]));
      break;
    case ColumnType::real:
      sqlite3_result_double(context, std::bit_cast<double>(cells.words[row]));
      break;
    case ColumnType::name:
      put_text(context, (*cells.data->dictionary)[cells.codes[row]], SQLITE_STATIC);
      break;
    case ColumnType::text:
      put_text(context, cells.data->text(row), SQLITE_TRANSIENT);
      break;
  }
  return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* id) {
  const auto& cursor = *static_cast<Cursor*>(base);
  *id = cursor.before + static_cast<sqlite3_int64>(cursor.row);
  return SQLITE_OK;
}

// Nothing of ours throws but memory that runs out, which SQLite is told of.
template <auto Function>
struct Guarded;
template <class... Arguments, int (*Function)(Arguments...)>
struct Guarded<Function> {
  static int call(Arguments... arguments) {
    try {
      return Function(arguments...);
    } catch (const std::bad_alloc&) {
      return SQLITE_NOMEM;
    }
  }
};

const sqlite3_module module = {
    .iVersion = 0,
    .xCreate = Guarded<connect>::call,
    .xConnect = Guarded<connect>::call,
    .xBestIndex = Guarded<best_index>::call,
    .xDisconnect = disconnect,
    .xDestroy = disconnect,
    .xOpen = Guarded<open_cursor>::call,
    .xClose = close_cursor,
    .xFilter = Guarded<filter>::call,
    .xNext = Guarded<next>::call,
    .xEof = is_at_end,
    .xColumn = column,
    .xRowid = row_id,
    .xUpdate = nullptr,
    .xBegin = nullptr,
    .xSync = nullptr,
    .xCommit = nullptr,
    .xRollback = nullptr,
    .xFindFunction = nullptr,
    .xRename = nullptr,
    .xSavepoint = nullptr,
    .xRelease = nullptr,
    .xRollbackTo = nullptr,
    .xShadowName = nullptr,
};

}  // namespace

bool add_module(sqlite3* database, Traces& traces) {
  return sqlite3_create_module_v2(database, "weft", &module, &traces, nullptr) == SQLITE_OK;
}

}  // namespace weft::query
