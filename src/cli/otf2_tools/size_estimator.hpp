// SPDX-License-Identifier: BSD-3-Clause
// SizeEstimator: the largest size records can have when the numbers of definitions are known.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "formats/otf2/local_definitions.hpp"
#include "formats/otf2/records.hpp"

namespace weft::cli::otf2_tools {

// What is known of the ids of one kind.
struct IdSpaceSize {
  std::uint64_t number = 0;
  std::uint64_t id_bytes = 5;
};

class SizeEstimator {
 public:
  static constexpr std::uint64_t timestamp_bytes = 9;

  // Ids of locations have 64 bits.
  SizeEstimator() { spaces_[static_cast<std::size_t>(otf2::MappingType::location)].id_bytes = 9; }

  void set_number(otf2::MappingType type, std::uint64_t number);

  std::uint64_t definition_chunk_bytes() const;
  std::uint64_t attribute_list_bytes(std::span<const Type> types) const;

  // `elements` is the length of the record's list, if it has one.
  template <class Wire>
  std::uint64_t event_bytes(std::uint64_t elements) const {
    using R = typename Wire::Record;
    std::uint64_t worst = 0;
    std::uint64_t bytes = 0;
    R::schema.each([&](const auto& f) {
      using Value = typename std::remove_cvref_t<decltype(f)>::Value;
      const std::uint64_t field = worst_bytes<Value>(elements);
      worst += field;
      bytes += id_bytes<Value>().value_or(field);
    });
    if constexpr (Wire::framing == otf2::Framing::bare) return 1 + bytes;
    return 1 + length_bytes(worst) + bytes;
  }

 private:
  static constexpr std::uint64_t length_bytes(std::uint64_t worst) { return worst >= 255 ? 9 : 1; }

  template <class Value>
  std::optional<std::uint64_t> id_bytes() const {
    if constexpr (is_ref<Value>)
      if (const auto type = otf2::mapping_of<Value>()) return space(*type).id_bytes;
    return std::nullopt;
  }

  template <class Value>
  static std::uint64_t worst_bytes(std::uint64_t elements) {
    if constexpr (is_sequence<Value>) {
      const auto element = otf2::estimated_bytes<otf2::Estimate::worst_case>(One<typename Value::element>{});
      return worst_bytes<typename Value::count_type>(0) + elements * element;
    } else {
      return otf2::estimated_bytes<otf2::Estimate::worst_case>(One<Value>{});
    }
  }
  // A value as a record of its own, to be measured.
  template <class Value>
  struct One {
    Value value{};
    static constexpr auto schema = record("", "", field<&One::value>("", ""));
  };

  const IdSpaceSize& space(otf2::MappingType type) const { return spaces_[static_cast<std::size_t>(type)]; }

  std::array<IdSpaceSize, otf2::mapping_types> spaces_;  // by mapping type
};

}  // namespace weft::cli::otf2_tools
