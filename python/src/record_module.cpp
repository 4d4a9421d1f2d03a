// SPDX-License-Identifier: BSD-3-Clause
// weft._record: the recorder for Python. Called for every event, so it uses Python's C interface alone; what it offers
// is the C interface of the recorder, and weft/record.py what people use.
#include <weft/record.h>

#include "object.hpp"

namespace weft::python {

namespace {

// A thread gets the name it has in Python with its first event. A child that was forked off begins anew.
thread_local bool is_named = false;

PyObject* none() { return Py_NewRef(Py_None); }

// The bytes of a str. What Python has of bytes that were no UTF-8, in names of files above all, are these again, as
// when the trace is read; half characters, which are of no bytes, are question marks: recording is no reason to fail.
// Null if it is no str: Python has an exception to raise.
class Text {
 public:
  Text() = default;
  explicit Text(PyObject* text) : utf8_(PyUnicode_AsUTF8(text)) {
    for (const char* errors : {"surrogateescape", "replace"}) {
      if (utf8_ || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return;
      PyErr_Clear();
      bytes_ = Object(PyUnicode_AsEncodedString(text, "utf-8", errors));
      if (bytes_) utf8_ = PyBytes_AS_STRING(bytes_.get());
    }
  }

  const char* get() const { return utf8_; }
  // For PyArg_ParseTuple, as "O&".
  static int parse(PyObject* object, void* text) {
    if (!PyUnicode_Check(object)) {
      PyErr_Format(PyExc_TypeError, "a text must be str, not %s", Py_TYPE(object)->tp_name);
      return 0;
    }
    auto& parsed = *static_cast<Text*>(text);
    parsed = Text(object);
    return parsed.get() != nullptr;
  }

 private:
  Object bytes_;  // if they had to be made
  const char* utf8_ = nullptr;
};

void name_thread() {
  is_named = true;
  const Object threading(PyImport_ImportModule("threading"));
  const Object thread(threading ? PyObject_CallMethod(threading.get(), "current_thread", nullptr) : nullptr);
  const Object name(thread ? PyObject_GetAttrString(thread.get(), "name") : nullptr);
  const Text text = name ? Text(name.get()) : Text();
  if (text.get())
    weft_name_thread(text.get());
  else
    PyErr_Clear();
}

bool to_id(PyObject* object, std::uint32_t& id) {
  const unsigned long value = PyLong_AsUnsignedLong(object);
  id = static_cast<std::uint32_t>(value);
  return value != static_cast<unsigned long>(-1) || !PyErr_Occurred();
}

// Entering and leaving.
template <void (*record)(std::uint32_t)>
PyObject* record_region(PyObject*, PyObject* region) {
  std::uint32_t id = 0;
  if (!to_id(region, id)) return nullptr;
  if (weft_is_on()) {
    if (!is_named) [[unlikely]]
      name_thread();
    record(id);
  }
  return none();
}

PyObject* define_region(PyObject*, PyObject* arguments) {
  Text name;
  PyObject* of = nullptr;
  unsigned line = 0;
  if (!PyArg_ParseTuple(arguments, "O&OI", &Text::parse, &name, &of, &line)) return nullptr;
  Text file;
  if (of != Py_None && !Text::parse(of, &file)) return nullptr;
  return PyLong_FromUnsignedLong(weft_define_region(name.get(), file.get() ? file.get() : "", line));
}

PyObject* define_attribute(PyObject*, PyObject* arguments) {
  Text name;
  int type = 0;
  if (!PyArg_ParseTuple(arguments, "O&i", &Text::parse, &name, &type)) return nullptr;
  return PyLong_FromUnsignedLong(weft_define_attribute(name.get(), static_cast<weft_type>(type)));
}

// (attribute, type, value): of the next event of this thread.
PyObject* attach(PyObject*, PyObject* arguments) {
  unsigned attribute = 0;
  int type = 0;
  PyObject* value = nullptr;
  if (!PyArg_ParseTuple(arguments, "IiO", &attribute, &type, &value)) return nullptr;
  if (!weft_is_on()) return none();
  if (type == WEFT_STRING) {
    const Text text(value);
    if (!text.get()) return nullptr;
    weft_attach_string(attribute, text.get());
  } else if (type == WEFT_DOUBLE) {
    const double real = PyFloat_AsDouble(value);
    if (real == -1.0 && PyErr_Occurred()) return nullptr;
    weft_attach_double(attribute, real);
  } else if (type == WEFT_INT64) {
    const long long number = PyLong_AsLongLong(value);
    if (number == -1 && PyErr_Occurred()) return nullptr;
    weft_attach_int64(attribute, number);
  } else {
    const unsigned long long number = PyLong_AsUnsignedLongLong(value);
    if (PyErr_Occurred()) return nullptr;
    weft_attach_uint64(attribute, number);
  }
  return none();
}

PyObject* define_metric(PyObject*, PyObject* arguments) {
  Text name;
  Text unit;
  int mode = 0;
  int type = 0;
  if (!PyArg_ParseTuple(arguments, "O&O&ii", &Text::parse, &name, &Text::parse, &unit, &mode, &type)) return nullptr;
  return PyLong_FromUnsignedLong(
      weft_define_metric(name.get(), unit.get(), static_cast<weft_metric_mode>(mode), static_cast<weft_type>(type)));
}

PyObject* metric(PyObject*, PyObject* arguments) {
  unsigned id = 0;
  int type = 0;
  PyObject* value = nullptr;
  if (!PyArg_ParseTuple(arguments, "IiO", &id, &type, &value)) return nullptr;
  if (!is_named && weft_is_on()) name_thread();
  if (type == WEFT_DOUBLE) {
    const double real = PyFloat_AsDouble(value);
    if (real == -1.0 && PyErr_Occurred()) return nullptr;
    weft_metric_double(id, real);
  } else {
    const long long number = PyLong_AsLongLong(value);
    if (number == -1 && PyErr_Occurred()) return nullptr;
    weft_metric_int64(id, number);
  }
  return none();
}

PyObject* define_comm(PyObject*, PyObject* arguments) {
  Text name;
  unsigned size = 0;
  unsigned rank = 0;
  if (!PyArg_ParseTuple(arguments, "O&II", &Text::parse, &name, &size, &rank)) return nullptr;
  return PyLong_FromUnsignedLong(weft_define_comm(name.get(), size, rank));
}

template <void (*record)(weft_comm, std::uint32_t, std::uint32_t, std::uint64_t)>
PyObject* message(PyObject*, PyObject* arguments) {
  unsigned comm = 0;
  unsigned peer = 0;
  unsigned tag = 0;
  unsigned long long bytes = 0;
  if (!PyArg_ParseTuple(arguments, "IIIK", &comm, &peer, &tag, &bytes)) return nullptr;
  if (!weft_is_on()) return none();
  if (!is_named) name_thread();
  record(comm, peer, tag, bytes);
  return none();
}

PyObject* define_marker(PyObject*, PyObject* arguments) {
  Text group;
  Text category;
  int severity = 0;
  if (!PyArg_ParseTuple(arguments, "O&O&i", &Text::parse, &group, &Text::parse, &category, &severity)) return nullptr;
  return PyLong_FromUnsignedLong(weft_define_marker(group.get(), category.get(), static_cast<weft_severity>(severity)));
}

PyObject* marker(PyObject*, PyObject* arguments) {
  unsigned kind = 0;
  Text text;
  if (!PyArg_ParseTuple(arguments, "IO&", &kind, &Text::parse, &text)) return nullptr;
  weft_marker(kind, text.get());
  return none();
}

template <void (*name)(const char*)>
PyObject* set_name(PyObject*, PyObject* object) {
  Text text;
  if (!Text::parse(object, &text)) return nullptr;
  if (name == &weft_name_thread) is_named = true;
  name(text.get());
  return none();
}

// What may wait for the disk does so without Python's lock.
template <void (*call)()>
PyObject* plainly(PyObject*, PyObject*) {
  Py_BEGIN_ALLOW_THREADS;
  call();
  Py_END_ALLOW_THREADS;
  return none();
}

PyObject* flush(PyObject*, PyObject*) {
  int error = 0;
  Py_BEGIN_ALLOW_THREADS;
  error = weft_record_flush();
  Py_END_ALLOW_THREADS;
  return PyLong_FromLong(error);
}

PyObject* dump(PyObject*, PyObject* object) {
  Text path;
  if (!Text::parse(object, &path)) return nullptr;
  int error = 0;
  Py_BEGIN_ALLOW_THREADS;
  error = weft_record_dump(path.get());
  Py_END_ALLOW_THREADS;
  return PyLong_FromLong(error);
}

PyObject* lost(PyObject*, PyObject*) { return PyLong_FromUnsignedLongLong(weft_record_lost()); }
PyObject* is_on(PyObject*, PyObject*) { return PyBool_FromLong(weft_is_on()); }

PyObject* forget_thread(PyObject*, PyObject*) {
  is_named = false;
  return none();
}

PyMethodDef methods[] = {
    {"define_region", define_region, METH_VARARGS, "(name, file, line) -> region"},
    {"enter", record_region<weft_record_enter>, METH_O, "(region)"},
    {"leave", record_region<weft_record_leave>, METH_O, "(region)"},
    {"define_attribute", define_attribute, METH_VARARGS, "(name, type) -> attribute"},
    {"attach", attach, METH_VARARGS, "(attribute, type, value)"},
    {"define_metric", define_metric, METH_VARARGS, "(name, unit, mode, type) -> metric"},
    {"metric", metric, METH_VARARGS, "(metric, type, value)"},
    {"define_comm", define_comm, METH_VARARGS, "(name, size, rank) -> comm"},
    {"send", message<weft_record_send>, METH_VARARGS, "(comm, to, tag, bytes)"},
    {"receive", message<weft_record_receive>, METH_VARARGS, "(comm, from, tag, bytes)"},
    {"define_marker", define_marker, METH_VARARGS, "(group, category, severity) -> kind"},
    {"marker", marker, METH_VARARGS, "(kind, text)"},
    {"name_thread", set_name<weft_name_thread>, METH_O, "(name)"},
    {"name_process", set_name<weft_name_process>, METH_O, "(name)"},
    {"begin", plainly<weft_record_begin>, METH_NOARGS, nullptr},
    {"pause", plainly<weft_record_pause>, METH_NOARGS, nullptr},
    {"resume", plainly<weft_record_resume>, METH_NOARGS, nullptr},
    {"finish", plainly<weft_record_finish>, METH_NOARGS, nullptr},
    {"flush", flush, METH_NOARGS, "() -> errno"},
    {"dump", dump, METH_O, "(path) -> errno"},
    {"lost", lost, METH_NOARGS, "() -> events"},
    {"is_on", is_on, METH_NOARGS, "() -> bool"},
    {"forget_thread", forget_thread, METH_NOARGS, "In a child that was forked off: this thread has no name yet."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "weft._record", "The recorder of Weft.", -1, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

}  // namespace weft::python

PyMODINIT_FUNC PyInit__record() {
  PyObject* const module = PyModule_Create(&weft::python::definition);
  if (module) {
    PyModule_AddIntConstant(module, "UINT64", WEFT_UINT64);
    PyModule_AddIntConstant(module, "INT64", WEFT_INT64);
    PyModule_AddIntConstant(module, "DOUBLE", WEFT_DOUBLE);
    PyModule_AddIntConstant(module, "STRING", WEFT_STRING);
  }
  return module;
}
