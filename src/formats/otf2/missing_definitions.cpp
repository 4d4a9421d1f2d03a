// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/missing_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/references.hpp"

namespace weft::otf2 {

template <class Id>
void MissingDefinitions::note_id(Id id) {
  if (id.defined() && !known_.contains(id)) missing_[Id::space::number].insert(id.value);
}

void MissingDefinitions::note(const EventRecord& record, std::span<const AttributeEntry> attributes) {
  const auto note = [&](auto id, std::string_view, bool) { note_id(id); };
  record.visit([&](const auto& r) { each_reference(r, note); });
  each_reference(attributes, note);
}

void MissingDefinitions::merge(const MissingDefinitions& other) {
  for (std::size_t i = 0; i < missing_.size(); ++i)
    missing_[i].insert(other.missing_[i].begin(), other.missing_[i].end());
}

std::size_t MissingDefinitions::count() const {
  std::size_t total = 0;
  for (const auto& ids : missing_) total += ids.size();
  return total;
}

namespace {

// A string id nobody uses, defined on the spot.
StringRef add_text(Definitions& definitions, std::uint32_t& next, const std::string& text) {
  while (definitions.contains(StringRef{next})) ++next;
  definitions.add(def::String{{next}, text});
  return {next};
}

}  // namespace

std::vector<std::string> MissingDefinitions::supply(Definitions& definitions) const {
  std::vector<std::string> done;
  // Texts first: names made here must not take an id that is missing.
  for (const std::uint64_t id : missing_[StringSpace::number])
    definitions.add(def::String{{static_cast<std::uint32_t>(id)}, fmt::format("lost text {}", id)});
  auto next_text = static_cast<std::uint32_t>(definitions.all<def::String>().size());
  std::array<bool, id_spaces> served{};
  served[StringSpace::number] = true;
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (HasId<R>) {
      using Id = decltype(R::self);
      // Where definitions share an id space, the first kind stands in for all.
      if (std::exchange(served[Id::space::number], true)) return;
      for (const std::uint64_t value : missing_[Id::space::number]) {
        R row{};
        row.self = Id{static_cast<typename Id::rep>(value)};
        if constexpr (requires { row.name = StringRef{}; })
          row.name = add_text(definitions, next_text, fmt::format("lost {} {}", Id::space::name, value));
        definitions.add(row);
      }
    }
  });
  DefinitionTypes::each([&](auto type) {
    using R = typename decltype(type)::type;
    if constexpr (HasId<R>) {
      using Space = typename decltype(R::self)::space;
      const std::size_t count = missing_[Space::number].size();
      const std::string sentence = fmt::format(
          "made up {} missing definition{} of {}", count, count == 1 ? "" : "s", Space::name);
      if (count && std::ranges::find(done, sentence) == done.end()) done.push_back(sentence);
    }
  });
  return done;
}

void MissingDefinitions::note(const Definitions& definitions) {
  definitions.each_table([&](const auto& table) {
    for (const auto& row : table) each_reference(row, [&](auto id, std::string_view, bool) { note_id(id); });
  });
}

}  // namespace weft::otf2
