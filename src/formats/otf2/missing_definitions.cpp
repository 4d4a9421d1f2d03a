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

std::vector<LocationRef> MissingDefinitions::take_locations() {
  std::vector<LocationRef> locations;
  for (const std::uint64_t id : std::exchange(missing_[LocationSpace::number], {})) locations.push_back({id});
  return locations;
}

namespace {

template <class R>
auto unused_id(const Definitions& definitions) {
  decltype(R::self) id{static_cast<typename decltype(R::self)::rep>(definitions.all<R>().size())};
  while (definitions.contains(id)) ++id.value;
  return id;
}

}  // namespace

StringRef add_text(Definitions& definitions, const std::string& text) {
  const StringRef id = unused_id<def::String>(definitions);
  definitions.add(def::String{id, text});
  return id;
}

LocationGroupRef add_process(Definitions& definitions, const std::string& name) {
  if (definitions.all<def::SystemTreeNode>().size() == 0) {
    const StringRef node = add_text(definitions, "unknown");
    definitions.add(def::SystemTreeNode{{0}, node, add_text(definitions, "machine"), {}});
  }
  const LocationGroupRef id = unused_id<def::LocationGroup>(definitions);
  definitions.add(def::LocationGroup{id, add_text(definitions, name), LocationGroupType::process,
      definitions.all<def::SystemTreeNode>().begin()->self, {}});
  return id;
}

void add_location(Definitions& definitions, LocationRef location, const std::string& name, std::uint64_t events,
    LocationGroupRef process) {
  definitions.add(def::Location{location, add_text(definitions, name), LocationType::cpu_thread, events, process});
}

std::vector<std::string> MissingDefinitions::supply(Definitions& definitions, const std::string& whose) const {
  std::vector<std::string> done;
  // Texts first: names made here must not take an id that is missing.
  for (const std::uint64_t id : missing_[StringSpace::number])
    definitions.add(def::String{{static_cast<std::uint32_t>(id)}, fmt::format("lost text {}{}", id, whose)});
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
          row.name = add_text(definitions, fmt::format("lost {} {}{}", Id::space::name, value, whose));
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
