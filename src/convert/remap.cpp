// SPDX-License-Identifier: BSD-3-Clause
#include "convert/remap.hpp"

#include <array>
#include <type_traits>

#include "model/references.hpp"

namespace weft {

namespace {

constexpr std::size_t no_space = id_spaces;

// The id space of the first field of each kind of event; of a time, one further.
constexpr std::array<std::size_t, EventTypes::size> spaces_of_first_fields() {
  std::array<std::size_t, EventTypes::size> spaces{};
  EventTypes::each([&](auto type) {
    using E = typename decltype(type)::type;
    std::size_t& space = spaces[static_cast<std::size_t>(kind_of<E>)];
    space = no_space;
    if constexpr (std::remove_cvref_t<decltype(E::schema)>::size > 0) {
      using First = typename std::remove_cvref_t<decltype(std::get<0>(E::schema.fields))>::Value;
      if constexpr (is_ref<First>) space = First::space::number;
      if constexpr (std::is_same_v<First, Timestamp>) space = no_space + 1;
    }
  });
  return spaces;
}
constexpr auto first_spaces = spaces_of_first_fields();

// What undefined ids are in a column: all bits of their own width.
std::uint64_t column_value(const IdMaps& ids, std::size_t space, std::uint64_t value) {
  const std::uint64_t global = ids.translate(space, value);
  if (global != ~std::uint64_t{0} || space == LocationSpace::number) return global;
  return space == IoParadigmSpace::number ? IoParadigmRef::undefined : StringRef::undefined;
}

}  // namespace

bool RemapStream::next(EventBatch& batch) {
  if (!stream_->next(batch)) return false;
  const std::size_t rows = batch.size();
  if (!remap_.clock.changes_nothing()) {
    times_.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) times_[row] = remap_.clock(batch.time[row]);
    batch.time = times_;
  }
  values_.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t space = first_spaces[static_cast<std::size_t>(batch.kind[row])];
    std::uint64_t value = batch.value[row];
    if (space > no_space)
      value = remap_.clock(value);
    else if (space < no_space && remap_.ids)
      value = column_value(*remap_.ids, space, value);
    values_[row] = value;
  }
  batch.value = values_;
  access_ = batch.access;
  batch.access = this;
  batch.location = location_;
  batch.first_event = first_event_;
  first_event_ += rows;
  return true;
}

bool RemapStream::read(std::uint32_t row, Kind kind, Event& event) {
  const Ticks time = event.time;
  if (!access_->read(row, kind, event)) return false;
  event.time = time;
  memory_.clear();
  event.record = event.record.visit([&](auto record) -> EventRecord {
    using E = decltype(record);
    if (remap_.ids) translate_references(record, memory_, *remap_.ids);
    E::schema.each([&](const auto& f) {
      if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(f)>::Value, Timestamp>) {
        Timestamp& moment = record.*f.member;
        moment.value = remap_.clock(moment.value);
      }
    });
    return record;
  });
  if (!remap_.ids || event.attributes.empty()) return true;
  attributes_.clear();
  for (AttributeEntry entry : event.attributes) {
    if (remap_.left_out && remap_.left_out->contains(entry.attribute.value)) continue;
    translate_references(entry, memory_, *remap_.ids);
    attributes_.push_back(entry);
  }
  event.attributes = attributes_;
  return true;
}

}  // namespace weft
