// SPDX-License-Identifier: BSD-3-Clause
// Fields of records as Python objects, and back.
//
// Numbers are int, texts str, lists tuples. References are int, or None where nothing is referred to; enumerations are
// int. Both become the objects of a look-up where the caller has one.
#pragma once

#include <cstddef>
#include <span>

#include "base/arena.hpp"
#include "fields.hpp"
#include "model/values.hpp"
#include "object.hpp"

namespace weft::python {

// A new reference, or null with an exception. `lookup` is null, a list by id, or a dict by id; what it does not hold,
// or holds as None, stays a number.
PyObject* get_field(const FieldEntry& field, const std::byte* record, PyObject* lookup);

// A value and its type, as int or float; references are numbers here, too.
PyObject* get_typed(const TypedValue& value);
// ((attribute, type, value), ...)
PyObject* get_attributes(std::span<const AttributeEntry> attributes);
// The object of an id, or the id.
PyObject* resolve(std::uint64_t id, PyObject* lookup);

// What is not None, a number or a text as the field needs it is an error: false, with an exception. Texts and lists are
// kept by `memory`.
bool set_field(const FieldEntry& field, std::byte* record, PyObject* value, Arena& memory);
bool set_fields(const TypeEntry& type, std::byte* record, PyObject* values, Arena& memory);
// From an iterable of (attribute, type, value).
bool set_attributes(PyObject* attributes, std::vector<AttributeEntry>& out);

}  // namespace weft::python
