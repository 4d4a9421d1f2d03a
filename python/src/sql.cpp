// SPDX-License-Identifier: BSD-3-Clause
#include "sql.hpp"

#include <variant>

#include "error.hpp"
#include "interruptible.hpp"

namespace weft::python {

namespace {

using Row = std::vector<std::variant<std::monostate, std::int64_t, double, std::string>>;

Row row_of(const query::Rows& rows) {
  Row row;
  for (std::size_t i = 0; i < rows.columns(); ++i)
    std::visit(
        [&](const auto& value) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string_view>)
            row.emplace_back(std::string(value));
          else
            row.emplace_back(value);
        },
        rows.value(i));
  return row;
}

Result<std::vector<Row>> gather(query::Rows& rows, std::size_t count) {
  std::vector<Row> gathered;
  while (gathered.size() < count && WEFT_TRY(rows.next())) gathered.push_back(row_of(rows));
  return gathered;
}

PyObject* object_of(std::monostate) { return Py_NewRef(Py_None); }
PyObject* object_of(std::int64_t value) { return PyLong_FromLongLong(value); }
PyObject* object_of(double value) { return PyFloat_FromDouble(value); }
PyObject* object_of(const std::string& value) { return text_object(value); }

Object tuple_of(const Row& row) {
  Object tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(row.size())));
  for (std::size_t i = 0; i < row.size(); ++i)
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i),
        checked(std::visit([](const auto& value) { return object_of(value); }, row[i])).release());
  return tuple;
}

template <class Items, class Make>
Object list_of(const Items& items, Make&& make) {
  Object list = checked(PyList_New(static_cast<Py_ssize_t>(items.size())));
  for (std::size_t i = 0; i < items.size(); ++i)
    PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), make(items[i]).release());
  return list;
}

}  // namespace

SqlRows::SqlRows(std::vector<NamedOpenTrace> traces, const std::string& query) : traces_(std::move(traces)) {
  std::vector<query::NamedTrace> named;
  for (const auto& [name, of] : traces_) named.push_back({name, of->trace.get(), of->index.get()});
  database_ = value_or_raise(query::Database::open(named, stop_));
  rows_ = value_or_raise(interruptibly(stop_, [&] { return last_of(query); }));
  if (!rows_) return;
  for (std::size_t i = 0; i < rows_->columns(); ++i) columns_.emplace_back(rows_->name(i));
}

Result<std::optional<query::Rows>> SqlRows::last_of(std::string_view query) {
  auto rows = WEFT_TRY(database_->query(query));
  while (rows) {
    auto following = WEFT_TRY(database_->query(query));
    if (!following) break;
    while (WEFT_TRY(rows->next())) continue;
    rows = std::move(following);
  }
  return rows;
}

PyObject* SqlRows::columns() const {
  return list_of(columns_, [](const std::string& name) { return checked(text_object(name)); }).release();
}

PyObject* SqlRows::next(std::size_t count) {
  if (!rows_) return PyList_New(0);
  if (is_busy_) {
    PyErr_SetString(PyExc_RuntimeError, "another thread asks for the rows of this query");
    throw PythonError{};
  }
  const Busy busy(is_busy_);
  // Whatever goes wrong is the end: SQLite would begin anew.
  std::optional<query::Rows> rows = std::exchange(rows_, std::nullopt);
  const auto found = value_or_raise(interruptibly(stop_, [&] { return gather(*rows, count); }));
  if (found.size() == count) rows_ = std::move(rows);
  return list_of(found, tuple_of).release();
}

}  // namespace weft::python
