// SPDX-License-Identifier: BSD-3-Clause
// The table of events with attributes as further columns: one for each name that is asked for.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tables/scan.hpp"

namespace weft::python {

// A table, be it one of the library or one that was put together.
struct AnyTable {
  std::string_view name;
  std::vector<tables::Column> columns;
  std::vector<std::string> own_names;  // of columns
  bool is_by_location = false;         // rows of one location do not depend on others
  std::function<std::unique_ptr<tables::Scan>(tables::TraceTables& of, const tables::ScanOptions& options)> scan;

  // The number of the column of that name; columns.size() if there is none.
  std::size_t column(std::string_view named) const;
};

std::shared_ptr<const AnyTable> library_table(const tables::Table& table);

// A column has the type that the trace defines for its attribute: texts, int64, uint64 or real. Where several
// attributes share the name it is one that holds the values of all: real if one is, but texts for signed and unsigned
// ones of 64 bits. It has no value where an event does not have the attribute, or has one of another type than defined
// that the column cannot hold. A name that a column of the table has already gets a space and "(attribute)" behind it.
// Nothing if no attribute has one of the names; `unknown` is it.
std::shared_ptr<const AnyTable> events_with_attributes(
    const Definitions& definitions, const std::vector<std::string>& names, std::string& unknown);

}  // namespace weft::python
