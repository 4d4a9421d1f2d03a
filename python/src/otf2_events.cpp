// SPDX-License-Identifier: BSD-3-Clause
#include "otf2_events.hpp"

#include <structmember.h>

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "error.hpp"
#include "model/merge.hpp"
#include "unlocked_source.hpp"
#include "values.hpp"

namespace weft::python {

namespace {

// Where the objects of a class keep one of their __slots__.
Py_ssize_t slot_of(PyObject* type, PyObject* name) {
  const Object member = checked(PyObject_GetAttr(type, name));
  if (Py_IS_TYPE(member.get(), &PyMemberDescr_Type)) {
    const PyMemberDef* const slot = reinterpret_cast<PyMemberDescrObject*>(member.get())->d_member;
    if (slot->type == T_OBJECT_EX) return slot->offset;
  }
  PyErr_Format(PyExc_TypeError, "%R of %R is not one of its __slots__", name, type);
  throw PythonError{};
}

// Of a dict; null if it has no such key.
PyObject* find(PyObject* dict, PyObject* key) {
  PyObject* const found = PyDict_GetItemWithError(dict, key);
  if (!found && PyErr_Occurred()) throw PythonError{};
  return found;
}
Object find(PyObject* dict, std::string_view key) {
  return Object::borrowed(find(dict, checked(text_object(key)).get()));
}

struct FieldPlan {
  const FieldEntry* field;
  Py_ssize_t slot;
  Object lookup;
  Object enumeration;  // its class, for numbers without a name
};

struct Plan {
  Object type;  // none: such events are left out
  Py_ssize_t time = 0;
  Py_ssize_t attributes = 0;
  std::vector<FieldPlan> fields;
  bool is_one_reference = false;  // and nothing else
};

Plan plan_of(const TypeEntry& type, const EventShapes& shapes) {
  Plan plan;
  const Object wanted = find(shapes.types, type.name);
  if (!wanted) return plan;
  PyObject* made_of = nullptr;
  PyObject* slots = nullptr;
  if (!PyArg_ParseTuple(wanted.get(), "O!O!", &PyType_Type, &made_of, &PyTuple_Type, &slots)) throw PythonError{};
  if (static_cast<std::size_t>(PyTuple_GET_SIZE(slots)) != 2 + type.fields.size()) {
    PyErr_SetString(PyExc_TypeError, "there must be a slot for the time, the attributes and each field");
    throw PythonError{};
  }
  plan.type = Object::borrowed(made_of);
  plan.time = slot_of(made_of, PyTuple_GET_ITEM(slots, 0));
  plan.attributes = slot_of(made_of, PyTuple_GET_ITEM(slots, 1));
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    const FieldEntry& field = type.fields[i];
    PyObject* const slot = PyTuple_GET_ITEM(slots, static_cast<Py_ssize_t>(2 + i));
    if (slot == Py_None) continue;
    FieldPlan& into = plan.fields.emplace_back(FieldPlan{&field, slot_of(made_of, slot), {}, {}});
    if (!field.refers_to.empty()) into.lookup = find(shapes.lookups, field.refers_to);
    if (field.form == Form::enumeration && into.lookup)
      into.enumeration = Object::borrowed(find(into.lookup.get(), Py_None));
  }
  plan.is_one_reference = type.fields.size() == 1 && type.fields[0].form == Form::reference;
  return plan;
}

PyObject*& slot_in(PyObject* object, Py_ssize_t offset) {
  return *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(object) + offset);
}

bool is_undefined(const FieldEntry& field, std::uint64_t id) {
  return id == ~std::uint64_t{0} >> (64 - 8 * field.bytes);
}

class Events {
 public:
  Events(std::shared_ptr<Trace> trace, std::vector<LocationRef> locations, const EventShapes& shapes)
      : trace_(std::move(trace)), source_(*trace_), merge_(value_or_raise(Merge::open(source_, locations))) {
    for (const TypeEntry& type : event_types()) plans_.push_back(plan_of(type, shapes));
    locations_ = find(shapes.lookups, "Location");
    attributes_ = find(shapes.lookups, "Attribute");
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(shapes.spaces); ++i) {
      PyObject* const space = PyList_GET_ITEM(shapes.spaces, i);
      by_type_.push_back(Object::borrowed(space == Py_None ? nullptr : find(shapes.lookups, space)));
    }
  }

  // A new (location, event); null at the end, or with an exception.
  PyObject* next() {
    if (is_busy_) {
      PyErr_SetString(PyExc_RuntimeError, "another thread reads these events");
      return nullptr;
    }
    const Busy busy(is_busy_);
    while (merge_.next() && !source_.is_interrupted()) {
      const Merge::Columns row = merge_.columns();
      const Plan& plan = plans_[static_cast<std::size_t>(row.kind)];
      if (!plan.type) continue;
      Object event = make(plan, row);
      if (event) return paired(location_of(row.location), event.release());
    }
    return nullptr;
  }

 private:
  Object make(const Plan& plan, const Merge::Columns& row) {
    auto* const type = reinterpret_cast<PyTypeObject*>(plan.type.get());
    Object made = checked(type->tp_alloc(type, 0));
    slot_in(made.get(), plan.time) = checked(PyLong_FromUnsignedLongLong(row.time)).release();
    const bool is_all_in_columns = !(row.record & EventBatch::has_more);
    if (plan.is_one_reference && is_all_in_columns) {
      const FieldPlan& field = plan.fields[0];
      slot_in(made.get(), plan.attributes) = Py_NewRef(Py_None);
      slot_in(made.get(), field.slot) = is_undefined(*field.field, row.value)
                                            ? Py_NewRef(Py_None)
                                            : checked(resolve(row.value, field.lookup.get())).release();
      return made;
    }
    if (!merge_.batch().read(merge_.row(), event_)) return {};  // damaged, which has been reported
    const auto* const record = event_.record.visit(
        [](const auto& r) { return reinterpret_cast<const std::byte*>(&r); });
    slot_in(made.get(), plan.attributes) = event_.attributes.empty() ? Py_NewRef(Py_None)
                                                                     : attributes_of(event_.attributes).release();
    for (const FieldPlan& field : plan.fields) slot_in(made.get(), field.slot) = value_of(field, record).release();
    return made;
  }

  static Object value_of(const FieldPlan& plan, const std::byte* record) {
    Object value = checked(get_field(*plan.field, record, plan.lookup.get()));
    if (plan.field->is_list()) return checked(PySequence_List(value.get()));
    if (plan.enumeration && PyLong_CheckExact(value.get())) {
      Object member = checked(PyObject_CallOneArg(plan.enumeration.get(), value.get()));
      if (PyDict_SetItem(plan.lookup.get(), value.get(), member.get()) < 0) throw PythonError{};
      return member;
    }
    return value;
  }

  Object attributes_of(std::span<const AttributeEntry> entries) const {
    Object all = checked(PyDict_New());
    for (const AttributeEntry& entry : entries) {
      const auto type = static_cast<std::size_t>(entry.value.type);
      const Object key = checked(resolve(entry.attribute.value, attributes_.get()));
      const Object value = checked(type < by_type_.size() && by_type_[type]
                                       ? resolve(entry.value.bits, by_type_[type].get())
                                       : get_typed(entry.value));
      if (PyDict_SetItem(all.get(), key.get(), value.get()) < 0) throw PythonError{};
    }
    return all;
  }

  PyObject* location_of(LocationRef location) {
    if (!last_location_object_ || location != last_location_) {
      last_location_object_ = checked(resolve(location.value, locations_.get()));
      last_location_ = location;
    }
    return Py_NewRef(last_location_object_.get());
  }

  // A loop that has unpacked the last pair is done with it: it is used again.
  PyObject* paired(PyObject* location, PyObject* event) {
    if (pair_ && Py_REFCNT(pair_.get()) == 1) {
      Py_DECREF(std::exchange(PyTuple_GET_ITEM(pair_.get(), 0), location));
      Py_DECREF(std::exchange(PyTuple_GET_ITEM(pair_.get(), 1), event));
      if (!PyObject_GC_IsTracked(pair_.get())) PyObject_GC_Track(pair_.get());
    } else {
      pair_ = checked(PyTuple_New(2));
      PyTuple_SET_ITEM(pair_.get(), 0, location);
      PyTuple_SET_ITEM(pair_.get(), 1, event);
    }
    return Py_NewRef(pair_.get());
  }

  std::shared_ptr<Trace> trace_;
  UnlockedSource source_;
  bool is_busy_ = false;
  Merge merge_;
  std::vector<Plan> plans_;  // by kind
  Object locations_;
  Object attributes_;
  std::vector<Object> by_type_;
  Event event_;
  LocationRef last_location_;
  Object last_location_object_;
  Object pair_;
};

// --- the type of the iterator -------------------------------------------------------------------------------------

struct Iterator {
  PyObject_HEAD Events* events;
};

PyObject* next_of(PyObject* self) {
  try {
    return reinterpret_cast<Iterator*>(self)->events->next();
  } catch (const PythonError&) {
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  }
  return nullptr;
}

void end_of(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  delete reinterpret_cast<Iterator*>(self)->events;
  type->tp_free(self);
  Py_DECREF(type);
}

// One for the process; lives as long as it does.
PyTypeObject* iterator_type() {
  static PyTypeObject* const type = [] {
    PyType_Slot slots[] = {{Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
        {Py_tp_iternext, reinterpret_cast<void*>(next_of)}, {Py_tp_dealloc, reinterpret_cast<void*>(end_of)},
        {0, nullptr}};
    PyType_Spec spec = {
        "weft._weft.Otf2Events", sizeof(Iterator), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  }();
  if (!type) throw PythonError{};
  return type;
}

}  // namespace

PyObject* new_otf2_events(std::shared_ptr<Trace> trace, const std::optional<std::vector<std::uint64_t>>& locations,
    const EventShapes& shapes) {
  std::vector<LocationRef> wanted;
  for (const LocationRef location : trace->locations())
    if (!locations || std::ranges::find(*locations, location.value) != locations->end()) wanted.push_back(location);
  PyTypeObject* const type = iterator_type();
  auto events = std::make_unique<Events>(std::move(trace), std::move(wanted), shapes);
  if (PyErr_Occurred()) throw PythonError{};
  Object made = checked(type->tp_alloc(type, 0));
  reinterpret_cast<Iterator*>(made.get())->events = events.release();
  return made.release();
}

}  // namespace weft::python
