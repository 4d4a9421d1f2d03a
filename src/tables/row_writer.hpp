// SPDX-License-Identifier: BSD-3-Clause
// RowWriter: appends rows to a block, column by column as the schema of the row tells, those that are wanted.
#pragma once

#include <array>
#include <optional>
#include <span>

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

  void put(Block& block, const Row& row) const { put(block, std::span(&row, 1)); }

  // Several at once are faster: a column at a time.
  void put(Block& block, std::span<const Row> rows) const {
    std::size_t i = 0;
    Row::schema.each([&](const auto& f) {
      if (wanted_[i])
        put<typename std::remove_cvref_t<decltype(f)>::Value>(block.columns[i], names_[i], rows, f.member);
      ++i;
    });
    block.rows += rows.size();
  }

 private:
  template <class T>
  void put(ColumnData& column, const NameCodes* names, std::span<const Row> rows, T Row::*member) const {
    constexpr Column description = ColumnTraits<T>::column;
    [[maybe_unused]] std::uint8_t* valid = description.nullable ? more(column.valid, rows.size()) : nullptr;
    if constexpr (description.type == ColumnType::name) {
      std::uint32_t* codes = more(column.codes, rows.size());
      for (const Row& row : rows) {
        const std::uint32_t code = code_of(names, row.*member);
        *codes++ = code == no_code ? 0 : code;
        if constexpr (description.nullable) *valid++ = code != no_code;
      }
    } else if constexpr (description.type == ColumnType::text) {
      for (const Row& row : rows) column.put(text_of(row.*member));
    } else {
      std::uint64_t* words = more(column.words, rows.size());
      for (const Row& row : rows) *words++ = word_of(row.*member);
    }
    if constexpr (description.nullable && description.type != ColumnType::name)
      for (const Row& row : rows) *valid++ = has_value(row.*member);
  }

  // Room for so many at the end.
  template <class T>
  static T* more(std::vector<T>& values, std::size_t count) {
    values.resize(values.size() + count);
    return values.data() + values.size() - count;
  }

  template <class T>
  static std::uint32_t code_of(const NameCodes* names, const T& value) {
    if constexpr (std::is_same_v<T, Kind>)
      return static_cast<std::uint32_t>(value);
    else if constexpr (Enumeration<T>)
      return names->codes[static_cast<std::uint64_t>(value)];
    else
      return value.id.defined() ? names->codes[value.id.value] : no_code;
  }

  template <class T>
  std::uint64_t word_of(const T& value) const {
    if constexpr (is_ref<T> || requires { value.value; })
      return value.value;
    else if constexpr (std::is_same_v<T, Seconds>)
      return std::bit_cast<std::uint64_t>(words_.seconds(value.time));
    else if constexpr (std::is_same_v<T, double>)
      return std::bit_cast<std::uint64_t>(value);
    else
      return static_cast<std::uint64_t>(value);
  }
  template <class T>
  std::uint64_t word_of(const std::optional<T>& value) const {
    return word_of(value.value_or(T{}));
  }

  static std::string_view text_of(std::string_view text) { return text; }
  static std::string_view text_of(const std::optional<std::string_view>& text) { return text.value_or(""); }

  template <class T>
  static bool has_value(const T& value) {
    return value.defined();
  }
  template <class T>
  static bool has_value(const std::optional<T>& value) {
    return value.has_value();
  }

  Vocabulary& words_;
  std::array<bool, size> wanted_{};
  std::array<const NameCodes*, size> names_{};
};

}  // namespace weft::tables
