// SPDX-License-Identifier: BSD-3-Clause
// OTF2_EventSizeEstimator: upper bounds for the sizes of events, the better the more is known of the numbers of
// definitions (docs/formats/otf2.md, section 18). The functions that exist once per record or per id space are stamped
// and call the templates below.
#pragma once

#include <otf2/OTF2_EventSizeEstimator.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "compat/otf2/errors.hpp"
#include "formats/otf2/local_definitions.hpp"
#include "formats/otf2/records.hpp"

struct OTF2_EventSizeEstimator {
  // What is known of one id space.
  struct Ids {
    std::uint64_t number = 0;
    std::size_t bytes = 1 + sizeof(std::uint32_t);  // of the longest id
  };

  OTF2_EventSizeEstimator() { ids(weft::otf2::MappingType::location).bytes = 1 + sizeof(std::uint64_t); }

  Ids& ids(weft::otf2::MappingType type) { return ids_[static_cast<std::size_t>(type)]; }
  const Ids& ids(weft::otf2::MappingType type) const { return ids_[static_cast<std::size_t>(type)]; }

 private:
  std::array<Ids, weft::otf2::mapping_types> ids_;
};

namespace weft::otf2::compat {

// OTF2_EventSizeEstimator_SetNumberOf...Definitions. `function` is the C function called, for reports.
OTF2_ErrorCode set_number_of(
    const char* function, OTF2_EventSizeEstimator* estimator, MappingType type, std::uint64_t number);

template <class Id>
OTF2_ErrorCode set_number(const char* function, OTF2_EventSizeEstimator* estimator, std::uint64_t number) {
  return set_number_of(function, estimator, *mapping_of<Id>(), number);
}

// Of a record's length field, when its fields need at most so many bytes.
constexpr std::size_t length_bytes(std::uint64_t field_bytes) { return field_bytes < 255 ? 1 : 1 + 8; }

// How many bytes less than the worst case the ids in a record need; ids in lists always count as the worst case.
template <class R>
std::size_t saved_by_ids(const OTF2_EventSizeEstimator& estimator) {
  std::size_t saved = 0;
  R::schema.each([&](const auto& field) {
    using Value = typename std::remove_cvref_t<decltype(field)>::Value;
    if constexpr (constexpr auto type = mapping_of<Value>(); type.has_value())
      saved += 1 + sizeof(Value) - estimator.ids(*type).bytes;
  });
  return saved;
}

// Bytes of one element of a record's list, 0 if it has none.
template <class R>
std::size_t element_bytes() {
  std::size_t bytes = 0;
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

// OTF2_EventSizeEstimator_GetSizeOf...Event; `count` is that of the record's list.
template <class R>
std::size_t event_bytes(const char* function, const OTF2_EventSizeEstimator* estimator, std::uint64_t count = 0) {
  if (!estimator) return fail_for_null(function), 0;
  const std::size_t worst_case = estimated_bytes<Estimate::worst_case>(R{}) + count * element_bytes<R>();
  const bool has_length = WireOf<EventRecords, R>::framing == Framing::length;
  return 1 + (has_length ? length_bytes(worst_case) : 0) + worst_case - saved_by_ids<R>(*estimator);
}

}  // namespace weft::otf2::compat
