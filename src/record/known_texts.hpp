// SPDX-License-Identifier: BSD-3-Clause
// KnownTexts: texts that one thread has used, and their ids: one that comes again takes neither a lock nor memory.
// Where there are more than it has places for, the newest take those of the oldest.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string_view>

#include "model/refs.hpp"

namespace weft::recording {

class KnownTexts {
 public:
  std::optional<StringRef> find(std::string_view text) const {
    if (!rows_) return std::nullopt;
    for (const Entry& entry : row_of(text).entries)
      if (entry.is_taken && entry.text == text) return entry.id;
    return std::nullopt;
  }

  // `text` stays where it is. Without memory nothing is remembered.
  void add(std::string_view text, StringRef id) {
    if (!rows_) rows_.reset(new (std::nothrow) Row[rows]);
    if (!rows_) return;
    Row& row = row_of(text);
    row.entries[row.next++ % places] = {text, id, true};
  }

 private:
  static constexpr std::size_t rows = 128;
  static constexpr std::size_t places = 4;
  struct Entry {
    std::string_view text;
    StringRef id;
    bool is_taken = false;
  };
  struct Row {
    Entry entries[places];
    std::size_t next = 0;
  };

  Row& row_of(std::string_view text) const { return rows_[std::hash<std::string_view>()(text) % rows]; }

  std::unique_ptr<Row[]> rows_;
};

}  // namespace weft::recording
