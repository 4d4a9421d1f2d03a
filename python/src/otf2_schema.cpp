// SPDX-License-Identifier: BSD-3-Clause
#include "otf2_schema.hpp"

#include "compat/otf2/stamp/api_enums.hpp"
#include "fields.hpp"
#include "formats/otf2/anchor.hpp"
#include "formats/otf2/records.hpp"

namespace weft::python {

namespace {

const char* name_of(Form form) {
  constexpr const char* names[] = {"number", "number", "reference", "enumeration", "text", "value", "value"};
  return names[static_cast<std::size_t>(form)];
}

Object described(const FieldEntry& field) {
  return checked(Py_BuildValue("s#s#ss#OnO", field.name.data(), field.name.size(), field.doc.data(), field.doc.size(),
      name_of(field.form), field.refers_to.data(), field.refers_to.size(), field.is_list() ? Py_True : Py_False,
      static_cast<Py_ssize_t>(field.bytes), field.form == Form::signed_number ? Py_True : Py_False));
}

void append(PyObject* list, const Object& item) {
  if (PyList_Append(list, item.get()) < 0) throw PythonError{};
}

Object described(const std::vector<TypeEntry>& types) {
  Object all = checked(PyList_New(0));
  for (const TypeEntry& type : types) {
    const Object fields = checked(PyList_New(0));
    for (const FieldEntry& field : type.fields) append(fields.get(), described(field));
    append(all.get(), checked(Py_BuildValue("s#s#O", type.name.data(), type.name.size(), type.doc.data(),
                          type.doc.size(), fields.get())));
  }
  return all;
}

// name -> (is a set of flags, {name of a member: its value})
void add(PyObject* dict, std::string_view name, const std::vector<Enumerator>& enumerators, bool is_flag_set) {
  const Object values = checked(PyDict_New());
  for (const Enumerator& member : enumerators)
    // A mask is no value of its own, and not in the original's list.
    if (member.name != "MASK" && PyDict_SetItemString(values.get(), member.name.c_str(),
                                     checked(PyLong_FromUnsignedLongLong(member.value)).get()) < 0)
      throw PythonError{};
  const Object entry = checked(Py_BuildValue("OO", is_flag_set ? Py_True : Py_False, values.get()));
  if (PyDict_SetItemString(dict, std::string(name).c_str(), entry.get()) < 0) throw PythonError{};
}

template <Enumeration E>
void add(PyObject* dict, std::string_view name) {
  add(dict, name, enumerators<E>(), is_flag_set(E{}));
}

PyObject* records(PyObject*, PyObject* which) {
  try {
    const char* const text = PyUnicode_AsUTF8(which);
    if (!text) return nullptr;
    return described(std::string_view(text) == "events" ? event_types() : definition_types()).release();
  } catch (const PythonError&) {
    return nullptr;
  }
}

PyObject* all_enumerations(PyObject*, PyObject*) {
  namespace stamp = otf2::stamp;
  try {
    Object all = checked(PyDict_New());
    for (const EnumEntry& entry : enumerations()) add(all.get(), entry.name, *entry.values, entry.is_flag_set);
    // Those that no record has a field of.
    add<stamp::FileMode>(all.get(), "FileMode");
    add<stamp::FlushType>(all.get(), "FlushType");
    add<otf2::Compression>(all.get(), "Compression");
    add<stamp::Boolean>(all.get(), "Boolean");
    add<stamp::FileType>(all.get(), "FileType");
    add<otf2::FileSubstrate>(all.get(), "FileSubstrate");
    add<otf2::MappingType>(all.get(), "MappingType");
    add<otf2::ThumbnailType>(all.get(), "ThumbnailType");
    add<stamp::MetricValueProperty>(all.get(), "MetricValueProperty");
    add<stamp::MetricTiming>(all.get(), "MetricTiming");
    add<stamp::CollectiveRoot>(all.get(), "CollectiveRoot");
    return all.release();
  } catch (const PythonError&) {
    return nullptr;
  }
}

PyMethodDef functions[] = {
    {"otf2_records", records, METH_O,
        "Of \"events\" or \"definitions\": [(name, doc, [(name, doc, kind, refers_to, is_list, bytes, is_signed)])]."},
    {"otf2_enumerations", all_enumerations, METH_NOARGS, "{name: (is a set of flags, {name of a member: its value})}"},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_otf2_schema(PyObject* module) {
  if (PyModule_AddFunctions(module, functions) < 0) throw PythonError{};
}

}  // namespace weft::python
