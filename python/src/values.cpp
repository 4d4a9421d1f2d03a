// SPDX-License-Identifier: BSD-3-Clause
#include "values.hpp"

#include <bit>
#include <cstring>

namespace weft::python {

namespace {

std::uint64_t load_unsigned(const std::byte* from, std::size_t bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t value = 0;
  std::memcpy(&value, from, bytes);
  return value;
}

std::int64_t load_signed(const std::byte* from, std::size_t bytes) {
  const unsigned unused = static_cast<unsigned>(64 - 8 * bytes);
  return static_cast<std::int64_t>(load_unsigned(from, bytes) << unused) >> unused;
}

std::uint64_t largest_of(std::size_t bytes) { return ~std::uint64_t{0} >> (64 - 8 * bytes); }

PyObject* get_scalar(const FieldEntry& field, const std::byte* at, PyObject* lookup) {
  switch (field.form) {
    case Form::unsigned_number:
      return PyLong_FromUnsignedLongLong(load_unsigned(at, field.bytes));
    case Form::signed_number:
      return PyLong_FromLongLong(load_signed(at, field.bytes));
    case Form::reference: {
      const std::uint64_t id = load_unsigned(at, field.bytes);
      if (id == largest_of(field.bytes)) return Py_NewRef(Py_None);
      return resolve(id, lookup);
    }
    case Form::enumeration:
      return resolve(load_unsigned(at, field.bytes), lookup);
    case Form::text:
      return text_object(*reinterpret_cast<const std::string_view*>(at));
    case Form::typed:
      return get_typed(*reinterpret_cast<const TypedValue*>(at));
    case Form::metric: {
      const auto& value = *reinterpret_cast<const MetricValue*>(at);
      return get_typed({value.type, value.bits});
    }
  }
  return Py_NewRef(Py_None);
}

// An int, or whatever says that it is one: enum members, NumPy's numbers.
struct Whole {
  std::uint64_t bits = 0;
  bool is_negative = false;
};
bool to_whole(PyObject* value, Whole& whole) {
  const Object number(PyNumber_Index(value));
  if (!number) return false;
  int overflow = 0;
  whole.bits = static_cast<std::uint64_t>(PyLong_AsLongLongAndOverflow(number.get(), &overflow));
  whole.is_negative = overflow < 0 || (overflow == 0 && static_cast<std::int64_t>(whole.bits) < 0);
  if (overflow) whole.bits = PyLong_AsUnsignedLongLong(number.get());
  return !PyErr_Occurred();
}

bool set_number(const FieldEntry& field, std::byte* at, PyObject* value) {
  Whole whole;
  if (!to_whole(value, whole)) return false;
  std::memcpy(at, &whole.bits, field.bytes);
  const bool fits = field.form == Form::signed_number
                        ? load_signed(at, field.bytes) == static_cast<std::int64_t>(whole.bits) &&
                              whole.is_negative == (load_signed(at, field.bytes) < 0)
                        : !whole.is_negative && whole.bits <= largest_of(field.bytes);
  if (!fits)
    PyErr_Format(PyExc_OverflowError, "%.*s: the number does not fit into %d bytes",
        static_cast<int>(field.name.size()), field.name.data(), int{field.bytes});
  return fits;
}

bool set_text(std::byte* at, PyObject* value, Arena& memory) {
  const Object bytes(PyUnicode_Check(value) ? PyUnicode_AsEncodedString(value, "utf-8", "surrogateescape")
                                            : PyBytes_FromObject(value));
  if (!bytes) return false;
  const std::string_view text(PyBytes_AS_STRING(bytes.get()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.get())));
  *reinterpret_cast<std::string_view*>(at) = memory.copy(text);
  return true;
}

std::size_t bytes_of(Type type) {
  switch (type) {
    case Type::uint8:
    case Type::int8:
      return 1;
    case Type::uint16:
    case Type::int16:
      return 2;
    case Type::uint32:
    case Type::int32:
    case Type::float_:
      return 4;
    default:
      return 8;
  }
}

// The bits of a value of this type.
bool set_bits(PyObject* value, Type type, std::uint64_t& bits) {
  if (is_floating(type)) {
    const double real = PyFloat_AsDouble(value);
    if (real == -1.0 && PyErr_Occurred()) return false;
    bits = type == Type::float_ ? std::bit_cast<std::uint32_t>(static_cast<float>(real))
                                : std::bit_cast<std::uint64_t>(real);
    return true;
  }
  if (value == Py_None) {
    bits = type > Type::double_ && type != Type::location ? 0xffffffffU : ~std::uint64_t{0};
    return true;
  }
  bits = 0;
  const FieldEntry number{.name = "value",
      .doc = {},
      .refers_to = {},
      .form = is_signed(type) ? Form::signed_number : Form::unsigned_number,
      .bytes = static_cast<std::uint8_t>(bytes_of(type))};
  return set_number(number, reinterpret_cast<std::byte*>(&bits), value);
}

bool set_scalar(const FieldEntry& field, std::byte* at, PyObject* value, Arena& memory) {
  switch (field.form) {
    case Form::reference:
      if (value == Py_None) {
        std::memset(at, 0xff, field.bytes);
        return true;
      }
      return set_number(field, at, value);
    case Form::text:
      return set_text(at, value, memory);
    case Form::typed: {
      auto& typed = *reinterpret_cast<TypedValue*>(at);
      return set_bits(value, typed.type, typed.bits);
    }
    case Form::metric: {
      auto& metric = *reinterpret_cast<MetricValue*>(at);
      return set_bits(value, metric.type, metric.bits);
    }
    default:
      return set_number(field, at, value);
  }
}

bool set_list(const FieldEntry& field, std::byte* record, PyObject* value, Arena& memory) {
  const Object elements(PySequence_Fast(value, "a list or tuple is needed"));
  if (!elements) return false;
  const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(elements.get()));
  std::byte* const list = record + field.list_offset;
  if (field.is_first_part) {
    const auto room = memory.allocate_array<std::byte>(count * field.stride);
    field.set_list(list, {room.data(), count});
  }
  const List room = field.get_list(list);
  if (room.count != count) {
    PyErr_Format(PyExc_ValueError, "%.*s: as many elements are needed as in the list before",
        static_cast<int>(field.name.size()), field.name.data());
    return false;
  }
  auto* at = const_cast<std::byte*>(room.first) + field.offset;  // ours: allocated above
  for (std::size_t i = 0; i < count; ++i, at += field.stride)
    if (!set_scalar(field, at, PySequence_Fast_GET_ITEM(elements.get(), static_cast<Py_ssize_t>(i)), memory))
      return false;
  return true;
}

}  // namespace

PyObject* resolve(std::uint64_t id, PyObject* lookup) {
  if (lookup && PyList_CheckExact(lookup)) {
    if (id < static_cast<std::uint64_t>(PyList_GET_SIZE(lookup))) {
      PyObject* const found = PyList_GET_ITEM(lookup, static_cast<Py_ssize_t>(id));
      if (found != Py_None) return Py_NewRef(found);
    }
    return PyLong_FromUnsignedLongLong(id);
  }
  Object number(PyLong_FromUnsignedLongLong(id));
  if (!number || !lookup) return number.release();
  if (PyObject* const found = PyDict_GetItemWithError(lookup, number.get()); found && found != Py_None)
    return Py_NewRef(found);
  return PyErr_Occurred() ? nullptr : number.release();
}

PyObject* get_field(const FieldEntry& field, const std::byte* record, PyObject* lookup) {
  if (!field.is_list()) return get_scalar(field, record + field.offset, lookup);
  const List list = field.get_list(record + field.list_offset);
  Object tuple(PyTuple_New(static_cast<Py_ssize_t>(list.count)));
  if (!tuple) return nullptr;
  for (std::size_t i = 0; i < list.count; ++i) {
    PyObject* const element = get_scalar(field, list.first + i * field.stride + field.offset, lookup);
    if (!element) return nullptr;
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), element);
  }
  return tuple.release();
}

PyObject* get_typed(const TypedValue& value) {
  if (is_signed(value.type)) return PyLong_FromLongLong(value.as_signed());
  if (is_floating(value.type)) return PyFloat_FromDouble(value.as_double());
  return PyLong_FromUnsignedLongLong(value.bits);
}

PyObject* get_attributes(std::span<const AttributeEntry> attributes) {
  Object tuple(PyTuple_New(static_cast<Py_ssize_t>(attributes.size())));
  if (!tuple) return nullptr;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const AttributeEntry& entry = attributes[i];
    const Object value(get_typed(entry.value));
    if (!value) return nullptr;
    PyObject* const triple = Py_BuildValue(
        "(IiO)", entry.attribute.value, static_cast<int>(entry.value.type), value.get());
    if (!triple) return nullptr;
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), triple);
  }
  return tuple.release();
}

bool set_field(const FieldEntry& field, std::byte* record, PyObject* value, Arena& memory) {
  return field.is_list() ? set_list(field, record, value, memory)
                         : set_scalar(field, record + field.offset, value, memory);
}

bool set_fields(const TypeEntry& type, std::byte* record, PyObject* values, Arena& memory) {
  const Object fast(PySequence_Fast(values, "the fields of a record are a list or tuple"));
  if (!fast) return false;
  const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(fast.get()));
  if (count != type.fields.size()) {
    PyErr_Format(PyExc_TypeError, "%.*s has %zu fields, not %zu", static_cast<int>(type.name.size()), type.name.data(),
        type.fields.size(), count);
    return false;
  }
  for (std::size_t i = 0; i < count; ++i)
    if (!set_field(type.fields[i], record, PySequence_Fast_GET_ITEM(fast.get(), static_cast<Py_ssize_t>(i)), memory))
      return false;
  return true;
}

bool set_attributes(PyObject* attributes, std::vector<AttributeEntry>& out) {
  out.clear();
  if (!attributes || attributes == Py_None) return true;
  const Object all(PySequence_Fast(attributes, "attributes are a list or tuple"));
  if (!all) return false;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(all.get()); ++i) {
    PyObject* value = nullptr;
    unsigned attribute = 0;
    int type = 0;
    const Object entry(PySequence_Tuple(PySequence_Fast_GET_ITEM(all.get(), i)));
    if (!entry ||
        !PyArg_ParseTuple(entry.get(), "IiO;an attribute is (attribute, type, value)", &attribute, &type, &value))
      return false;
    AttributeEntry& added = out.emplace_back();
    added.attribute.value = attribute;
    added.value.type = static_cast<Type>(type);
    if (!set_bits(value, added.value.type, added.value.bits)) return false;
  }
  return true;
}

}  // namespace weft::python
