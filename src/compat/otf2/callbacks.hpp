// SPDX-License-Identifier: BSD-3-Clause
// Tables of callbacks, one struct for each kind of reader: how they are made and filled, and which member belongs to
// which record.
#pragma once

#include <new>

#include "compat/otf2/errors.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2::compat {

// The member of a table that is called for a record; stamped beside the table.
template <class Table, class R>
inline constexpr auto callback_for = nullptr;

template <class Table>
Table* new_table(const char* function) {
  auto* const table = new (std::nothrow) Table{};
  if (!table) WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_MEM_ALLOC_FAILED, "there is no memory for a table of callbacks");
  return table;
}

template <class Table>
void clear_table(const char* function, Table* table) {
  if (table)
    *table = {};
  else
    WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "there is no table of callbacks");
}

template <class Table, class Callback>
OTF2_ErrorCode set_callback(const char* function, Table* table, Callback Table::*member, Callback callback) {
  if (!table) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "there is no table of callbacks");
  table->*member = callback;
  return OTF2_SUCCESS;
}

}  // namespace weft::otf2::compat
