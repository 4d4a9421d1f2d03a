// SPDX-License-Identifier: BSD-3-Clause
#include "archive_writer.hpp"

#include "error.hpp"
#include "formats/otf2/transfer.hpp"
#include "model/markers.hpp"
#include "values.hpp"

namespace weft::python {

namespace {

void check_number(std::size_t number, const std::vector<TypeEntry>& types) {
  if (number < types.size()) return;
  PyErr_SetString(PyExc_IndexError, "there is no such type of record");
  throw PythonError{};
}

Raised closed() { return Raised{{Errc::invalid_argument, "the archive is closed"}}; }

}  // namespace

void LocationWriter::write(std::size_t kind, Ticks time, PyObject* values, PyObject* attributes) {
  check_number(kind, event_types());
  if (!is_open_) throw closed();
  memory_.clear();
  if (!set_attributes(attributes, attributes_)) throw PythonError{};
  Event event;
  event.time = time;
  event.attributes = attributes_;
  EventTypes::dispatch(kind, [&](auto type) {
    typename decltype(type)::type record;
    if (!set_fields(event_types()[kind], reinterpret_cast<std::byte*>(&record), values, memory_)) throw PythonError{};
    event.record = EventRecord(record);
  });
  value_or_raise(otf2::append(writer_, event));
}

void LocationWriter::close() {
  if (!std::exchange(is_open_, false)) return;
  value_or_raise(writer_.close());
}

ArchiveWriter::ArchiveWriter(const std::string& path, otf2::Anchor anchor)
    : writer_(
          std::make_unique<otf2::ArchiveWriter>(value_or_raise(otf2::ArchiveWriter::create(path, std::move(anchor))))) {
}

ArchiveWriter::~ArchiveWriter() {
  if (writer_) writer_->discard();
}

otf2::ArchiveWriter& ArchiveWriter::open_writer() {
  if (!writer_) throw closed();
  return *writer_;
}

void ArchiveWriter::describe(const std::string& machine, const std::string& creator, const std::string& description) {
  otf2::Anchor& anchor = open_writer().anchor();
  anchor.machine_name = machine;
  anchor.creator = creator;
  anchor.description = description;
}

void ArchiveWriter::define(std::size_t number, PyObject* values) {
  check_number(number, definition_types());
  memory_.clear();
  DefinitionTypes::dispatch(number, [&](auto type) {
    typename decltype(type)::type record;
    if (!set_fields(definition_types()[number], reinterpret_cast<std::byte*>(&record), values, memory_))
      throw PythonError{};
    value_or_raise(open_writer().define(record));
  });
}

otf2::MarkerWriter& ArchiveWriter::markers() {
  if (!markers_) markers_ = std::make_unique<otf2::MarkerWriter>(open_writer().markers());
  return *markers_;
}

void ArchiveWriter::define_marker(
    std::uint32_t self, const std::string& group, const std::string& category, int severity) {
  value_or_raise(markers().write(DefMarker{self, group, category, static_cast<MarkerSeverity>(severity)}));
}

void ArchiveWriter::mark(
    Ticks time, Ticks duration, std::uint32_t kind, int scope, std::uint64_t of, const std::string& text) {
  value_or_raise(markers().write(Marker{time, duration, kind, static_cast<MarkerScope>(scope), of, text}));
}

std::shared_ptr<LocationWriter> ArchiveWriter::events(std::uint64_t location) {
  otf2::ArchiveWriter& archive = open_writer();
  auto& writer = locations_[location];
  if (!writer) writer = std::make_shared<LocationWriter>(archive.events(LocationRef{location}));
  return writer;
}

void ArchiveWriter::close() {
  if (!writer_) return;
  for (const auto& location : locations_) location.second->close();
  if (markers_) value_or_raise(markers_->close());
  value_or_raise(writer_->close());
  writer_.reset();
}

}  // namespace weft::python
