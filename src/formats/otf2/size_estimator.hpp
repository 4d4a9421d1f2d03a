// SPDX-License-Identifier: BSD-3-Clause
// SizeEstimator: upper bounds for the sizes of events, the better the more is known of the numbers of definitions
// (docs/formats/otf2.md, section 18).
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "formats/otf2/local_definitions.hpp"
#include "formats/otf2/records.hpp"

namespace weft::otf2 {

class SizeEstimator {
 public:
  static constexpr std::uint64_t timestamp_bytes = 1 + sizeof(Ticks);

  // Ids of locations have 64 bits.
  SizeEstimator() { space(MappingType::location).id_bytes = 1 + sizeof(std::uint64_t); }

  // So many definitions of a kind: 0 says that there is none, and keeps the number known before.
  void set_number(MappingType type, std::uint64_t number);

  // The chunk size of definitions that holds the longest of them; 0 if none does.
  std::uint64_t definition_chunk_bytes() const;

  // Of a list of attributes; `type_of` gives the type of an entry.
  template <class Entries, class TypeOf = std::identity>
  std::uint64_t attribute_list_bytes(const Entries& entries, TypeOf type_of = {}) const {
    std::uint64_t bytes = 0;
    for (const auto& entry : entries) bytes += attribute_bytes(type_of(entry));
    return bytes == 0 ? 0 : attribute_head_bytes(entries.size()) + bytes;
  }

  // Of an event; `elements` is the length of its list, if it has one.
  template <class R>
  std::uint64_t event_bytes(std::uint64_t elements = 0) const {
    const std::uint64_t worst_case = estimated_bytes<Estimate::worst_case>(R{}) + elements * element_bytes<R>();
    const bool has_length = WireOf<EventRecords, R>::framing == Framing::length;
    return 1 + (has_length ? length_field_bytes(worst_case) : 0) + worst_case - saved_by_ids<R>();
  }

 private:
  // What is known of the ids of one kind.
  struct IdSpace {
    std::uint64_t number = 0;
    std::uint64_t id_bytes = 1 + sizeof(std::uint32_t);  // of the longest one
  };

  IdSpace& space(MappingType type) { return spaces_[static_cast<std::size_t>(type)]; }
  const IdSpace& space(MappingType type) const { return spaces_[static_cast<std::size_t>(type)]; }

  static std::uint64_t attribute_head_bytes(std::uint64_t entries);
  std::uint64_t attribute_bytes(Type type) const;

  // How many bytes less than the worst case the ids in a record need; ids in lists always count as the worst case.
  template <class R>
  std::uint64_t saved_by_ids() const {
    std::uint64_t saved = 0;
    R::schema.each([&](const auto& field) {
      using Value = typename std::remove_cvref_t<decltype(field)>::Value;
      if constexpr (constexpr auto type = mapping_of<Value>(); type.has_value())
        saved += 1 + sizeof(Value) - space(*type).id_bytes;
    });
    return saved;
  }

  // Bytes of one element of a record's list, 0 if it has none.
  template <class R>
  static std::uint64_t element_bytes() {
    std::uint64_t bytes = 0;
    R::schema.each([&](const auto& field) {
      using F = std::remove_cvref_t<decltype(field)>;
      if constexpr (is_list_field<F>) {
        Estimator<Estimate::worst_case> one;
        one(typename F::Value::element{});
        bytes = one.bytes();
      }
    });
    return bytes;
  }

  std::array<IdSpace, mapping_types> spaces_;
};

}  // namespace weft::otf2
