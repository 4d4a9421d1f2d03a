// SPDX-License-Identifier: BSD-3-Clause
// Rules on references: every id used in a definition, an event or an attribute has a definition. A definition may come
// after its use.
#pragma once

#include <span>
#include <string_view>

#include "check/findings.hpp"
#include "model/references.hpp"

namespace weft::check {

inline constexpr Rule reference_rules[] = {undefined_reference, missing_reference};

void check_references(const Definitions& definitions, Findings& findings);

// The references of one location's events.
class References {
 public:
  References(const Definitions& definitions, Findings& findings) : definitions_(definitions), findings_(findings) {}

  // The one field of an Enter or Leave, without building the record.
  void region(RegionRef region, std::string_view event, const Place& at) {
    if (!definitions_.find<def::Region>(region)) [[unlikely]]
      one(region, event, "region", at, false);
  }

  template <class E>
  void see(const E& event, const Place& at) {
    each_reference(
        event, [&](auto id, std::string_view field, bool optional) { one(id, E::schema.name, field, at, optional); });
  }

  void attributes(std::span<const AttributeEntry> entries, std::string_view event, const Place& at);

 private:
  template <class Id>
  void one(Id id, std::string_view record, std::string_view field, const Place& at, bool optional) {
    if (const Rule* rule = broken_rule(definitions_, id, optional))
      findings_.add(*rule, at, [&] { return broken_text(record, field, id); });
  }

  const Definitions& definitions_;
  Findings& findings_;
};

}  // namespace weft::check
