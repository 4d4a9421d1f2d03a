// SPDX-License-Identifier: BSD-3-Clause
#include "convert/own_batch.hpp"

#include <type_traits>

namespace weft {

namespace {

template <class R>
std::uint64_t first_field(const R& record) {
  if constexpr (std::remove_cvref_t<decltype(R::schema)>::size > 0) {
    const auto& value = record.*std::get<0>(R::schema.fields).member;
    if constexpr (requires { value.value; })
      return value.value;
    else
      return static_cast<std::uint64_t>(value);
  }
  return 0;
}

}  // namespace

void OwnBatch::clear() {
  times_.clear(), kinds_.clear(), values_.clear(), handles_.clear(), places_.clear(), own_.clear();
  memory_.clear();
  access_ = nullptr;
}

void OwnBatch::take(const EventBatch& from, std::size_t row) {
  const std::uint32_t handle = from.record[row];
  const auto place = static_cast<std::uint32_t>(places_.size());
  times_.push_back(from.time[row]);
  kinds_.push_back(from.kind[row]);
  values_.push_back(from.value[row]);
  handles_.push_back(handle & EventBatch::has_more ? place | EventBatch::has_more : place);
  places_.push_back({false, handle & ~EventBatch::has_more});
  access_ = from.access;
}

void OwnBatch::add(Ticks time, const EventRecord& record, std::span<const AttributeEntry> attributes) {
  times_.push_back(time);
  kinds_.push_back(static_cast<Kind>(record.index()));
  values_.push_back(record.visit([](const auto& r) { return first_field(r); }));
  handles_.push_back(static_cast<std::uint32_t>(places_.size()) | EventBatch::has_more);
  places_.push_back({true, static_cast<std::uint32_t>(own_.size())});
  own_.push_back({record, memory_.copy(attributes)});
}

EventBatch OwnBatch::batch(LocationRef location, std::uint64_t first_event) {
  EventBatch batch;
  batch.location = location;
  batch.first_event = first_event;
  batch.time = times_;
  batch.kind = kinds_;
  batch.value = values_;
  batch.record = handles_;
  batch.access = this;
  return batch;
}

bool OwnBatch::read(std::uint32_t row, Kind kind, Event& event) {
  const Place place = places_[row];
  if (!place.is_own) return access_->read(place.handle, kind, event);
  event.record = own_[place.handle].record;
  event.attributes = own_[place.handle].attributes;
  return true;
}

}  // namespace weft
