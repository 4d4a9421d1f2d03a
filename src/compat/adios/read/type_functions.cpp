// SPDX-License-Identifier: BSD-3-Clause
// C functions that need no file: what types and methods there are.
#include <cstdio>
#include <cstring>

#include "adios_read.h"
#include "compat/adios/read/kept_memory.hpp"
#include "formats/bp/types.hpp"

using namespace weft;
using namespace weft::adios;

extern "C" {

const char* adios_type_to_string_v1(enum ADIOS_DATATYPES type);
int adios_type_size_v1(enum ADIOS_DATATYPES type, void* data);

const char* adios_type_to_string(enum ADIOS_DATATYPES type) {
  if (type == adios_string_array) return "char*[]";
  if (static_cast<int>(type) >= 0 && static_cast<int>(type) < 255)
    if (const bp::TypeFacts* const facts = bp::facts_of(static_cast<bp::DataType>(type))) return facts->name.data();
  static thread_local char text[32];
  std::snprintf(text, sizeof text, "(unknown: %d)", static_cast<int>(type));
  return text;
}

int adios_type_size(enum ADIOS_DATATYPES type, const void* data) {
  if (type == adios_string) return data ? static_cast<int>(std::strlen(static_cast<const char*>(data))) + 1 : 1;
  if (type == adios_string_array) return sizeof(char*);
  const bool is_known = static_cast<int>(type) >= 0 && static_cast<int>(type) < 255 &&
                        bp::facts_of(static_cast<bp::DataType>(type));
  return is_known ? static_cast<int>(bp::bytes_of(static_cast<bp::DataType>(type))) : -1;
}

const char* adios_type_to_string_v1(enum ADIOS_DATATYPES type) { return adios_type_to_string(type); }
int adios_type_size_v1(enum ADIOS_DATATYPES type, void* data) { return adios_type_size(type, data); }

ADIOS_AVAILABLE_READ_METHODS* adios_available_read_methods() {
  forget_error();
  return guarded(nullptr, [] {
    auto* const methods = kept_array<ADIOS_AVAILABLE_READ_METHODS>(1);
    methods->nmethods = 1;
    methods->name = kept_array<char*>(1);
    methods->name[0] = kept_text("ADIOS_READ_METHOD_BP");
    methods->methodID = kept_array<enum ADIOS_READ_METHOD>(1);
    methods->methodID[0] = ADIOS_READ_METHOD_BP;
    return methods;
  });
}

void adios_available_read_methods_free(ADIOS_AVAILABLE_READ_METHODS* methods) {
  if (!methods) return;
  free_texts(methods->name, methods->nmethods);
  std::free(methods->methodID);
  std::free(methods);
}
}
