// SPDX-License-Identifier: BSD-3-Clause
// The fields and attributes of any event, told one by one to whoever writes them down.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "formats/exports/timeline.hpp"
#include "model/batch.hpp"
#include "model/definitions.hpp"

namespace weft::exports {

// Texts live until the call returns; keys as long as the definitions.
class FieldTaker {
 public:
  virtual ~FieldTaker() = default;
  virtual void number(std::string_view key, std::uint64_t value) = 0;
  virtual void negative(std::string_view key, std::int64_t value) = 0;
  virtual void real(std::string_view key, double value) = 0;
  virtual void text(std::string_view key, std::string_view value) = 0;
  // The id of a definition, or the number of an enumerator, and its name, which may be empty.
  virtual void named(std::string_view key, std::uint64_t id, std::string_view name) = 0;
};

// Values of metrics are not among the fields: they have places of their own. Without a timeline, times are ticks.
void tell_fields(
    const EventRecord& record, const Definitions& definitions, const Timeline* timeline, FieldTaker& taker);
void tell_attributes(std::span<const AttributeEntry> attributes, const Definitions& definitions, FieldTaker& taker);

}  // namespace weft::exports
