// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/event_stream.hpp"

#include <utility>

#include "formats/dftracer/vocabulary.hpp"

namespace weft::dftracer {

namespace {

// What is read from one file is written to the other.
IoOperationMode mode_of(IoAction action, bool is_on_other_file) {
  if (action == IoAction::flush) return IoOperationMode::flush;
  return (action == IoAction::read) != is_on_other_file ? IoOperationMode::read : IoOperationMode::write;
}

}  // namespace

void TrackStream::put(std::uint64_t time, Kind kind, std::uint64_t value, const Source& source) {
  const auto row = static_cast<std::uint32_t>(times_.size());
  times_.push_back(time);
  kinds_.push_back(kind);
  values_.push_back(value);
  records_.push_back(source.at.row ? row | EventBatch::has_more : row);
  sources_.push_back(source);
}

void TrackStream::leave(std::uint64_t time, RegionRef region, RowRef at, const FileKey& file) {
  put(time, kind_of<evt::Leave>, region.value,
      {at, false, file.file.defined() ? translation_.file_of(file) : IoFileRef{}});
}

void TrackStream::on_handle(std::uint64_t time, Kind kind, const HandleKey& handle, RowRef at, bool is_on_other_file) {
  put(time, kind, translation_.handle_of(handle).value, {at, is_on_other_file});
}

void TrackStream::other(std::uint64_t time, RowRef at) {
  const Row& row = *at.row;
  if (row.kind == RowKind::metric)
    return put(time, kind_of<evt::Metric>, translation_.shapes[at.slice->worker->shapes[row.call]].metric.value, {at});
  const ParameterRef parameter = row.kind == RowKind::metadata  ? translation_.metadata
                                 : row.kind == RowKind::instant ? translation_.instant
                                                                : translation_.event;
  put(time, kind_of<evt::ParameterString>, parameter.value, {at});
}

void TrackStream::refill() {
  used_ = 0;
  times_.clear(), kinds_.clear(), values_.clear(), records_.clear(), sources_.clear();
  while (times_.size() < rows_ && !is_done_) {
    Walk::Step step;
    if (!walk_.next(step)) {
      events_of_.end();
      is_done_ = true;
    } else if (step.track == track_) {
      events_of_.take(step);
    }
  }
}

bool TrackStream::next(EventBatch& batch) {
  if (used_ == times_.size()) refill();
  const std::size_t count = std::min(rows_, times_.size() - used_);
  if (count == 0) return false;
  batch.location = thread_.tracks[track_].location;
  batch.first_event = events_;
  batch.part = 0;
  batch.time = std::span(times_).subspan(used_, count);
  batch.kind = std::span(kinds_).subspan(used_, count);
  batch.value = std::span(values_).subspan(used_, count);
  batch.record = std::span(records_).subspan(used_, count);
  batch.access = this;
  used_ += count;
  events_ += count;
  return true;
}

TypedValue TrackStream::typed(RowRef at, const StoredValue& value) const {
  switch (held_by(value.kind, value.bits)) {
    case Holds::integer:
      return TypedValue::of(static_cast<std::int64_t>(value.bits));
    case Holds::natural:
      return TypedValue::of(value.bits);
    case Holds::real:
      return TypedValue::of(std::bit_cast<double>(value.bits));
    case Holds::json:
      return TypedValue::of(at.slice->worker->lines[value.bits]);
    default:
      return TypedValue::of(at.slice->worker->words[value.bits]);
  }
}

void TrackStream::add_attribute(RowRef at, std::uint64_t key, const StoredValue& value, bool is_field) {
  const auto found = translation_.attributes.find(
      Translation::key_of(at.slice->worker->words[key], held_by(value.kind, value.bits), is_field));
  if (found == translation_.attributes.end()) return;
  // An object with a key twice: no event may have an attribute twice.
  const std::uint32_t attribute = found->second.value;
  if (attribute >= told_.size()) told_.resize(attribute + 1);
  if (std::exchange(told_[attribute], events_read_) == events_read_) return;
  attributes_.push_back({found->second, typed(at, value)});
}

// Of a metric, numbers are its values.
void TrackStream::add_attributes(RowRef at, bool is_metric) {
  PayloadCursor cursor(at.slice->payload + at.row->payload);
  const PayloadHead head = PayloadHead::take(cursor);
  if (head.fields & Record::has_id) attributes_.push_back({translation_.id, TypedValue::of(head.id)});
  if (head.fields & Record::has_type)
    attributes_.push_back({translation_.type, TypedValue::of(std::int64_t{head.type})});
  if (!(head.fields & Record::has_arguments))
    attributes_.push_back({translation_.no_arguments, TypedValue::of(std::int64_t{1})});
  if (const int missing = Record::usual_fields & ~head.fields)
    attributes_.push_back({translation_.missing, TypedValue::of(std::int64_t{missing})});
  const StringRef phase = at.slice->worker->words[head.phase];
  const bool is_half = at.row->kind == RowKind::begin || at.row->kind == RowKind::end;
  const bool is_instant = at.row->kind == RowKind::instant;
  if (is_half || is_instant) attributes_.push_back({translation_.phase, TypedValue::of(phase)});
  if (is_instant) attributes_.push_back({translation_.category, TypedValue::of(at.slice->worker->words[at.row->file])});
  if (is_metric) {
    const ShapeUse& shape = translation_.shapes[at.slice->worker->shapes[at.row->call]];
    attributes_.push_back({translation_.name, TypedValue::of(shape.name)});
    attributes_.push_back({translation_.category, TypedValue::of(shape.category)});
    attributes_.push_back({translation_.phase, TypedValue::of(phase)});
  }
  for (std::uint64_t i = 0; i < head.arguments; ++i) {
    const std::uint64_t key = cursor.number();
    const StoredValue value = take_value(cursor);
    if (is_metric && is_number(held_by(value.kind, value.bits)))
      metric_values_.push_back({typed(at, value).type, value.bits});
    else
      add_attribute(at, key, value, false);
  }
  const std::uint64_t others = cursor.number();
  for (std::uint64_t i = 0; i < others; ++i) {
    const std::uint64_t key = cursor.number();
    add_attribute(at, key, take_value(cursor), true);
  }
}

void TrackStream::note_reading(const Slice& slice) {
  if (slice.mapped.empty()) return;
  if (read_from_.empty() || read_from_.back() != &slice) read_from_.push_back(&slice);
  if (++reads_ == reads_to_keep) forget_what_was_read();
}

void TrackStream::forget_what_was_read() {
  for (const Slice* const slice : read_from_) forget_pages(slice->mapped);
  read_from_.clear();
  reads_ = 0;
}

EventRecord TrackStream::on_handle_record(Kind kind, IoHandleRef handle, const Source& source) {
  const IoArguments told = io_arguments(translation_, source.at);
  const CallUse& call = call_at(translation_, source.at);
  constexpr std::uint64_t other_one = std::uint64_t{1} << 63;
  const std::uint64_t id = source.at.row->place | (source.is_on_other_file ? other_one : 0);
  if (kind == kind_of<evt::IoCreateHandle>) return opening(translation_, handle, told);
  if (kind == kind_of<evt::IoDestroyHandle>) return evt::IoDestroyHandle{handle};
  if (kind == kind_of<evt::IoSeek>)
    return evt::IoSeek{handle, told.offset.value_or(0), static_cast<IoSeekOption>(told.whence.value_or(0)),
        told.position(call.seeks).value_or(unknown_offset)};
  if (kind == kind_of<evt::IoOperationComplete>)
    return evt::IoOperationComplete{handle, told.transferred(call.bytes), id};
  if (call.placing != IoPlacing::follows && call.action != IoAction::flush) {
    const bool is_told = call.placing == IoPlacing::at_offset && told.offset.value_or(-1) >= 0;
    attributes_.push_back(
        {translation_.io_offset, TypedValue::of(is_told ? static_cast<std::uint64_t>(*told.offset) : unknown_offset)});
  }
  const std::uint64_t bytes = call.action == IoAction::flush ? 0 : told.requested(call.bytes);
  return evt::IoOperationBegin{handle, mode_of(call.action, source.is_on_other_file), IoOperationFlag::none, bytes, id};
}

bool TrackStream::read(std::uint32_t row, Kind kind, weft::Event& event) {
  const Source& source = sources_[row];
  const RowRef at = source.at;
  if (at.slice) note_reading(*at.slice);
  attributes_.clear();
  ++events_read_;
  metric_values_.clear();
  const std::uint64_t value = values_[row];
  if (kind == kind_of<evt::Enter> || kind == kind_of<evt::Leave>) {
    add_attributes(at, false);
    if (source.file.defined()) attributes_.push_back({translation_.file, TypedValue{Type::io_file, source.file.value}});
    event.record = record_of_one_field(kind, value);
  } else if (kind == kind_of<evt::Metric>) {
    add_attributes(at, true);
    event.record = evt::Metric{{static_cast<std::uint32_t>(value)}, metric_values_};
  } else if (kind == kind_of<evt::ParameterString>) {
    const bool is_instant = at.row->kind == RowKind::instant;
    if (is_instant) add_attributes(at, false);
    const WorkerMap& worker = *at.slice->worker;
    event.record = evt::ParameterString{
        {static_cast<std::uint32_t>(value)}, is_instant ? worker.words[at.row->call] : worker.lines[at.row->call]};
  } else {
    event.record = on_handle_record(kind, IoHandleRef{static_cast<std::uint32_t>(value)}, source);
  }
  event.attributes = attributes_;
  return true;
}

}  // namespace weft::dftracer
