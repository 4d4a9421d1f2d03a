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

  // The locations among what is missing, and nothing of them: whoever knows the whole run knows more of these.
  std::vector<LocationRef> take_locations();

  // Adds a definition for every missing id, and for what those need in turn. Returns one sentence per id space. `whose`
  // ends the names that are made up, so that those of two processes differ.
  std::vector<std::string> supply(Definitions& definitions, const std::string& whose = "") const;

 private:
  template <class Id>
  void note_id(Id id);

  const Definitions& known_;
  std::array<std::set<std::uint64_t>, id_spaces> missing_;
};

// A text with an id nobody uses.
StringRef add_text(Definitions& definitions, const std::string& text);

// A process that nobody defined, on the first machine there is or on an unknown one.
LocationGroupRef add_process(Definitions& definitions, const std::string& name);

// The definition of a location that nobody defined.
void add_location(Definitions& definitions, LocationRef location, const std::string& name, std::uint64_t events,
    LocationGroupRef process);

}  // namespace weft::otf2
