// SPDX-License-Identifier: BSD-3-Clause
// What a location's own definition file says about reading its events: how ids translate and how far its clock was off
// (docs/formats/otf2.md, section 9).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/arena.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2 {

// The mapping type of an id space, or nothing for spaces that are never mapped.
template <class Id>
constexpr std::optional<MappingType> mapping_of() {
  if constexpr (std::is_same_v<Id, StringRef>)
    return MappingType::string;
  else if constexpr (std::is_same_v<Id, AttributeRef>)
    return MappingType::attribute;
  else if constexpr (std::is_same_v<Id, LocationRef>)
    return MappingType::location;
  else if constexpr (std::is_same_v<Id, RegionRef>)
    return MappingType::region;
  else if constexpr (std::is_same_v<Id, GroupRef>)
    return MappingType::group;
  else if constexpr (std::is_same_v<Id, MetricRef>)
    return MappingType::metric;
  else if constexpr (std::is_same_v<Id, CommRef>)
    return MappingType::comm;
  else if constexpr (std::is_same_v<Id, ParameterRef>)
    return MappingType::parameter;
  else if constexpr (std::is_same_v<Id, RmaWinRef>)
    return MappingType::rma_win;
  else if constexpr (std::is_same_v<Id, SourceCodeLocationRef>)
    return MappingType::source_code_location;
  else if constexpr (std::is_same_v<Id, CallingContextRef>)
    return MappingType::calling_context;
  else if constexpr (std::is_same_v<Id, InterruptGeneratorRef>)
    return MappingType::interrupt_generator;
  else if constexpr (std::is_same_v<Id, IoFileRef>)
    return MappingType::io_file;
  else if constexpr (std::is_same_v<Id, IoHandleRef>)
    return MappingType::io_handle;
  else if constexpr (std::is_same_v<Id, LocationGroupRef>)
    return MappingType::location_group;
  else
    return std::nullopt;
}

// The mapping type of a typed value that refers to a definition. The types of Type from STRING on are in the order of
// the mapping types.
constexpr std::optional<MappingType> mapping_of(Type type) {
  if (type < Type::string || type > Type::location_group) return std::nullopt;
  return static_cast<MappingType>(static_cast<unsigned>(type) - static_cast<unsigned>(Type::string));
}

// The other way round: the type of a value in the id space of a mapping type.
constexpr std::optional<Type> type_of(MappingType type) {
  if (static_cast<std::size_t>(type) >= mapping_types) return std::nullopt;
  return static_cast<Type>(static_cast<unsigned>(type) + static_cast<unsigned>(Type::string));
}

// Straight lines between measured clock offsets.
class ClockCorrection {
 public:
  // False if `next` is not later than the offset before it; it then begins no interval.
  bool add(const ClockOffset& next);

  bool active() const { return !intervals_.empty(); }
  std::size_t intervals() const { return intervals_.size(); }

  // Corrects times in the order they are read: the interval in use only ever moves forward.
  Ticks correct(Ticks time);

 private:
  struct Interval {
    Ticks begin;
    Ticks end;
    std::int64_t offset;
    double slope;
  };
  std::vector<Interval> intervals_;
  std::optional<ClockOffset> last_;
  std::size_t current_ = 0;
};

struct LocalDefinitions {
  std::array<std::optional<IdMap>, mapping_types> maps;
  ClockCorrection clock;
  Arena arena;  // owns the pairs of the maps

  bool maps_anything() const {
    for (const auto& map : maps)
      if (map) return true;
    return false;
  }
  // False if there is a table of this type already.
  bool add(const MappingTable& table);

  std::uint64_t global(std::optional<MappingType> type, std::uint64_t id) const {
    if (!type || !maps[static_cast<std::size_t>(*type)]) return id;
    return maps[static_cast<std::size_t>(*type)]->global(id);
  }
  TypedValue global(const TypedValue& value) const;
  AttributeEntry global(const AttributeEntry& entry) const {
    return {{static_cast<std::uint32_t>(global(MappingType::attribute, entry.attribute.value))}, global(entry.value)};
  }

  // Replaces all ids of a record; new lists are made in `memory`.
  template <class R>
  void translate(R& record, Arena& memory) const {
    R::schema.each([&](const auto& f) {
      auto& value = record.*f.member;
      using Value = std::remove_reference_t<decltype(value)>;
      if constexpr (is_ref<Value>) {
        value.value = static_cast<typename Value::rep>(global(mapping_of<Value>(), value.value));
      } else if constexpr (is_sequence<Value>) {
        using Element = typename Value::element;
        if constexpr (is_ref<Element>) {
          const auto mapped = memory.allocate_array<Element>(value.size());
          for (std::size_t i = 0; i < mapped.size(); ++i)
            mapped[i].value = static_cast<typename Element::rep>(global(mapping_of<Element>(), value[i].value));
          value = Value(mapped);
        }
      }
    });
  }
};

}  // namespace weft::otf2
