// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/missing_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::otf2 {

template <class Id>
void MissingDefinitions::note_id(Id id) {
  if (id.defined() && !known_.contains(id)) missing_[Id::space::number].insert(id.value);
}

template <class R>
void MissingDefinitions::note_record(const R& record) {
  R::schema.each([&](const auto& f) {
    const auto& value = record.*f.member;
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (is_ref<Value>) {
      if (f.name != "self") note_id(value);
    } else if constexpr (std::is_same_v<Value, TypedValue>) {
      note_value(value);
    } else if constexpr (is_sequence<Value>) {
      if constexpr (is_ref<typename Value::element>)
        for (const auto id : value) note_id(id);
      if constexpr (Record<typename Value::element>)
        for (const auto& element : value) note_record(element);
    }
  });
}

void MissingDefinitions::note(const EventRecord& record, std::span<const AttributeEntry> attributes) {
  record.visit([&](const auto& r) { note_record(r); });
  for (const AttributeEntry& entry : attributes) {
    note_id(entry.attribute);
    note_value(entry.value);
  }
}

void MissingDefinitions::note_value(const TypedValue& value) {
  const auto id = static_cast<std::uint32_t>(value.bits);
  switch (value.type) {
    case Type::string:
      return note_id(StringRef{id});
    case Type::attribute:
      return note_id(AttributeRef{id});
    case Type::location:
      return note_id(LocationRef{value.bits});
    case Type::region:
      return note_id(RegionRef{id});
    case Type::group:
      return note_id(GroupRef{id});
    case Type::metric:
      return note_id(MetricRef{id});
    case Type::comm:
      return note_id(CommRef{id});
    case Type::parameter:
      return note_id(ParameterRef{id});
    case Type::rma_win:
      return note_id(RmaWinRef{id});
    case Type::source_code_location:
      return note_id(SourceCodeLocationRef{id});
    case Type::calling_context:
      return note_id(CallingContextRef{id});
    case Type::interrupt_generator:
      return note_id(InterruptGeneratorRef{id});
    case Type::io_file:
      return note_id(IoFileRef{id});
    case Type::io_handle:
      return note_id(IoHandleRef{id});
    case Type::location_group:
      return note_id(LocationGroupRef{id});
    default:
      return;
  }
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
    for (const auto& row : table) note_record(row);
  });
}

}  // namespace weft::otf2
