// SPDX-License-Identifier: BSD-3-Clause
#include "record_reader.hpp"

#include <structmember.h>

#include "error.hpp"
#include "model/print_events.hpp"
#include "values.hpp"

namespace weft::python {

namespace {

// Where objects of `type` keep what is in one of their __slots__; 0 if `name` is none.
Py_ssize_t slot_offset(PyObject* type, PyObject* name) {
  const Object member = checked(PyObject_GetAttr(type, name));
  if (!Py_IS_TYPE(member.get(), &PyMemberDescr_Type)) return 0;
  const auto* const descriptor = reinterpret_cast<PyMemberDescrObject*>(member.get());
  return descriptor->d_member->type == T_OBJECT_EX ? descriptor->d_member->offset : 0;
}

Object looked_up(const Object& lookups, std::string_view name) {
  if (name.empty() || lookups.get() == Py_None) return {};
  const Object key = checked(text_object(name));
  PyObject* const found = PyDict_GetItemWithError(lookups.get(), key.get());
  if (!found && PyErr_Occurred()) throw PythonError{};
  if (found && !PyList_CheckExact(found) && !PyDict_Check(found)) {
    PyErr_SetString(PyExc_TypeError, "a look-up is a list or a dict");
    throw PythonError{};
  }
  return Object::borrowed(found);
}

const std::byte* bytes_of(const EventRecord& record) {
  return record.visit([](const auto& r) { return reinterpret_cast<const std::byte*>(&r); });
}

}  // namespace

RecordReader::RecordReader(
    std::shared_ptr<Source> source, EventFilter filter, bool merged, const Object& lookups, const Object& types)
    : held_(std::move(source)),
      source_(*held_),
      filter_(std::move(filter)),
      location_lookup_(looked_up(lookups, "Location")) {
  for (const LocationRef location : source_.locations())
    if (filter_.wants(location)) locations_.push_back(location);
  if (filter_.time) options_.time = *filter_.time;
  for (const TypeEntry& type : event_types()) {
    Shape& shape = shapes_.emplace_back();
    shape.name = checked(text_object(type.name));
    for (const FieldEntry& field : type.fields) shape.lookups.push_back(looked_up(lookups, field.refers_to));
    PyObject* const wanted = types.get() == Py_None ? nullptr : PyDict_GetItemWithError(types.get(), shape.name.get());
    if (!wanted) {
      if (PyErr_Occurred()) throw PythonError{};
      continue;
    }
    PyObject* made_of = nullptr;
    PyObject* names = nullptr;
    if (!PyArg_ParseTuple(wanted, "O!O!;a type is (class, names)", &PyType_Type, &made_of, &PyTuple_Type, &names))
      throw PythonError{};
    shape.type = Object::borrowed(made_of);
    if (static_cast<std::size_t>(PyTuple_GET_SIZE(names)) != 2 + type.fields.size()) {
      PyErr_Format(PyExc_TypeError, "%U: one name is needed for the time, the attributes and each of %zu fields",
          shape.name.get(), type.fields.size());
      throw PythonError{};
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); ++i) {
      PyObject* const name = PyTuple_GET_ITEM(names, i);
      shape.slots.push_back({Object::borrowed(name), slot_offset(made_of, name)});
    }
  }
  if (merged) merge_.emplace(value_or_raise(Merge::open(source_, locations_, std::size_t{8} << 20, options_.time)));
  if (PyErr_Occurred()) throw PythonError{};
}

RecordReader::~RecordReader() = default;

bool RecordReader::advance_in_location() {
  while (true) {
    if (stream_ && ++own_row_ < own_batch_.size()) return true;
    own_row_ = static_cast<std::size_t>(-1);
    if (stream_ && stream_->next(own_batch_)) continue;
    own_batch_ = {};
    stream_.reset();
    if (next_location_ == locations_.size()) return false;
    stream_ = value_or_raise(source_.events(locations_[next_location_++], options_));
    own_batch_ = {};
  }
}

bool RecordReader::advance() {
  if (merge_) {
    if (!merge_->next()) return false;
    batch_ = &merge_->batch();
    row_ = merge_->row();
    return true;
  }
  if (!advance_in_location()) return false;
  batch_ = &own_batch_;
  row_ = own_row_;
  return true;
}

PyObject* RecordReader::location_object(LocationRef location) {
  if (!current_location_object_ || location != current_location_) {
    current_location_object_ = checked(resolve(location.value, location_lookup_.get()));
    current_location_ = location;
  }
  return current_location_object_.get();
}

Object RecordReader::make_plain(const Shape& shape, std::size_t kind, const Event& event, const std::byte* record) {
  const auto& fields = event_types()[kind].fields;
  const Object values = checked(PyTuple_New(static_cast<Py_ssize_t>(fields.size())));
  for (std::size_t i = 0; i < fields.size(); ++i)
    PyTuple_SET_ITEM(values.get(), static_cast<Py_ssize_t>(i),
        checked(get_field(fields[i], record, shape.lookups[i].get())).release());
  const Object attributes = checked(get_attributes(event.attributes));
  const Object time = checked(PyLong_FromUnsignedLongLong(event.time));
  return checked(PyTuple_Pack(4, shape.name.get(), time.get(), values.get(), attributes.get()));
}

Object RecordReader::make_instance(const Shape& shape, std::size_t kind, const Event& event, const std::byte* record) {
  auto* const type = reinterpret_cast<PyTypeObject*>(shape.type.get());
  Object made = checked(type->tp_alloc(type, 0));
  const auto set = [&](std::size_t number, Object value) {
    const Slot& slot = shape.slots[number];
    if (slot.offset)
      *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(made.get()) + slot.offset) = value.release();
    else if (PyObject_SetAttr(made.get(), slot.name.get(), value.get()) < 0)
      throw PythonError{};
  };
  set(0, checked(PyLong_FromUnsignedLongLong(event.time)));
  set(1, event.attributes.empty() ? Object::borrowed(Py_None) : checked(get_attributes(event.attributes)));
  const auto& fields = event_types()[kind].fields;
  for (std::size_t i = 0; i < fields.size(); ++i)
    set(2 + i, checked(get_field(fields[i], record, shape.lookups[i].get())));
  return made;
}

// Nothing if the record is damaged, which has been reported.
Object RecordReader::make_event(const EventBatch& batch, std::size_t row) {
  if (!batch.read(row, event_)) return {};
  const auto kind = static_cast<std::size_t>(batch.kind[row]);
  const Shape& shape = shapes_[kind];
  const std::byte* const record = bytes_of(event_.record);
  return shape.type ? make_instance(shape, kind, event_, record) : make_plain(shape, kind, event_, record);
}

PyObject* RecordReader::read(std::size_t count) {
  if (is_busy_) {
    PyErr_SetString(PyExc_RuntimeError, "another thread reads these events");
    throw PythonError{};
  }
  const Busy busy(is_busy_);
  Object list = checked(PyList_New(0));
  for (std::size_t made = 0; made < count && advance() && !source_.is_interrupted();) {
    if (!wants(filter_, *batch_, row_)) continue;
    const Object event = make_event(*batch_, row_);
    if (!event) continue;
    const Object pair = checked(PyTuple_Pack(2, location_object(batch_->location), event.get()));
    if (PyList_Append(list.get(), pair.get()) < 0) throw PythonError{};
    ++made;
  }
  if (PyErr_Occurred()) throw PythonError{};
  return list.release();
}

}  // namespace weft::python
