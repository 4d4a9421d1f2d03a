// SPDX-License-Identifier: BSD-3-Clause
// Tables of answers, printed: for people, as JSON, and as CSV with plain numbers.
#pragma once

#include <cstddef>

#include "analyze/io_answers/data_table.hpp"
#include "base/text_sink.hpp"

namespace weft::cli {

// Only the first `top` rows of each.
void print_table(TextSink& out, const DataTable& table, std::size_t top);
void put_csv(TextSink& out, const DataTable& table, std::size_t top);
// "key": [{...}, ...]
void put_json_member(TextSink& out, const DataTable& table, std::size_t top);

}  // namespace weft::cli
