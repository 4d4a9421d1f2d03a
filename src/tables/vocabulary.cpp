// SPDX-License-Identifier: BSD-3-Clause
#include "tables/vocabulary.hpp"

namespace weft::tables {

namespace {

template <class R>
constexpr bool has_fields = std::remove_cvref_t<decltype(R::schema)>::size > 0;
template <class R>
using FirstField = typename std::remove_cvref_t<decltype(std::get<0>(R::schema.fields))>::Value;

// Whether the first field of any event is an id of this space.
template <class Id>
constexpr bool is_first_field() {
  bool is = false;
  EventTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (has_fields<R>) is = is || std::is_same_v<FirstField<R>, Id>;
  });
  return is;
}

}  // namespace

Vocabulary::Vocabulary(const Definitions& definitions) : definitions_(definitions) {
  const def::ClockProperties* const clock = definitions.clock();
  if (!clock) return;
  first_tick_ = clock->global_offset;
  // A clock without a resolution counts nanoseconds.
  if (clock->timer_resolution) resolution_ = static_cast<double>(clock->timer_resolution);
}

LocationGroupRef Vocabulary::process_of(LocationRef location) const {
  const auto* const definition = definitions_.find<def::Location>(location);
  return definition ? definition->location_group : LocationGroupRef{};
}

const Vocabulary::FirstNames& Vocabulary::first_names() {
  std::call_once(made_first_, [&] {
    auto all = std::make_unique<FirstNames>();
    definitions_.each_table([&](const auto& table) {
      using R = typename std::remove_cvref_t<decltype(table.rows())>::value_type;
      if constexpr (HasId<R>)
        if constexpr (is_first_field<decltype(R::self)>())
          for (const R& row : table)
            if (const std::string name = definitions_.name(row.self); !name.empty())
              all->spaces[decltype(R::self)::space::number].add(row.self.value, all->dictionary.add(name));
    });
    EventTypes::each([&](auto type) {
      using R = typename decltype(type)::type;
      if constexpr (has_fields<R>) {
        using First = FirstField<R>;
        constexpr std::size_t kind = EventTypes::index_of<R>();
        if constexpr (is_ref<First>) {
          all->of_kind[kind] = &all->spaces[First::space::number];
        } else if constexpr (Enumeration<First> && !is_flag_set(First{})) {
          for (const Enumerator& e : enumerators<First>())
            all->enumerations[kind].add(e.value, all->dictionary.add(e.name));
          all->of_kind[kind] = &all->enumerations[kind];
        }
      }
    });
    first_names_ = std::move(all);
  });
  return *first_names_;
}

const NameCodes& kind_names() {
  static const NameCodes names = [] {
    NameCodes all;
    for (std::size_t i = 0; i < EventTypes::size; ++i) all.add(i, name_of(static_cast<Kind>(i)));
    return all;
  }();
  return names;
}

}  // namespace weft::tables
