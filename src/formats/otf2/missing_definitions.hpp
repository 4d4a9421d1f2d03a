// SPDX-License-Identifier: BSD-3-Clause
// MissingDefinitions: notes which ids are used but not defined, and makes definitions for them, so that what refers to
// them can be read again.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "formats/otf2/local_definitions.hpp"
#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft::otf2 {

class MissingDefinitions {
 public:
  explicit MissingDefinitions(const Definitions& known) : known_(known) {}

  // Notes what a record and its attributes refer to.
  void note(const EventRecord& record, std::span<const AttributeEntry> attributes);
  // Notes what definitions refer to.
  void note(const Definitions& definitions);
  void merge(const MissingDefinitions& other);

  std::size_t count() const;

  // Adds a definition for every missing id, and for what those need in turn. Returns one sentence per id space.
  std::vector<std::string> supply(Definitions& definitions) const;

 private:
  template <class Id>
  void note_id(Id id);

  const Definitions& known_;
  std::array<std::set<std::uint64_t>, id_spaces> missing_;
};

}  // namespace weft::otf2
