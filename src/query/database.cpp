// SPDX-License-Identifier: BSD-3-Clause
#include "query/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "query/views.hpp"
#include "query/virtual_table.hpp"

namespace weft::query {

struct Close {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

namespace {

Error error_of(sqlite3* database) { return {Errc::invalid_argument, sqlite3_errmsg(database)}; }

// They tell what there is.
constexpr std::array<std::string_view, 4> harmless = {"table_info", "table_xinfo", "table_list", "database_list"};

// What a statement may do: read, and nothing else. It cannot name a file.
int authorize(void*, int action, const char* first, const char* second, const char*, const char*) {
  constexpr std::array<std::string_view, 2> harmful = {"load_extension", "fts3_tokenizer"};
  const auto is_among = [](const auto& words, const char* word) {
    return word && std::ranges::find(words, std::string_view(word)) != words.end();
  };
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return is_among(harmful, second) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA:
      return is_among(harmless, first) ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

int should_stop(void* traces) { return static_cast<const Traces*>(traces)->stop->load(std::memory_order_relaxed); }

// Ticks of the clock that all traces have.
void seconds(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto& traces = *static_cast<const Traces*>(sqlite3_user_data(context));
  const double resolution = traces.schemas.front().trace->words.resolution();
  for (const Schema& schema : traces.schemas)
    if (schema.trace->words.resolution() != resolution)
      return sqlite3_result_error(context,
          "seconds: the traces have clocks of different resolution; divide by ticks_per_second of their table trace",
          -1);
  if (sqlite3_value_numeric_type(arguments[0]) == SQLITE_NULL) return;
  sqlite3_result_double(context, sqlite3_value_double(arguments[0]) / resolution);
}

// A name that needs no quotes and is none of SQLite's.
bool is_schema_name(std::string_view name) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
  const auto is_fine = [&](char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)); };
  return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, is_fine) && name != "main" &&
         name != "temp";
}

}  // namespace

struct Rows::Implementation {
  Implementation(sqlite3* of, sqlite3_stmt* prepared) : database(of), statement(prepared) {}

  sqlite3* database;
  std::unique_ptr<sqlite3_stmt, Close> statement;
};

struct Database::Implementation {
  explicit Implementation(Traces all) : traces(std::move(all)) {}

  Traces traces;  // outlives what reads it
  std::unique_ptr<sqlite3, Close> database;

  Result<> execute(const std::string& sql) const {
    if (sqlite3_exec(database.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
      return error_of(database.get());
    return {};
  }

  Result<> open() {
    sqlite3* opened = nullptr;
    const int status = sqlite3_open_v2(
        ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nullptr);
    database.reset(opened);
    if (status != SQLITE_OK) return Error{Errc::no_memory, "cannot open a database"};
    // What does not fit is sorted in files that have no name.
    WEFT_TRY(execute("PRAGMA cache_size = -65536; PRAGMA trusted_schema = off"));
    if (!add_module(opened, traces)) return error_of(opened);
    // Tables of SQLite's own that come to be when first asked for, which is more than a statement may do later on.
    static_cast<void>(execute("SELECT 1 FROM json_each('[]'), json_tree('[]')"));
    for (const std::string_view pragma : harmless)
      static_cast<void>(execute(fmt::format("SELECT 1 FROM pragma_{}", pragma)));
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    if (sqlite3_create_function_v2(opened, "seconds", 1, flags, &traces, seconds, nullptr, nullptr, nullptr) !=
        SQLITE_OK)
      return error_of(opened);
    return {};
  }

  Result<> add_schema(NamedTrace trace) {
    traces.schemas.push_back({trace.name, std::make_unique<tables::TraceTables>(*trace.trace, trace.index)});
    if (trace.name != "main") WEFT_TRY(execute(fmt::format("ATTACH ':memory:' AS \"{}\"", trace.name)));
    std::string sql;
    for (const tables::Table& table : tables::all_tables())
      sql += fmt::format("CREATE VIRTUAL TABLE \"{}\".\"{}\" USING weft;", trace.name, table.name);
    for (const View& view : all_views())
      sql += fmt::format("CREATE VIEW \"{}\".\"{}\" AS {};", trace.name, view.name, view.sql);
    return execute(sql);
  }
};

Database::Database(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(std::span<const NamedTrace> traces, const std::atomic<bool>& stop) {
  if (traces.empty() || traces.size() > most_traces)
    return Error{Errc::invalid_argument, fmt::format("one to {} traces can be asked at a time", most_traces)};
  auto implementation = std::make_unique<Implementation>(Traces{{}, &stop});
  WEFT_TRY(implementation->open());
  WEFT_TRY(implementation->add_schema({"main", traces.front().trace, traces.front().index}));
  for (const NamedTrace& trace : traces) {
    const bool is_taken = std::ranges::count(implementation->traces.schemas, trace.name, &Schema::name) > 0;
    if (!is_schema_name(trace.name) || is_taken)
      return Error{Errc::invalid_argument,
          fmt::format("'{}' cannot be the name of a trace: {}", trace.name,
              is_taken ? "another one has it" : "letters, digits and _ make one, but neither 'main' nor 'temp'")};
    WEFT_TRY(implementation->add_schema(trace));
  }
  sqlite3* const database = implementation->database.get();
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_set_authorizer(database, authorize, nullptr);
  // Unlike sqlite3_interrupt, this sees a stop that came before the statement began.
  sqlite3_progress_handler(database, 1000, should_stop, &implementation->traces);
  return Database(std::move(implementation));
}

Result<std::optional<Rows>> Database::query(std::string_view& sql) {
  sqlite3* const database = implementation_->database.get();
  if (sql.empty()) return std::optional<Rows>();
  sqlite3_stmt* prepared = nullptr;
  const char* rest = nullptr;
  const int status = sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &prepared, &rest);
  if (status != SQLITE_OK) return error_of(database);
  sql.remove_prefix(static_cast<std::size_t>(rest - sql.data()));
  if (!prepared) return std::optional<Rows>();
  return std::optional(Rows(std::make_unique<Rows::Implementation>(database, prepared)));
}

Rows::Rows(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Rows::Rows(Rows&&) noexcept = default;
Rows& Rows::operator=(Rows&&) noexcept = default;
Rows::~Rows() = default;

std::size_t Rows::columns() const {
  return static_cast<std::size_t>(sqlite3_column_count(implementation_->statement.get()));
}

std::string_view Rows::name(std::size_t column) const {
  return sqlite3_column_name(implementation_->statement.get(), static_cast<int>(column));
}

Result<bool> Rows::next() {
  const int status = sqlite3_step(implementation_->statement.get());
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  return error_of(implementation_->database);
}

Value Rows::value(std::size_t column) const {
  sqlite3_stmt* const statement = implementation_->statement.get();
  const int number = static_cast<int>(column);
  switch (sqlite3_column_type(statement, number)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, number)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, number);
    case SQLITE_NULL:
      return {};
    default: {
      const auto* const text = static_cast<const char*>(sqlite3_column_blob(statement, number));
      return std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, number)));
    }
  }
}

bool is_complete(const std::string& sql) { return sqlite3_complete(sql.c_str()) != 0; }

}  // namespace weft::query
