// SPDX-License-Identifier: BSD-3-Clause
// What the two files that include pybind11 share. Nothing else includes it: its headers are larger than all of ours.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "block_reader.hpp"
#include "error.hpp"
#include "object.hpp"

namespace weft::python {

namespace py = pybind11;

inline py::object taken(PyObject* owned) { return py::reinterpret_steal<py::object>(checked(owned).release()); }
inline py::str text(std::string_view text) {
  return py::reinterpret_steal<py::str>(checked(text_object(text)).release());
}

// Calls `work` without Python's lock.
template <class Work>
auto unlocked(Work&& work) {
  const py::gil_scoped_release released;
  return work();
}

using Ids = std::optional<std::vector<std::uint64_t>>;
using Times = std::optional<std::pair<Ticks, Ticks>>;
using Names = std::optional<std::vector<std::string>>;
EventFilter filter_of(const Ids& locations, const Times& time, const Names& kinds, const Ids& regions);

using TraceClass = py::class_<OpenTrace, std::shared_ptr<OpenTrace>>;
void define_tables(py::module_& m, TraceClass& trace);

}  // namespace weft::python
