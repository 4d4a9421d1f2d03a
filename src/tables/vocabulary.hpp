// SPDX-License-Identifier: BSD-3-Clause
// Vocabulary: what the tables of one trace share: its definitions, its clock, and dictionaries of their names, made
// when first asked for, by any thread, and never changed. Blocks refer to it: it must outlive them.
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "model/definitions.hpp"
#include "model/event_types.hpp"
#include "tables/dictionary.hpp"

namespace weft::tables {

class Vocabulary {
 public:
  // Of definitions that live as long as this.
  explicit Vocabulary(const Definitions& definitions);

  const Definitions& definitions() const { return definitions_; }

  // All names of one id space.
  template <class Id>
  const NameCodes& names() {
    return lazily(Id::space::number, [this](NameCodes& names) { collect<Id>(names); });
  }

  // The names that the first fields of events stand for, those of definitions and enumerators, in one dictionary.
  struct FirstNames {
    Dictionary dictionary;
    std::array<IdCodes, id_spaces> spaces;
    std::array<IdCodes, EventTypes::size> enumerations;
    std::array<const IdCodes*, EventTypes::size> of_kind{};  // null if the field is a number

    std::uint32_t code(Kind kind, std::uint64_t value) const {
      const IdCodes* const codes = of_kind[static_cast<std::size_t>(kind)];
      return codes ? (*codes)[value] : no_code;
    }
  };
  const FirstNames& first_names();

  LocationGroupRef process_of(LocationRef location) const;

  double seconds(Ticks time) const {
    return static_cast<double>(static_cast<std::int64_t>(time - first_tick_)) / resolution_;
  }
  double resolution() const { return resolution_; }
  Ticks first_tick() const { return first_tick_; }

 private:
  template <class Make>
  const NameCodes& lazily(std::size_t number, Make&& make) {
    std::call_once(made_[number], [&] {
      auto names = std::make_unique<NameCodes>();
      make(*names);
      names_[number] = std::move(names);
    });
    return *names_[number];
  }
  template <class Id>
  void collect(NameCodes& names) const {
    definitions_.each_table([&](const auto& table) {
      for (const auto& row : table)
        if constexpr (requires { row.self; })
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(row.self)>, Id>)
            if (const std::string name = definitions_.name(row.self); !name.empty()) names.add(row.self.value, name);
    });
  }

  const Definitions& definitions_;
  Ticks first_tick_ = 0;
  double resolution_ = 1e9;
  std::array<std::once_flag, id_spaces> made_;
  std::array<std::unique_ptr<NameCodes>, id_spaces> names_;
  std::once_flag made_first_;
  std::unique_ptr<FirstNames> first_names_;
};

// Those of all kinds of events; the code of a kind is its number.
const NameCodes& kind_names();

// The names of an enumeration.
template <Enumeration E>
const NameCodes& enumeration_names() {
  static const NameCodes names = [] {
    NameCodes all;
    for (const Enumerator& e : enumerators<E>()) all.add(e.value, e.name);
    return all;
  }();
  return names;
}

}  // namespace weft::tables
