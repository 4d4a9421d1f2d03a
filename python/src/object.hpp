// SPDX-License-Identifier: BSD-3-Clause
// Object: an owned reference to a Python object. For files that use Python's C interface alone, because what they do is
// done for every event, or because pybind11 would cost more to compile than they do.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string>
#include <string_view>
#include <utility>

namespace weft::python {

class Object {
 public:
  Object() = default;
  // Takes over a new reference; null if Python has an exception to raise.
  explicit Object(PyObject* owned) : object_(owned) {}
  static Object borrowed(PyObject* object) { return Object(Py_XNewRef(object)); }

  Object(Object&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Object(const Object& other) : object_(Py_XNewRef(other.object_)) {}
  Object& operator=(Object other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Object() { Py_XDECREF(object_); }

  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

// Names in files may be of any encoding: what is not UTF-8 survives as Python does it with file names.
inline PyObject* text_object(std::string_view text) {
  return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
}

// A Python exception is raised: for code between ours and pybind11.
struct PythonError {};

inline Object checked(PyObject* owned) {
  if (!owned) throw PythonError{};
  return Object(owned);
}

}  // namespace weft::python
