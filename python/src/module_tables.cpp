// SPDX-License-Identifier: BSD-3-Clause
// Tables, analyses and conversions of weft._weft.
#include <pybind11/numpy.h>
#include <unistd.h>

#include "analyze/statistics.hpp"
#include "arrow.hpp"
#include "bindings.hpp"
#include "check/check.hpp"
#include "check/rules.hpp"
#include "convert/convert.hpp"
#include "interruptible.hpp"
#include "sql.hpp"
#include "stoppable_trace.hpp"

namespace weft::python {

namespace {

using tables::ColumnType;

// Rows a block has at least, unless its table ends: enough that Python's share of the work does not matter, and still
// within the caches.
constexpr std::size_t usual_rows = std::size_t{1} << 16;

std::string_view type_name(ColumnType type) {
  constexpr std::string_view names[] = {"int64", "uint64", "float64", "name", "text"};
  return names[static_cast<std::size_t>(type)];
}

py::tuple describe(const tables::Column& column) {
  return py::make_tuple(text(column.name), text(type_name(column.type)), column.nullable, text(column.doc));
}

py::dict describe_tables() {
  py::dict all;
  for (const tables::Table& table : tables::all_tables()) {
    py::list columns;
    for (const tables::Column& column : table.columns) columns.append(describe(column));
    all[text(table.name)] = py::make_tuple(text(table.doc), columns);
  }
  return all;
}

std::size_t column_named(const AnyTable& table, const std::string& name) {
  const std::size_t column = table.column(name);
  if (column == table.columns.size()) throw py::key_error(name);
  return column;
}

// --- batches
// ----------------------------------------------------------------------------------------------------------

// A block in the hands of Python, and of every array that views it.
struct Batch {
  Selection selection;
  std::shared_ptr<OpenTrace> of;
  std::shared_ptr<const tables::Block> block;

  const tables::ColumnData& column(const std::string& name) const {
    return block->columns[column_named(*selection.table, name)];
  }
  ColumnType type(const std::string& name) const {
    return selection.table->columns[column_named(*selection.table, name)].type;
  }
};

// An array that views `size` elements and holds the block.
py::array view(const Batch& batch, const py::dtype& type, const void* first, std::size_t size) {
  auto held = std::make_unique<std::pair<std::shared_ptr<OpenTrace>, std::shared_ptr<const tables::Block>>>(
      batch.of, batch.block);
  const py::capsule holder(held.get(), [](void* given) { delete static_cast<decltype(held)::element_type*>(given); });
  held.release();
  py::array array(type, {size}, {}, first, holder);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

py::array values(const Batch& batch, const std::string& name) {
  const tables::ColumnData& column = batch.column(name);
  switch (batch.type(name)) {
    case ColumnType::int64:
      return view(batch, py::dtype::of<std::int64_t>(), column.words.data(), column.words.size());
    case ColumnType::uint64:
      return view(batch, py::dtype::of<std::uint64_t>(), column.words.data(), column.words.size());
    case ColumnType::real:
      return view(batch, py::dtype::of<double>(), column.words.data(), column.words.size());
    case ColumnType::name:
      return view(batch, py::dtype::of<std::int32_t>(), column.codes.data(), column.codes.size());
    case ColumnType::text:
      break;
  }
  throw py::type_error("texts have no array");
}

py::object valid(const Batch& batch, const std::string& name) {
  const auto& bytes = batch.column(name).valid;
  if (bytes.empty()) return py::none();
  return view(batch, py::dtype::of<bool>(), bytes.data(), bytes.size());
}

py::list texts(const Batch& batch, const std::string& name) {
  const tables::ColumnData& column = batch.column(name);
  py::list all(batch.block->rows);
  for (std::size_t row = 0; row < batch.block->rows; ++row) {
    py::object one = column.has(row) ? py::object(text(column.text(row))) : py::object(py::none());
    PyList_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(row), one.release().ptr());
  }
  return all;
}

std::uintptr_t dictionary_id(const Batch& batch, const std::string& name) {
  return reinterpret_cast<std::uintptr_t>(batch.column(name).dictionary);
}

py::tuple dictionary(const Batch& batch, const std::string& name) {
  const tables::Dictionary* const names = batch.column(name).dictionary;
  if (!names) return py::tuple();
  py::tuple all(names->size());
  for (std::size_t i = 0; i < names->size(); ++i)
    PyTuple_SET_ITEM(
        all.ptr(), static_cast<Py_ssize_t>(i), text((*names)[static_cast<std::uint32_t>(i)]).release().ptr());
  return all;
}

// --- Arrow
// ------------------------------------------------------------------------------------------------------------

// A struct of the interface in a capsule of its name, released with it unless a consumer took it.
template <class Struct, class Fill>
py::object capsule_of(const char* name, Fill&& fill) {
  auto made = std::make_unique<Struct>();
  fill(*made);
  const auto destroy = [](PyObject* capsule) {
    const std::unique_ptr<Struct> owned(
        static_cast<Struct*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule))));
    if (owned->release) owned->release(owned.get());
  };
  return taken(PyCapsule_New(made.release(), name, destroy));
}

py::object schema_capsule(const Selection& selection) {
  return capsule_of<ArrowSchema>("arrow_schema", [&](ArrowSchema& out) { export_schema(selection, out); });
}

py::tuple array_capsules(const Batch& batch, const py::object&) {
  return py::make_tuple(schema_capsule(batch.selection), capsule_of<ArrowArray>("arrow_array", [&](ArrowArray& out) {
    export_block(batch.selection, batch.of, batch.block, out);
  }));
}

// --- scans
// ------------------------------------------------------------------------------------------------------------

// Its threads are not there in a child that was forked off; what they use cannot be destroyed there.
std::shared_ptr<BlockReader> make_reader(std::shared_ptr<OpenTrace> of, std::shared_ptr<const AnyTable> table,
    const tables::ScanOptions& options, std::size_t threads) {
  return {
      new BlockReader(std::move(of), std::move(table), options, threads), [process = ::getpid()](BlockReader* reader) {
        if (::getpid() == process) delete reader;
      }};
}

struct Scan {
  Selection selection;
  std::shared_ptr<OpenTrace> of;
  std::shared_ptr<BlockReader> reader;

  std::optional<Batch> next() {
    bool is_raised = false;
    auto block = unlocked([&] { return value_or_raise(reader->next([&] { return is_raised = is_interrupted(); })); });
    if (is_raised) throw PythonError{};
    if (!block) return std::nullopt;
    return Batch{selection, of, std::move(block)};
  }
};

std::shared_ptr<const AnyTable> table_of(const OpenTrace& of, const std::string& name, const Names& attributes) {
  const tables::Table* const known = tables::find_table(name);
  if (!known) throw py::key_error(name);
  if (!attributes || attributes->empty()) return library_table(*known);
  std::string unknown;
  auto table = events_with_attributes(of.trace->definitions(), *attributes, unknown);
  if (!table) {
    PyErr_SetObject(PyExc_KeyError, text(unknown).ptr());
    throw PythonError{};
  }
  return table;
}

// All columns of the table, or some, and all attributes.
Selection selection_of(std::shared_ptr<const AnyTable> table, const Names& columns, std::size_t attributes) {
  Selection selection{std::move(table), {}};
  const std::size_t size = selection.table->columns.size();
  if (columns)
    for (const std::string& column : *columns) selection.columns.push_back(column_named(*selection.table, column));
  for (std::size_t i = columns ? size - attributes : 0; i < size; ++i) selection.columns.push_back(i);
  return selection;
}

Selection selection_of(const OpenTrace& of, const std::string& name, const Names& columns, const Names& attributes) {
  return selection_of(table_of(of, name, attributes), columns, attributes ? attributes->size() : 0);
}

py::list describe_columns(const OpenTrace& of, const std::string& name, const Names& columns, const Names& attributes) {
  const Selection selection = selection_of(of, name, columns, attributes);
  py::list all;
  for (const std::size_t column : selection.columns) all.append(describe(selection.table->columns[column]));
  return all;
}

std::unique_ptr<Scan> scan(std::shared_ptr<OpenTrace> of, const std::string& name, const Names& columns,
    const Ids& locations, const Times& time, const Names& kinds, const Ids& regions, const Names& attributes,
    std::size_t threads, std::size_t rows) {
  Selection selection = selection_of(*of, name, columns, attributes);
  tables::ScanOptions options;
  options.filter = filter_of(locations, time, kinds, regions);
  options.columns = selection.mask();
  options.rows = rows;
  auto reader = unlocked([&] { return make_reader(of, selection.table, options, threads); });
  return std::make_unique<Scan>(Scan{std::move(selection), std::move(of), std::move(reader)});
}

// Calls a function of Python on its main thread, soon, for threads that need not have its lock and must not wait for
// it: who has it may wait for them.
class LaterCall {
 public:
  explicit LaterCall(PyObject* function) : function_(Py_NewRef(function)) {}
  LaterCall(const LaterCall&) = delete;
  LaterCall& operator=(const LaterCall&) = delete;
  ~LaterCall() {
    if (!function_ || !Py_IsInitialized()) return;
    if (PyGILState_Check())
      Py_DECREF(function_);
    else
      Py_AddPendingCall(&drop, function_);
  }

  void operator()() {
    if (Py_IsInitialized() && Py_AddPendingCall(&call, function_) == 0) function_ = nullptr;
  }

 private:
  static int drop(void* function) {
    Py_DECREF(static_cast<PyObject*>(function));
    return 0;
  }
  static int call(void* given) {
    const Object function(static_cast<PyObject*>(given));
    return Object(PyObject_CallNoArgs(function.get())) ? 0 : -1;
  }

  PyObject* function_;
};

py::object stream_capsule(const Scan& scan, const py::object& at_end) {
  std::function<void()> later;
  if (!at_end.is_none()) later = [call = std::make_shared<LaterCall>(at_end.ptr())] { (*call)(); };
  return capsule_of<ArrowArrayStream>("arrow_array_stream",
      [&](ArrowArrayStream& out) { export_stream(scan.selection, scan.of, scan.reader, std::move(later), out); });
}

// --- analyses
// ---------------------------------------------------------------------------------------------------------

py::object whole(Sum sum) {
  const py::int_ high(static_cast<std::uint64_t>(sum >> 64));
  const py::int_ low(static_cast<std::uint64_t>(sum));
  return sum >> 64 ? py::object((high << py::int_(64)) | low) : py::object(low);
}

py::list profile(const OpenTrace& open, bool by_location, std::size_t threads) {
  StatisticsOptions options;
  options.by_location = by_location;
  options.threads = threads;
  std::atomic<bool> stop = false;
  StoppableTrace trace(*open.trace, stop);
  const Statistics told = value_or_raise(interruptibly(stop, [&] { return compute_statistics(trace, options); }));
  py::list rows;
  const auto put = [&](const py::object& location, const RegionTimes& times) {
    rows.append(py::make_tuple(location, times.region.value, times.visits, whole(times.inclusive),
        whole(times.exclusive), times.shortest, times.longest, times.mean()));
  };
  if (by_location) {
    for (const LocationStatistics& location : told.locations)
      for (const RegionTimes& times : location.regions) put(py::int_(location.location.value), times);
  } else {
    for (const RegionTimes& times : told.regions) put(py::none(), times);
  }
  return rows;
}

py::object number_or_none(const std::optional<std::uint64_t>& number) {
  return number ? py::object(py::int_(*number)) : py::object(py::none());
}

// [(rule, count, what, advice, [(message, file, offset, location)])]
py::list findings_of(const Report& report) {
  py::list all;
  for (const auto& entry : report.groups()) {
    py::list examples;
    for (const Finding& finding : entry.second.first)
      examples.append(py::make_tuple(
          text(finding.message), text(finding.file), number_or_none(finding.offset), number_or_none(finding.location)));
    const Rule* const rule = check::find_rule(entry.first);
    all.append(py::make_tuple(text(entry.first), entry.second.count, text(rule ? rule->what : std::string_view()),
        text(rule ? rule->advice : std::string_view()), examples));
  }
  return all;
}

py::list check_trace(const OpenTrace& open, std::size_t threads) {
  Report report;
  std::atomic<bool> stop = false;
  StoppableTrace trace(*open.trace, stop);
  interruptibly(stop, [&] { return check::check_trace(trace, {threads, {}}, report); });
  return findings_of(report);
}

// (what was translated or lost, what is wrong with the trace)
py::tuple convert_trace(const std::string& in, const std::string& out, const std::string& format, bool strict,
    bool unify, std::size_t threads) {
  LossReport loss(strict);
  Report report;
  CopyOptions options;
  options.unify = unify;
  options.threads = threads;
  std::atomic<bool> stop = false;
  value_or_raise(interruptibly(stop, [&] { return convert(in, out, format, options, loss, report, &stop); }));
  py::list losses;
  for (const auto& entry : loss.entries())
    losses.append(py::make_tuple(entry.second.fate == LossReport::Fate::lost, text(entry.first.first),
        text(entry.first.second), entry.second.count, text(entry.second.example)));
  return py::make_tuple(losses, findings_of(report));
}

}  // namespace

void define_tables(py::module_& m, TraceClass& trace) {
  m.attr("TABLES") = describe_tables();
  py::class_<Batch>(m, "Batch", "Rows of a table, as columns.")
      .def("__len__", [](const Batch& batch) { return batch.block->rows; })
      .def("values", &values, py::arg("column"), "A view of a column; of names, their codes.")
      .def("valid", &valid, py::arg("column"), "Which rows have a value; None if all do.")
      .def("texts", &texts, py::arg("column"))
      .def("dictionary", &dictionary, py::arg("column"), "Names by code.")
      .def("dictionary_id", &dictionary_id, py::arg("column"), "Equal for equal dictionaries of one trace.")
      .def("__arrow_c_schema__", [](const Batch& batch) { return schema_capsule(batch.selection); })
      .def("__arrow_c_array__", &array_capsules, py::arg("requested_schema") = py::none());
  py::class_<Scan>(m, "Scan", "The rows of a table, batch by batch.")
      .def("next", &Scan::next, "The next batch; None at the end.")
      .def("__arrow_c_schema__", [](const Scan& of) { return schema_capsule(of.selection); })
      .def(
          "__arrow_c_stream__",
          [](const Scan& of, const py::object&, const py::object& at_end) { return stream_capsule(of, at_end); },
          py::arg("requested_schema") = py::none(), py::arg("at_end") = py::none(),
          "`at_end` is called on the main thread after the last batch was taken.");
  trace
      .def("scan", &scan, py::arg("table"), py::arg("columns") = py::none(), py::arg("locations") = py::none(),
          py::arg("time") = py::none(), py::arg("kinds") = py::none(), py::arg("regions") = py::none(),
          py::arg("attributes") = py::none(), py::arg("threads") = 0, py::arg("rows") = usual_rows)
      .def("columns", &describe_columns, py::arg("table"), py::arg("columns") = py::none(),
          py::arg("attributes") = py::none(), "(name, type, nullable, doc) of each column that a scan would have.")
      .def("profile", &profile, py::arg("by_location") = false, py::arg("threads") = 0)
      .def("check", &check_trace, py::arg("threads") = 0)
      .def("findings", [](const OpenTrace& open) { return findings_of(open.trace->report()); });
  py::class_<SqlRows>(m, "SqlRows", "What a query in SQL answers, some rows at a time.")
      .def(py::init<std::vector<NamedOpenTrace>, const std::string&>(), py::arg("traces"), py::arg("query"),
          "`traces` are (name of the schema, trace).")
      .def_property_readonly("columns", [](const SqlRows& rows) { return taken(rows.columns()); })
      .def(
          "next", [](SqlRows& rows, std::size_t count) { return taken(rows.next(count)); }, py::arg("count"),
          "The next rows, at most `count`, as a list of tuples; an empty list at the end.");
  m.def("convert", &convert_trace, py::arg("source"), py::arg("target"), py::arg("format") = "",
      py::arg("strict") = false, py::arg("unify") = false, py::arg("threads") = 0);
}

}  // namespace weft::python
