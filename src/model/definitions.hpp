// SPDX-License-Identifier: BSD-3-Clause
// Definitions: what the ids in events mean. One table per kind of definition, in the order they were defined, with
// look-up by id. Owns all texts and lists.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/arena.hpp"
#include "model/definition_types.hpp"
#include "schema/compare.hpp"

namespace weft {

template <class R>
concept HasId = requires(const R& r) {
  r.self;
};

template <class R>
class Table {
 public:
  const std::vector<R>& rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }
  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }

  // Rows that share an id stay in the table; the first one is found. False if the id was taken.
  bool add(const R& row) {
    rows_.push_back(row);
    if constexpr (HasId<R>) {
      const std::size_t place = rows_.size() - 1;
      // Ids are nearly always 0, 1, 2, ...: as long as they are, no index is needed.
      if (dense_ && row.self.value == place) return true;
      if (dense_) {
        for (std::size_t i = 0; i < place; ++i) index_.emplace(rows_[i].self.value, i);
        dense_ = false;
      }
      return index_.emplace(row.self.value, place).second;
    }
    return true;
  }

  template <class Id>
  const R* find(Id id) const requires HasId<R> {
    if (dense_) return id.value < rows_.size() ? &rows_[static_cast<std::size_t>(id.value)] : nullptr;
    const auto found = index_.find(id.value);
    return found == index_.end() ? nullptr : &rows_[found->second];
  }

 private:
  std::vector<R> rows_;
  bool dense_ = true;
  std::unordered_map<std::uint64_t, std::size_t> index_;
};

class Definitions {
 public:
  template <class R>
  const Table<R>& all() const {
    return std::get<Table<R>>(tables_);
  }

  // Copies the texts and lists of `row`. False if its id was already defined.
  template <class R>
  bool add(const R& row) {
    return std::get<Table<R>>(tables_).add(kept(row, arena_));
  }

  // The definition of `id` as an R, or null.
  template <class R, class Id>
  const R* find(Id id) const {
    static_assert(std::is_same_v<decltype(R::self), Id>);
    return all<R>().find(id);
  }

  // Whether any definition in the id space of `id` has it.
  template <class Id>
  bool contains(Id id) const {
    bool found = false;
    DefinitionTypes::each([&](auto type) {
      using R = typename decltype(type)::type;
      if constexpr (HasId<R>)
        if constexpr (std::is_same_v<decltype(R::self), Id>) found = found || find<R>(id) != nullptr;
    });
    return found;
  }

  // The text behind a string id; empty when undefined or unknown.
  std::string_view text(StringRef id) const;

  // A name for people: that of the definition, or one made of its parts; empty when there is none.
  template <class Id>
  std::string name(Id id) const;

  // Events of all locations, as their definitions tell it; 0 if one of them does not know.
  std::uint64_t announced_events() const;

  const def::ClockProperties* clock() const {
    return all<def::ClockProperties>().size() ? &*all<def::ClockProperties>().begin() : nullptr;
  }

  template <class Visit>
  void each_table(Visit&& visit) const {
    DefinitionTypes::each([&](auto type) { visit(all<typename decltype(type)::type>()); });
  }

  std::size_t size() const {
    std::size_t total = 0;
    each_table([&](const auto& table) { total += table.size(); });
    return total;
  }

 private:
  template <class... Types>
  static std::tuple<Table<Types>...> tables_of(TypeList<Types...>);

  Arena arena_;
  decltype(tables_of(DefinitionTypes{})) tables_;
};

}  // namespace weft
