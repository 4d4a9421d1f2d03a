// SPDX-License-Identifier: BSD-3-Clause
// weft._weft: what Python sees of the library. Thin: objects are handed over, errors become exceptions, and all else is
// done behind or, in Python, in front of it. python/src/README.md describes it.
#include "archive_writer.hpp"
#include "bindings.hpp"
#include "fields.hpp"
#include "formats/registry.hpp"
#include "formats/trace_files.hpp"
#include "otf2_events.hpp"
#include "otf2_schema.hpp"
#include "record_reader.hpp"
#include "values.hpp"

namespace weft::python {

namespace {

Object borrowed(const py::handle& object) { return Object::borrowed(object.ptr()); }

// --- errors ---------------------------------------------------------------------------------------------------------

std::string_view name_of_code(Errc code) {
  constexpr std::string_view names[] = {
      "not found", "exists", "io", "no space", "corrupt", "unsupported", "invalid argument", "too large", "no memory"};
  return names[static_cast<std::size_t>(code)];
}

// Lives as long as the module, which is as long as the process.
PyObject* error_class = nullptr;

void translate(std::exception_ptr raised) {
  try {
    if (raised) std::rethrow_exception(raised);
  } catch (const PythonError&) {
    // Python has its exception already.
  } catch (const Raised& e) {
    py::object error = py::reinterpret_borrow<py::object>(error_class)(text(e.error.text()));
    error.attr("code") = text(name_of_code(e.error.code));
    error.attr("message") = text(e.error.message);
    error.attr("file") = e.error.file.empty() ? py::object(py::none()) : py::object(text(e.error.file));
    error.attr("offset") = e.error.offset ? py::object(py::int_(*e.error.offset)) : py::object(py::none());
    PyErr_SetObject(error_class, error.ptr());
  }
}

// --- what there is
// ----------------------------------------------------------------------------------------------------

py::list describe(const std::vector<TypeEntry>& types) {
  py::list all;
  for (const TypeEntry& type : types) {
    py::list fields;
    for (const FieldEntry& field : type.fields) {
      const bool is_number = field.form != Form::text && field.form != Form::typed && field.form != Form::metric;
      fields.append(py::make_tuple(text(field.name), text(is_number ? field.refers_to : ""), field.is_list(),
          field.form == Form::enumeration, text(field.doc)));
    }
    all.append(py::make_tuple(text(type.name), py::tuple(fields), text(type.doc)));
  }
  return all;
}

py::dict describe_enumerations() {
  py::dict all;
  for (const EnumEntry& entry : enumerations()) {
    py::dict values;
    for (const Enumerator& value : *entry.values) values[text(value.name)] = py::int_(value.value);
    all[text(entry.name)] = values;
  }
  return all;
}

std::size_t number_of(const std::vector<TypeEntry>& types, const std::string& name) {
  for (std::size_t i = 0; i < types.size(); ++i)
    if (types[i].name == name) return i;
  throw py::key_error(name);
}

// --- traces
// -----------------------------------------------------------------------------------------------------------

std::shared_ptr<OpenTrace> open(const std::string& path) {
  return unlocked([&] {
    const Format* const format = value_or_raise(format_of(path));
    auto trace = value_or_raise(format->open(path));
    auto index = kept_index(*format, path, *trace);
    return std::make_shared<OpenTrace>(std::move(trace), index ? std::move(index).take() : nullptr);
  });
}

py::dict info(const OpenTrace& open) {
  const TraceInfo told = unlocked([&] { return open.trace->info(); });
  const auto pairs = [](const auto& from) {
    py::dict to;
    for (const auto& pair : from) to[text(pair.first)] = text(pair.second);
    return to;
  };
  py::dict all;
  all["format"] = text(told.format);
  all["version"] = text(told.version);
  all["path"] = text(told.path);
  all["creator"] = text(told.creator);
  all["machine"] = text(told.machine);
  all["description"] = text(told.description);
  all["bytes"] = told.bytes;
  all["files"] = told.files;
  all["facts"] = pairs(told.facts);
  all["properties"] = pairs(told.properties);
  return all;
}

py::list definitions(const OpenTrace& open, const std::string& name) {
  const std::size_t number = number_of(definition_types(), name);
  const auto& fields = definition_types()[number].fields;
  py::list all;
  DefinitionTypes::dispatch(number, [&](auto type) {
    for (const auto& row : open.trace->definitions().all<typename decltype(type)::type>()) {
      const auto* const record = reinterpret_cast<const std::byte*>(&row);
      py::tuple values(fields.size());
      for (std::size_t i = 0; i < fields.size(); ++i)
        PyTuple_SET_ITEM(
            values.ptr(), static_cast<Py_ssize_t>(i), checked(get_field(fields[i], record, nullptr)).release());
      all.append(values);
    }
  });
  return all;
}

py::tuple markers(const OpenTrace& open) {
  Markers all;
  open.trace->read_markers(all);
  py::list kinds;
  for (const DefMarker& kind : all.kinds())
    kinds.append(py::make_tuple(
        kind.self, text(kind.marker_group), text(kind.marker_category), static_cast<int>(kind.severity)));
  py::list marks;
  for (const Marker& m : all.markers())
    marks.append(
        py::make_tuple(m.timestamp, m.duration, m.marker, static_cast<int>(m.marker_scope), m.scope, text(m.text)));
  return py::make_tuple(kinds, marks);
}

std::vector<std::uint64_t> locations(const OpenTrace& open) {
  std::vector<std::uint64_t> ids;
  for (const LocationRef location : open.trace->locations()) ids.push_back(location.value);
  return ids;
}

void define_traces(py::module_& m) {
  py::class_<RecordReader>(m, "RecordReader", "Events as objects, some at a time.")
      .def(
          "read", [](RecordReader& reader, std::size_t count) { return taken(reader.read(count)); }, py::arg("count"),
          "The next events, at most `count`, as a list of (location, event); an empty list at the end.");

  TraceClass trace(m, "Trace", "An open trace of any format.");
  trace.def(py::init(&open), py::arg("path"))
      .def_property_readonly("info", &info, "What the trace says of itself, as a dict.")
      .def_property_readonly("locations", &locations, "The ids of locations that have events.")
      .def("definitions", &definitions, py::arg("type"),
          "All definitions of a type, in the order of the trace: tuples of their fields, as DEFINITION_TYPES has them.")
      .def(
          "otf2_events",
          [](const std::shared_ptr<OpenTrace>& of, const Ids& wanted, const py::dict& types, const py::dict& lookups,
              const py::list& spaces) {
            return taken(new_otf2_events(
                std::shared_ptr<Trace>(of, of->trace.get()), wanted, {types.ptr(), lookups.ptr(), spaces.ptr()}));
          },
          "What the package otf2 iterates over.")
      .def("markers", &markers, "(kinds, markers), both lists of tuples.")
      .def(
          "records",
          [](const std::shared_ptr<OpenTrace>& of, const Ids& wanted, const Times& time, const Names& kinds,
              bool merged, const py::object& lookups, const py::object& types) {
            return std::make_unique<RecordReader>(std::shared_ptr<Source>(of, &of->tables.source),
                filter_of(wanted, time, kinds, {}), merged, borrowed(lookups), borrowed(types));
          },
          py::arg("locations") = py::none(), py::arg("time") = py::none(), py::arg("kinds") = py::none(),
          py::arg("merged") = true, py::arg("lookups") = py::none(), py::arg("types") = py::none(),
          "A RecordReader of all events, or of those of some locations (ids), of a time (first, last) and of some "
          "kinds "
          "(names): in order of time, or location by location.");
  define_tables(m, trace);
}

// --- writing
// ----------------------------------------------------------------------------------------------------------

std::shared_ptr<ArchiveWriter> create(const std::string& path, const std::string& creator, const std::string& machine,
    const std::string& description, const std::vector<std::pair<std::string, std::string>>& properties,
    std::uint64_t event_chunk_bytes, std::uint64_t definition_chunk_bytes) {
  otf2::Anchor anchor;
  anchor.creator = creator;
  anchor.machine_name = machine;
  anchor.description = description;
  anchor.properties = properties;
  anchor.event_chunk_bytes = event_chunk_bytes;
  anchor.definition_chunk_bytes = definition_chunk_bytes;
  return std::make_shared<ArchiveWriter>(path, std::move(anchor));
}

void define_writing(py::module_& m) {
  py::class_<LocationWriter, std::shared_ptr<LocationWriter>>(m, "LocationWriter", "Writes the events of one location.")
      .def(
          "write",
          [](LocationWriter& writer, std::size_t kind, Ticks time, const py::object& values,
              const py::object& attributes) { writer.write(kind, time, values.ptr(), attributes.ptr()); },
          py::arg("kind"), py::arg("time"), py::arg("values"), py::arg("attributes") = py::none(),
          "One event: `kind` is its place in EVENT_TYPES, `values` are its fields in that order, `attributes` are "
          "(attribute, type, value). Times must not go back.")
      .def_property_readonly("events", &LocationWriter::events, "How many have been written.")
      .def_property_readonly("last_time", &LocationWriter::last_time)
      .def("close", &LocationWriter::close);

  const otf2::Anchor usual;
  py::class_<ArchiveWriter, std::shared_ptr<ArchiveWriter>>(m, "ArchiveWriter", "Writes an OTF2 archive.")
      .def(py::init(&create), py::arg("path"), py::arg("creator") = "Weft", py::arg("machine") = "",
          py::arg("description") = "", py::arg("properties") = py::list(),
          py::arg("event_chunk_bytes") = usual.event_chunk_bytes,
          py::arg("definition_chunk_bytes") = usual.definition_chunk_bytes)
      .def(
          "define",
          [](ArchiveWriter& writer, std::size_t type, const py::object& values) { writer.define(type, values.ptr()); },
          py::arg("type"), py::arg("values"),
          "One definition: `type` is its place in DEFINITION_TYPES, `values` are its fields in that order.")
      .def("define_marker", &ArchiveWriter::define_marker, py::arg("id"), py::arg("group"), py::arg("category"),
          py::arg("severity"))
      .def("mark", &ArchiveWriter::mark, py::arg("time"), py::arg("duration"), py::arg("marker"), py::arg("scope_type"),
          py::arg("scope"), py::arg("text"))
      .def("describe", &ArchiveWriter::describe, py::arg("machine"), py::arg("creator"), py::arg("description"),
          "What the archive will say of itself, other than it was told at first.")
      .def("events", &ArchiveWriter::events, py::arg("location"), "The writer of the events of a location.")
      .def("close", &ArchiveWriter::close, "Ends all locations and writes the anchor: only now there is an archive.");
}

}  // namespace

EventFilter filter_of(const Ids& locations, const Times& time, const Names& kinds, const Ids& regions) {
  EventFilter filter;
  // None at all is not the same as all of them: what no event has stands for none.
  if (locations) {
    for (const std::uint64_t id : *locations) filter.locations.insert(LocationRef{id});
    if (filter.locations.empty()) filter.locations.insert(LocationRef{});
  }
  if (time) filter.time = TimeRange{time->first, time->second};
  if (kinds) {
    for (const std::string& name : *kinds) filter.kinds.insert(static_cast<Kind>(number_of(event_types(), name)));
    static_assert(EventTypes::size < 255);
    if (filter.kinds.empty()) filter.kinds.insert(Kind{255});
  }
  if (regions) {
    for (const std::uint64_t id : *regions)
      if (id < RegionRef::undefined) filter.regions.insert(RegionRef{static_cast<std::uint32_t>(id)});
    if (filter.regions.empty()) filter.regions.insert(RegionRef{});
  }
  return filter;
}

void define(py::module_& m) {
  error_class = PyErr_NewExceptionWithDoc("weft.Error",
      "Something could not be done. `code` says what kind of thing went wrong, `message` what it was, `file` and\n"
      "`offset` where; each of the two may be None.",
      PyExc_Exception, nullptr);
  m.add_object("Error", py::reinterpret_borrow<py::object>(error_class));
  py::register_exception_translator(&translate);
  m.attr("EVENT_TYPES") = describe(event_types());
  m.attr("DEFINITION_TYPES") = describe(definition_types());
  m.attr("ENUMERATIONS") = describe_enumerations();
  add_otf2_schema(m.ptr());
  define_traces(m);
  define_writing(m);
}

}  // namespace weft::python

PYBIND11_MODULE(_weft, m) {
  m.doc() = "The compiled part of weft.";
  weft::python::define(m);
}
