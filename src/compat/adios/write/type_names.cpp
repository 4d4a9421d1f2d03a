// SPDX-License-Identifier: BSD-3-Clause
#include "compat/adios/write/type_names.hpp"

#include "compat/adios/common/words.hpp"

namespace weft::adios {

namespace {

struct TypeName {
  std::string_view name;
  ADIOS_DATATYPES type;
};

constexpr TypeName type_names[] = {
    {"byte", adios_byte},
    {"char", adios_byte},
    {"integer*1", adios_byte},
    {"short", adios_short},
    {"integer*2", adios_short},
    {"integer", adios_integer},
    {"int", adios_integer},
    {"integer*4", adios_integer},
    {"long", adios_long},
    {"long long", adios_long},
    {"integer*8", adios_long},
    {"real", adios_real},
    {"real*4", adios_real},
    {"float", adios_real},
    {"double", adios_double},
    {"real*8", adios_double},
    {"long float", adios_double},
    {"long double", adios_long_double},
    {"real*16", adios_long_double},
    {"string", adios_string},
    {"complex", adios_complex},
    {"complex*8", adios_complex},
    {"double complex", adios_double_complex},
    {"complex*16", adios_double_complex},
    {"unsigned byte", adios_unsigned_byte},
    {"unsigned char", adios_unsigned_byte},
    {"unsigned integer*1", adios_unsigned_byte},
    {"unsigned short", adios_unsigned_short},
    {"unsigned integer*2", adios_unsigned_short},
    {"unsigned integer", adios_unsigned_integer},
    {"unsigned int", adios_unsigned_integer},
    {"unsigned integer*4", adios_unsigned_integer},
    {"unsigned long", adios_unsigned_long},
    {"unsigned integer*8", adios_unsigned_long},
};

}  // namespace

ADIOS_DATATYPES type_of_name(std::string_view name) {
  for (const TypeName& one : type_names)
    if (same_word(one.name, trimmed(name))) return one.type;
  return adios_unknown;
}

}  // namespace weft::adios
