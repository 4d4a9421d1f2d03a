// SPDX-License-Identifier: BSD-3-Clause
// What a collector has gathered, as tables, the most important rows first.
#pragma once

#include <vector>

#include "analyze/io_answers/collector.hpp"
#include "analyze/io_answers/data_table.hpp"

namespace weft {

// The keys of all tables, in their order.
inline constexpr std::string_view io_table_keys[] = {
    "overlap", "category", "call", "size", "process", "file", "directory", "time", "pattern"};

struct IoAnswers {
  std::vector<DataTable> tables;
  std::uint64_t files = 0;
  std::uint64_t ambiguous_files = 0;
};

// Files of one name become one. Tables look at both when their rows are looked at.
IoAnswers answer(IoCollector& collected, const IoNames& names);

}  // namespace weft
