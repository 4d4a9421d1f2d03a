// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/event_stream.hpp"

namespace weft::dftracer {

namespace {

const CallUse& call_at(const Translation& translation, RowRef at) {
  return translation.calls[at.slice->worker->calls[at.row->call]];
}

// Metadata has no time: it is told before everything else.
std::uint64_t time_of(const ThreadPlan& thread, const Row& row) {
  return row.kind == RowKind::metadata ? thread.first_time : row.begin;
}

// What the arguments of an I/O call say about it.
struct IoArguments {
  std::optional<std::int64_t> count, ret, size, offset, whence, ret_len, str_len;

  // A call that does not say how many bytes it wants wants those that it moved.
  std::uint64_t requested(BytesIn told_in) const {
    constexpr std::uint64_t unknown = ~std::uint64_t{0};
    return moved(told_in, count ? count : ret).value_or(unknown);
  }
  std::uint64_t transferred(BytesIn told_in) const { return moved(told_in, ret).value_or(0); }

 private:
  // Were `result` what the call returned.
  std::optional<std::uint64_t> moved(BytesIn told_in, std::optional<std::int64_t> result) const {
    return bytes_moved(told_in, [&](std::string_view name) {
      if (name == "ret") return result;
      return name == "size" ? size : name == "ret_len" ? ret_len : str_len;
    });
  }
};

// The oldest generation has large numbers in quotes.
std::optional<std::int64_t> number_in(const Translation& translation, RowRef at, const StoredValue& value) {
  Value told{value.kind, value.bits};
  if (value.kind == Value::Kind::text) told.text = translation.definitions->text(at.slice->worker->words[value.bits]);
  return told.number();
}

IoArguments io_arguments(const Translation& translation, RowRef at) {
  IoArguments found;
  PayloadCursor cursor(at.slice->payload + at.row->payload);
  const PayloadHead head = PayloadHead::take(cursor);
  for (std::uint64_t i = 0; i < head.arguments; ++i) {
    const StringRef key = at.slice->worker->words[cursor.number()];
    const StoredValue value = take_value(cursor);
    const auto take = [&](StringRef name, std::optional<std::int64_t>& into) {
      if (key == name) into = number_in(translation, at, value);
    };
    take(translation.count, found.count);
    take(translation.ret, found.ret);
    take(translation.size, found.size);
    take(translation.offset, found.offset);
    take(translation.whence, found.whence);
    take(translation.ret_len, found.ret_len);
    take(translation.str_len, found.str_len);
  }
  return found;
}

// The handle of the file that a row's call works on, or none.
IoHandleRef handle_of(const Translation& translation, const ThreadPlan& thread, RowRef at, const CallUse& call) {
  if (call.action == IoAction::none || at.row->file == no_word) return {};
  return translation.handle_of({thread.group, at.slice->worker->words[at.row->file], call.is_stdio});
}

IoOperationMode mode_of(IoAction action) {
  return action == IoAction::read    ? IoOperationMode::read
         : action == IoAction::write ? IoOperationMode::write
                                     : IoOperationMode::flush;
}

}  // namespace

std::vector<std::uint64_t> TrackStream::count(const Translation& translation, const ThreadPlan& thread) {
  std::vector<std::uint64_t> events(1);
  Walk walk(thread);
  for (Walk::Step step; walk.next(step);) {
    if (step.track >= events.size()) events.resize(step.track + 1);
    const bool is_span = step.at.row->kind == RowKind::span || step.at.row->kind == RowKind::begin;
    events[step.track] += is_span ? 2 : 1;
    if (step.at.row->kind != RowKind::span) continue;
    const CallUse& call = call_at(translation, step.at);
    if (handle_of(translation, thread, step.at, call).defined())
      events[step.track] += call.action == IoAction::seek ? 1 : 2;
  }
  return events;
}

void TrackStream::put(std::uint64_t time, Kind kind, std::uint64_t value, RowRef at) {
  const auto row = static_cast<std::uint32_t>(times_.size());
  times_.push_back(time);
  kinds_.push_back(kind);
  values_.push_back(value);
  records_.push_back(at.row ? row | EventBatch::has_more : row);
  sources_.push_back(at);
}

void TrackStream::leave_until(std::uint64_t time) {
  while (!open_.empty() && open_.back().end <= time) {
    const Open& last = open_.back();
    if (last.handle.defined()) put(last.end, kind_of<evt::IoOperationComplete>, last.handle.value, last.at);
    put(last.end, kind_of<evt::Leave>, last.region.value, last.at);
    open_.pop_back();
  }
}

void TrackStream::enter(const Walk::Step& step) {
  const Row& row = *step.at.row;
  const CallUse& call = call_at(translation_, step.at);
  const bool is_half = row.kind == RowKind::begin;
  put(row.begin, kind_of<evt::Enter>, call.region.value, is_half ? step.at : RowRef{});
  IoHandleRef handle = is_half ? IoHandleRef{} : handle_of(translation_, thread_, step.at, call);
  if (handle.defined()) {
    const bool is_seek = call.action == IoAction::seek;
    put(row.begin, is_seek ? kind_of<evt::IoSeek> : kind_of<evt::IoOperationBegin>, handle.value, step.at);
    if (is_seek) handle = {};
  }
  open_.push_back({step.end, call.region, handle, is_half ? step.end_row : step.at});
}

void TrackStream::refill() {
  used_ = 0;
  times_.clear(), kinds_.clear(), values_.clear(), records_.clear(), sources_.clear();
  while (times_.size() < rows_ && !is_done_) {
    Walk::Step step;
    if (!walk_.next(step)) {
      leave_until(~std::uint64_t{0});
      is_done_ = true;
      break;
    }
    if (step.track != track_) continue;
    const Row& row = *step.at.row;
    const std::uint64_t time = time_of(thread_, row);
    leave_until(time);
    switch (row.kind) {
      case RowKind::span:
      case RowKind::begin:
        enter(step);
        break;
      case RowKind::metric:
        put(time, kind_of<evt::Metric>, translation_.shapes[step.at.slice->worker->shapes[row.call]].metric.value,
            step.at);
        break;
      default:
        put(time, kind_of<evt::ParameterString>,
            (row.kind == RowKind::metadata ? translation_.metadata : translation_.event).value, step.at);
        break;
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
  for (const AttributeEntry& entry : attributes_)
    if (entry.attribute == found->second) return;
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
  if (is_half) attributes_.push_back({translation_.phase, TypedValue::of(phase)});
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

bool TrackStream::read(std::uint32_t row, Kind kind, weft::Event& event) {
  const RowRef at = sources_[row];
  if (at.slice) note_reading(*at.slice);
  attributes_.clear();
  metric_values_.clear();
  const std::uint64_t value = values_[row];
  const auto handle = [&] { return IoHandleRef{static_cast<std::uint32_t>(value)}; };
  if (kind == kind_of<evt::Enter> || kind == kind_of<evt::Leave>) {
    add_attributes(at, false);
    event.record = record_of_one_field(kind, value);
  } else if (kind == kind_of<evt::Metric>) {
    add_attributes(at, true);
    event.record = evt::Metric{{static_cast<std::uint32_t>(value)}, metric_values_};
  } else if (kind == kind_of<evt::ParameterString>) {
    event.record = evt::ParameterString{{static_cast<std::uint32_t>(value)}, at.slice->worker->lines[at.row->call]};
  } else {
    const IoArguments told = io_arguments(translation_, at);
    const CallUse& call = call_at(translation_, at);
    if (kind == kind_of<evt::IoOperationBegin>)
      event.record = evt::IoOperationBegin{
          handle(), mode_of(call.action), IoOperationFlag::none, told.requested(call.bytes), at.row->place};
    else if (kind == kind_of<evt::IoOperationComplete>)
      event.record = evt::IoOperationComplete{handle(), told.transferred(call.bytes), at.row->place};
    else
      event.record = evt::IoSeek{handle(), told.offset.value_or(0), static_cast<IoSeekOption>(told.whence.value_or(0)),
          static_cast<std::uint64_t>(told.ret.value_or(0))};
  }
  event.attributes = attributes_;
  return true;
}

}  // namespace weft::dftracer
