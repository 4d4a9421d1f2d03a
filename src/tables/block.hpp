// SPDX-License-Identifier: BSD-3-Clause
// Block: some thousand rows of a table, as columns that it owns. Whoever scans a table may hand in the same block again
// and again, which then costs no allocation, or keep each of them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tables/column.hpp"
#include "tables/dictionary.hpp"

namespace weft::tables {

// A column of a block: empty when nobody wanted it. Which of the arrays it has is told by its type.
struct ColumnData {
  std::vector<std::uint64_t> words;        // int64, uint64, real: the bits of each value
  std::vector<std::uint32_t> codes;        // name
  std::vector<std::int32_t> offsets;       // text: where each begins in `bytes`, and the end
  std::string bytes;                       // text
  std::vector<std::uint8_t> valid;         // 0: has no value; nullable columns only
  const Dictionary* dictionary = nullptr;  // name: lives as long as the vocabulary
  bool is_cut = false;                     // text: there was no room for all

  std::string_view text(std::size_t row) const {
    const auto begin = static_cast<std::size_t>(offsets[row]);
    return {bytes.data() + begin, static_cast<std::size_t>(offsets[row + 1]) - begin};
  }
  bool has(std::size_t row) const { return valid.empty() || valid[row]; }

  void put(std::uint64_t value) { words.push_back(value); }
  void put(std::int64_t value) { words.push_back(static_cast<std::uint64_t>(value)); }
  void put(double value) { words.push_back(std::bit_cast<std::uint64_t>(value)); }
  void put(std::string_view value) {
    // Places have 31 bits, as in Arrow.
    if (value.size() <= INT32_MAX - bytes.size())
      bytes.append(value);
    else
      is_cut = true;
    offsets.push_back(static_cast<std::int32_t>(bytes.size()));
  }
  void clear() {
    words.clear(), codes.clear(), bytes.clear(), valid.clear();
    is_cut = false;
    offsets.assign(1, 0);
  }
};

struct Block {
  std::size_t rows = 0;
  std::vector<ColumnData> columns;  // one for each of the table

  void clear(std::size_t column_count) {
    rows = 0;
    columns.resize(column_count);
    for (ColumnData& column : columns) column.clear();
  }

  // Whether there are so many texts that it should be handed over.
  bool is_full() const {
    constexpr std::size_t most = INT32_MAX / 2;
    return std::ranges::any_of(columns, [](const ColumnData& column) { return column.bytes.size() > most; });
  }
  // Whether it has rows; an error if not even those have room that come at once.
  Result<bool> has_rows() const {
    if (std::ranges::any_of(columns, &ColumnData::is_cut))
      return Error{Errc::too_large, "the texts of a few thousand rows take more than two gigabytes"};
    return rows > 0;
  }
};

}  // namespace weft::tables
