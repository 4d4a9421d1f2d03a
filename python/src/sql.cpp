// SPDX-License-Identifier: BSD-3-Clause
#include "sql.hpp"

#include <atomic>
#include <chrono>
#include <future>

#include "error.hpp"
#include "query/database.hpp"

namespace weft::python {

namespace {

using Row = std::vector<std::variant<std::monostate, std::int64_t, double, std::string>>;

struct Answer {
  std::vector<std::string> columns;
  std::vector<Row> rows;
};

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

Result<Answer> ask(query::Database& database, std::string_view sql) {
  Answer answer;
  while (true) {
    auto rows = WEFT_TRY(database.query(sql));
    if (!rows) return answer;
    answer = {};
    for (std::size_t i = 0; i < rows->columns(); ++i) answer.columns.emplace_back(rows->name(i));
    while (WEFT_TRY(rows->next())) answer.rows.push_back(row_of(*rows));
  }
}

// Another thread asks, so that this one can hear of signals.
Result<Answer> ask_interruptibly(query::Database& database, const std::string& sql, std::atomic<bool>& stop) {
  auto asked = std::async(std::launch::async, [&] { return ask(database, sql); });
  while (asked.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
    const PyGILState_STATE state = PyGILState_Ensure();
    if (!stop) stop = PyErr_CheckSignals() != 0;
    PyGILState_Release(state);
  }
  return asked.get();
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

PyObject* run_sql(OpenTrace& of, const std::string& query) {
  std::atomic<bool> stop = false;
  PyThreadState* const unlocked = PyEval_SaveThread();
  const query::NamedTrace named{"trace", of.trace.get(), of.index.get()};
  auto database = query::Database::open({&named, 1}, stop);
  Result<Answer> answer = database ? ask_interruptibly(*database, query, stop) : Result<Answer>(database.error());
  PyEval_RestoreThread(unlocked);
  if (stop) throw PythonError{};
  const Answer found = value_or_raise(std::move(answer));
  const Object columns = list_of(found.columns, [](const std::string& name) { return checked(text_object(name)); });
  const Object rows = list_of(found.rows, tuple_of);
  return PyTuple_Pack(2, columns.get(), rows.get());
}

}  // namespace weft::python
