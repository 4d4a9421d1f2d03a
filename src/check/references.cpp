// SPDX-License-Identifier: BSD-3-Clause
#include "check/references.hpp"

namespace weft::check {

namespace {

// "Region 5", or "LocationProperty number 3" for records without an id.
template <class R>
std::string title(const R& record, std::size_t row) {
  if constexpr (HasId<R>)
    return fmt::format("{} {}", R::schema.name, record.self.value);
  else
    return fmt::format("{} number {}", R::schema.name, row + 1);
}

}  // namespace

void check_references(const Definitions& definitions, Findings& findings) {
  definitions.each_table([&](const auto& rows) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto& record = rows.rows()[row];
      each_reference(record, [&](auto id, std::string_view field, bool optional) {
        if (const Rule* rule = broken_rule(definitions, id, optional))
          findings.add(*rule, [&] { return broken_text(title(record, row), field, id); });
      });
    }
  });
}

void References::attributes(std::span<const AttributeEntry> entries, std::string_view event, const Place& at) {
  each_reference(entries, [&](auto id, std::string_view field, bool optional) { one(id, event, field, at, optional); });
}

}  // namespace weft::check
