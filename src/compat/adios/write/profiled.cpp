// SPDX-License-Identifier: BSD-3-Clause
// For libraries that stand before this one and measure: whether the configuration wants a group measured.
#include "compat/adios/common/words.hpp"
#include "compat/adios/write/session.hpp"

extern "C" int Padios_is_profiled(const char* group_name) {
  const weft::adios::Group* const group = weft::adios::Session::the().find_group(weft::adios::text_of(group_name));
  return group && group->is_profiled;
}
