// SPDX-License-Identifier: BSD-3-Clause
// Frame: what calls on a stack are of, a region or a calling context.
#pragma once

#include <cstdint>
#include <string>

#include "model/definitions.hpp"

namespace weft::exports {

struct Frame {
  std::uint32_t id = 0;
  bool is_context = false;

  static Frame of(RegionRef region) { return {region.value, false}; }
  static Frame of(CallingContextRef context) { return {context.value, true}; }
  // One number for both kinds.
  std::uint64_t key() const { return std::uint64_t{is_context} << 32 | id; }

  friend bool operator==(const Frame&, const Frame&) = default;
};

// Never empty.
std::string name_of(const Definitions& definitions, Frame frame);
// The region behind it, or null.
const def::Region* region_of(const Definitions& definitions, Frame frame);
// The paradigm of the region in lower case, for viewers to sort by.
std::string category_of(const Definitions& definitions, Frame frame);

}  // namespace weft::exports
