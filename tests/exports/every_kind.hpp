// SPDX-License-Identifier: BSD-3-Clause
// A trace that has every kind of definition and every kind of event, each several times, with whatever their schemas
// allow: a record added to a schema is in it without another line.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <vector>

#include "base/arena.hpp"
#include "model/definition_types.hpp"
#include "model/event_types.hpp"

namespace weft::made {

// Fills records with values that mean something: ids that are defined, enumerators that have names.
class Filler {
 public:
  explicit Filler(std::uint64_t seed) : chance_(seed) {}

  std::uint64_t below(std::uint64_t end) { return chance_() % end; }

  template <class T>
  void fill(T& value) {
    if constexpr (std::is_same_v<T, Timestamp>)
      value.value = now + below(100);
    else if constexpr (std::is_same_v<T, double>)
      value = static_cast<double>(below(1000)) / 8;
    else if constexpr (std::is_same_v<T, TypedValue>)
      value = TypedValue::of(below(1'000'000));
    else if constexpr (std::is_same_v<T, MetricValue>)
      value = {Type::uint64, below(1'000'000)};
    else if constexpr (is_sequence<T>)
      value = sequence<T>();
    else if constexpr (Record<T>)
      T::schema.each([&](const auto& f) { fill(value.*f.member); });
    else if constexpr (std::is_same_v<T, StringRef>)
      value.value = 1 + static_cast<std::uint32_t>(below(defined_ids));  // the first one is empty
    else if constexpr (is_ref<T>)
      value.value = static_cast<typename T::rep>(below(defined_ids));
    else if constexpr (std::is_enum_v<T>)
      value = static_cast<T>(enumerators<T>()[below(enumerators<T>().size())].value);
    else if constexpr (std::is_integral_v<T>)
      value = static_cast<T>(below(numbers));
  }

  // Ids that every space of ids has.
  static constexpr std::uint64_t defined_ids = 2;
  Ticks now = 0;
  std::uint64_t numbers = 200;  // those that tell operations apart are below

 private:
  template <class T>
  T sequence() {
    const auto elements = arena_.allocate_array<typename T::element>(2);
    for (auto& element : elements) fill(element);
    return T(elements);
  }

  std::mt19937_64 chance_;
  Arena arena_;
};

// Kinds that a test defines by hand, because others depend on what they say.
using DefinedByHand = TypeList<def::ClockProperties, def::String, def::Location, def::Attribute, def::Group, def::Comm>;

// Calls define(record). Ids of kinds that share a space follow one another.
template <class Define>
void define_every_kind(Filler& filler, Define&& define) {
  std::map<std::type_index, std::uint32_t> next;
  next[typeid(CommRef)] = Filler::defined_ids;
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (!DefinedByHand::contains<R>) {
      for (std::uint32_t i = 0; i < Filler::defined_ids; ++i) {
        R record;
        filler.fill(record);
        if constexpr (requires { record.self; }) {
          using Id = decltype(record.self);
          record.self.value = static_cast<typename Id::rep>(next[typeid(Id)]++);
          if constexpr (requires { record.name; }) record.name = {1 + i};
          // Whatever it is a part of was defined before.
          R::schema.each([&](const auto& f) {
            if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(f)>::Value, Id>)
              if (f.name != "self") record.*f.member = Id{};
          });
        }
        define(record);
      }
    }
  });
}

// Calls write(time, record) with events of every kind, within one call.
template <class Write>
void write_every_kind(Filler& filler, Write&& write) {
  using Calls = TypeList<evt::Enter, evt::Leave, evt::CallingContextEnter, evt::CallingContextLeave, evt::Unknown>;
  write(filler.now += 10, evt::Enter{{0}});
  for (int round = 0; round < 3; ++round) {
    write(filler.now += 10, evt::CallingContextEnter{{1}, 1});
    EventTypes::each([&](auto type) {
      using R = typename decltype(type)::type;
      if constexpr (!Calls::contains<R>) {
        R record;
        filler.fill(record);
        write(filler.now += 1 + filler.below(1000), record);
      }
    });
    write(filler.now += 10, evt::CallingContextLeave{{1}});
    write(filler.now += 10, evt::Enter{{1}});
    write(filler.now += 1000, evt::Leave{{1}});
  }
  write(filler.now += 10, evt::Leave{{0}});
}

// Calls write(time, record) with so many events of any kinds but those left out, in any order, inside of calls that all
// end.
template <class LeftOut = TypeList<evt::Unknown>, class Write>
void write_any_kinds(Filler& filler, std::size_t events, Write&& write) {
  std::vector<RegionRef> calls;
  const auto enter = [&] {
    calls.push_back({static_cast<std::uint32_t>(filler.below(Filler::defined_ids))});
    write(filler.now += filler.below(50), evt::Enter{calls.back()});
  };
  const auto leave = [&] {
    write(filler.now += filler.below(50), evt::Leave{calls.back()});
    calls.pop_back();
  };
  enter();
  for (std::size_t i = 0; i < events; ++i) {
    EventTypes::dispatch(filler.below(EventTypes::size), [&](auto type) {
      using R = typename decltype(type)::type;
      if constexpr (std::is_same_v<R, evt::Enter>) {
        enter();
      } else if constexpr (std::is_same_v<R, evt::Leave>) {
        if (calls.size() > 1) leave();
      } else if constexpr (!LeftOut::template contains<R>) {
        R record;
        filler.fill(record);
        write(filler.now += filler.below(50), record);
      }
    });
  }
  while (!calls.empty()) leave();
}

}  // namespace weft::made
