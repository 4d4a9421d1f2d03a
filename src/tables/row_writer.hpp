// SPDX-License-Identifier: BSD-3-Clause
// RowWriter: appends rows to a block, column by column as the schema of the row tells, those that are wanted.
#pragma once

#include <array>
#include <optional>

#include "tables/scan.hpp"

namespace weft::tables {

// The names behind a column of this type, null if it has none.
template <class T>
const NameCodes* names_behind(Vocabulary&, std::type_identity<T>) {
  return nullptr;
}
template <class Id>
const NameCodes* names_behind(Vocabulary& words, std::type_identity<NameOf<Id>>) {
  return &words.names<Id>();
}
template <Enumeration E>
const NameCodes* names_behind(Vocabulary&, std::type_identity<E>) {
  return is_flag_set(E{}) ? nullptr : &enumeration_names<E>();
}
inline const NameCodes* names_behind(Vocabulary&, std::type_identity<Kind>) { return &kind_names(); }

template <Record Row>
class RowWriter {
 public:
  static constexpr std::size_t size = std::remove_cvref_t<decltype(Row::schema)>::size;

  RowWriter(Vocabulary& words, const ScanOptions& options) : words_(words) {
    std::size_t i = 0;
    Row::schema.each([&](const auto& f) {
      using Value = typename std::remove_cvref_t<decltype(f)>::Value;
      wanted_[i] = options.wants(i);
      if (wanted_[i]) names_[i] = names_behind(words, std::type_identity<Value>{});
      ++i;
    });
  }

  void begin(Block& block) const {
    block.clear(size);
    for (std::size_t i = 0; i < size; ++i)
      if (names_[i]) block.columns[i].dictionary = &names_[i]->dictionary;
  }

  void put(Block& block, const Row& row) const {
    std::size_t i = 0;
    Row::schema.each([&](const auto& f) {
      if (wanted_[i]) put(block.columns[i], names_[i], row.*f.member);
      ++i;
    });
    ++block.rows;
  }

 private:
  template <class T>
  void put(ColumnData& column, const NameCodes* names, const T& value) const {
    if constexpr (is_ref<T>) {
      column.put(std::uint64_t{value.value}), column.valid.push_back(value.defined());
    } else if constexpr (std::is_same_v<T, Timestamp>) {
      column.put(value.value);
    } else if constexpr (std::is_same_v<T, Seconds>) {
      column.put(words_.seconds(value.time));
    } else if constexpr (std::is_same_v<T, Kind>) {
      column.codes.push_back(static_cast<std::uint32_t>(value));
    } else if constexpr (Enumeration<T>) {
      const auto number = static_cast<std::uint64_t>(value);
      names ? put_code(column, names->codes[number]) : column.put(number);
    } else if constexpr (requires { value.id; }) {
      put_code(column, value.id.defined() ? names->codes[value.id.value] : no_code);
    } else {
      column.put(value);
    }
  }
  template <class T>
  void put(ColumnData& column, const NameCodes*, const std::optional<T>& value) const {
    column.put(value.value_or(T{}));
    column.valid.push_back(value.has_value());
  }
  static void put_code(ColumnData& column, std::uint32_t code) {
    column.codes.push_back(code == no_code ? 0 : code);
    column.valid.push_back(code != no_code);
  }

  Vocabulary& words_;
  std::array<bool, size> wanted_{};
  std::array<const NameCodes*, size> names_{};
};

}  // namespace weft::tables
