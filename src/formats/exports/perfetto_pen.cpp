// SPDX-License-Identifier: BSD-3-Clause
#include "formats/exports/perfetto_pen.hpp"

#include <fmt/format.h>

#include "base/utf8.hpp"
#include "formats/exports/metric_name.hpp"
#include "formats/exports/perfetto_fields.hpp"

namespace weft::exports {

namespace {

namespace pf = perfetto;
using protobuf::put_number;

// Numbers of texts that are none of the trace's own: behind those of frames, which have 33 bits.
constexpr std::uint64_t first_kind_name = std::uint64_t{1} << 40;
constexpr std::uint64_t first_operation_name = std::uint64_t{1} << 41;
// Categories: paradigms, and behind them those of other events.
constexpr std::uint64_t event_category = 300;
constexpr std::uint64_t message_category = 301;
constexpr std::uint64_t first_family_category = 302;

constexpr std::uint32_t small_ids = 1 << 20;

std::uint64_t name_number(Frame frame) { return frame.key() + 1; }

void put_descriptor(protobuf::Buffer& out, std::uint32_t sequence, auto&& fill) {
  const std::size_t packet = out.begin(pf::trace::packet);
  out.number(pf::trace_packet::trusted_packet_sequence_id, std::uint64_t{sequence});
  const std::size_t descriptor = out.begin(pf::trace_packet::track_descriptor);
  fill();
  out.end(descriptor);
  out.end(packet);
}

}  // namespace

void put_process_track(protobuf::Buffer& out, const Process& process) {
  std::string scratch;
  put_descriptor(out, first_sequence, [&] {
    out.number(pf::track_descriptor::uuid, track_uuid(TrackKind::process, process.number));
    const std::size_t inner = out.begin(pf::track_descriptor::process);
    out.number(pf::process_descriptor::pid, std::uint64_t{process.number});
    out.bytes(pf::process_descriptor::process_name, valid_utf8(process.name, scratch));
    out.end(inner);
  });
}

void put_thread_track(protobuf::Buffer& out, const Thread& thread) {
  std::string scratch;
  put_descriptor(out, first_sequence, [&] {
    out.number(pf::track_descriptor::uuid, track_uuid(TrackKind::thread, thread.number));
    out.number(pf::track_descriptor::parent_uuid, track_uuid(TrackKind::process, thread.process));
    const std::size_t inner = out.begin(pf::track_descriptor::thread);
    out.number(pf::thread_descriptor::pid, std::uint64_t{thread.process});
    out.number(pf::thread_descriptor::tid, std::uint64_t{thread.number});
    out.bytes(pf::thread_descriptor::thread_name, valid_utf8(thread.name, scratch));
    out.end(inner);
  });
}

// Times are those of a clock that was 0 at the first tick; when that was, the other clock says.
void put_clock(protobuf::Buffer& out, const Timeline& timeline) {
  const std::size_t packet = out.begin(pf::trace::packet);
  out.number(pf::trace_packet::trusted_packet_sequence_id, std::uint64_t{first_sequence});
  const std::size_t snapshot = out.begin(pf::trace_packet::clock_snapshot);
  const auto put = [&](std::uint64_t id, std::uint64_t time) {
    const std::size_t clock = out.begin(pf::clock_snapshot::clocks);
    out.number(pf::clock_snapshot::clock_id, id);
    out.number(pf::clock_snapshot::timestamp, time);
    out.end(clock);
  };
  put(pf::builtin_clock::boottime, 0);
  if (timeline.epoch()) put(pf::builtin_clock::realtime, *timeline.epoch());
  out.number(pf::clock_snapshot::primary_trace_clock, pf::builtin_clock::boottime);
  out.end(snapshot);
  out.end(packet);
}

PerfettoPen::PerfettoPen(const Stage& stage, const Places::Found& place, Losses& losses)
    : stage_(stage), losses_(losses), thread_(place.thread.number), sequence_(thread_ + first_sequence) {
  for (const std::string_view name : {std::string_view(place.thread.name), std::string_view(place.process.name)})
    if (valid_utf8(name, scratch_).data() != name.data()) Losses::count(losses_.changed_names, name);
  if (!place.is_defined) {
    put_process_track(out_, place.process);
    put_thread_track(out_, place.thread);
  }
  const std::size_t packet = out_.begin(pf::trace::packet);
  out_.number(pf::trace_packet::trusted_packet_sequence_id, std::uint64_t{sequence_});
  out_.number(pf::trace_packet::sequence_flags, pf::sequence_flags::incremental_state_cleared);
  out_.number(pf::trace_packet::first_packet_on_sequence, std::uint64_t{1});
  const std::size_t defaults = out_.begin(pf::trace_packet::trace_packet_defaults);
  const std::size_t event = out_.begin(pf::trace_packet_defaults::track_event_defaults);
  out_.number(pf::track_event_defaults::track_uuid, track_uuid(TrackKind::thread, thread_));
  out_.end(event);
  out_.number(pf::trace_packet_defaults::timestamp_clock_id, pf::builtin_clock::boottime);
  out_.end(defaults);
  out_.end(packet);
}

PerfettoPen::Packet PerfettoPen::begin_packet(Nanoseconds at, std::uint64_t type) {
  Packet packet{};
  packet.packet = out_.begin(pf::trace::packet);
  out_.number(pf::trace_packet::timestamp, timestamp(at));
  out_.number(pf::trace_packet::trusted_packet_sequence_id, std::uint64_t{sequence_});
  packet.event = out_.begin(pf::trace_packet::track_event);
  out_.number(pf::track_event::type, type);
  return packet;
}

void PerfettoPen::end_packet(const Packet& packet) {
  out_.end(packet.event);
  out_.number(pf::trace_packet::sequence_flags, pf::sequence_flags::needs_incremental_state);
  if (!new_texts_.empty()) {
    constexpr std::uint32_t fields[] = {
        pf::interned_data::event_categories, pf::interned_data::event_names, pf::interned_data::debug_annotation_names};
    const std::size_t data = out_.begin(pf::trace_packet::interned_data);
    for (const NewText& text : new_texts_) {
      const std::size_t entry = out_.begin(fields[static_cast<std::size_t>(text.table)]);
      out_.number(pf::interned_data::iid, text.number);
      put_text(pf::interned_data::name, text.text);
      out_.end(entry);
    }
    out_.end(data);
    new_texts_.clear();
  }
  out_.end(packet.packet);
}

void PerfettoPen::put_text(std::uint32_t field, std::string_view text) {
  const std::string_view valid = valid_utf8(text, scratch_);
  if (valid.data() != text.data()) Losses::count(losses_.changed_names, text);
  out_.bytes(field, valid);
}

void PerfettoPen::put_number_of(Table table, std::uint32_t field, std::uint64_t number, std::string_view text) {
  out_.number(field, number);
  if (written_[static_cast<std::size_t>(table)].insert(number).second)
    new_texts_.push_back({table, number, std::string(text)});
}

// Name and category of a frame, which are known from now on.
void PerfettoPen::put_head(Frame frame) {
  const def::Region* const region = region_of(stage_.definitions, frame);
  const std::uint64_t category = static_cast<std::uint64_t>(region ? region->paradigm : Paradigm::unknown) + 1;
  put_number_of(Table::categories, pf::track_event::category_iids, category, category_of(stage_.definitions, frame));
  put_number_of(Table::names, pf::track_event::name_iid, name_number(frame), name_of(stage_.definitions, frame));
  if (frame.is_context || frame.id >= small_ids || category > UINT8_MAX) return;
  if (frame.id >= categories_.size()) categories_.resize(std::size_t{frame.id} + 1);
  categories_[frame.id] = static_cast<std::uint8_t>(category);
}

// A packet of an event so small that both lengths fit a byte.
template <class PutEvent>
void PerfettoPen::put_small_packet(Nanoseconds at, PutEvent&& put_event) {
  constexpr std::size_t most = 64;
  char* const begin = out_.room(most);
  char* const packet = begin + 2;
  *begin = static_cast<char>(protobuf::tag(pf::trace::packet, protobuf::Wire::bytes));
  char* to = put_number(packet, pf::trace_packet::timestamp, timestamp(at));
  to = put_number(to, pf::trace_packet::trusted_packet_sequence_id, sequence_);
  *to = static_cast<char>(protobuf::tag(pf::trace_packet::track_event, protobuf::Wire::bytes));
  char* const event = to + 2;
  to = put_event(event);
  event[-1] = static_cast<char>(to - event);
  to = put_number(to, pf::trace_packet::sequence_flags, pf::sequence_flags::needs_incremental_state);
  packet[-1] = static_cast<char>(to - packet);
  out_.wrote_to(to);
}

void PerfettoPen::enter(Nanoseconds at, Frame frame, std::span<const AttributeEntry> attributes) {
  const std::uint8_t category = known_category(frame);
  if (!category || !attributes.empty()) [[unlikely]] {
    const Packet packet = begin_packet(at, pf::event_type::slice_begin);
    put_head(frame);
    tell_attributes(attributes, stage_.definitions, *this);
    end_packet(packet);
    return;
  }
  put_small_packet(at, [&](char* to) {
    to = put_number(to, pf::track_event::type, pf::event_type::slice_begin);
    to = put_number(to, pf::track_event::category_iids, category);
    return put_number(to, pf::track_event::name_iid, name_number(frame));
  });
}

void PerfettoPen::leave(Nanoseconds at, Frame, std::span<const AttributeEntry> attributes) {
  if (!attributes.empty()) [[unlikely]] {
    const Packet packet = begin_packet(at, pf::event_type::slice_end);
    tell_attributes(attributes, stage_.definitions, *this);
    end_packet(packet);
    return;
  }
  put_small_packet(at, [](char* to) { return put_number(to, pf::track_event::type, pf::event_type::slice_end); });
}

void PerfettoPen::put_track(std::uint64_t uuid, std::string_view name, const std::string_view* unit) {
  put_descriptor(out_, sequence_, [&] {
    out_.number(pf::track_descriptor::uuid, uuid);
    out_.number(pf::track_descriptor::parent_uuid, track_uuid(TrackKind::thread, thread_));
    put_text(pf::track_descriptor::name, name);
    if (!unit) return;
    const std::size_t counter = out_.begin(pf::track_descriptor::counter);
    if (!unit->empty()) put_text(pf::counter_descriptor::unit_name, *unit);
    out_.end(counter);
  });
}

void PerfettoPen::counter(Nanoseconds at, MetricRef metric, std::size_t place, const MetricValue& value) {
  const auto [track, is_new] = counters_.try_emplace(std::uint64_t{metric.value} << 8 | place);
  if (is_new) {
    track->second = track_uuid(TrackKind::counter, thread_, static_cast<std::uint32_t>(counters_.size()));
    const MetricName name = metric_name(stage_.definitions, metric, place);
    put_track(track->second, name.name, &name.unit);
  }
  const Packet packet = begin_packet(at, pf::event_type::counter);
  out_.number(pf::track_event::track_uuid, track->second);
  if (value.type == Type::double_) {
    out_.fixed64(pf::track_event::double_counter_value, value.bits);
  } else if (value.type != Type::int64 && value.bits > static_cast<std::uint64_t>(INT64_MAX)) {
    losses_.count(losses_.large_values);
    out_.real(pf::track_event::double_counter_value, static_cast<double>(value.bits));
  } else {
    out_.number(pf::track_event::counter_value, value.bits);
  }
  end_packet(packet);
}

std::uint64_t PerfettoPen::lane_track(const Lane& lane) {
  const auto family = static_cast<std::size_t>(lane.family);
  std::vector<bool>& known = lanes_[family];
  const std::uint64_t uuid = track_uuid(TrackKind::lane, thread_,
      lane.number * static_cast<std::uint32_t>(families) + static_cast<std::uint32_t>(family));
  if (lane.number >= known.size()) known.resize(std::size_t{lane.number} + 1);
  if (!known[lane.number]) put_track(uuid, fmt::format("{} {}", lane.family_name(), lane.number + 1), nullptr);
  known[lane.number] = true;
  return uuid;
}

void PerfettoPen::begin(Nanoseconds at, const Lane& lane) {
  const std::uint64_t track = lane_track(lane);
  const Packet packet = begin_packet(at, pf::event_type::slice_begin);
  out_.number(pf::track_event::track_uuid, track);
  put_number_of(Table::categories, pf::track_event::category_iids,
      first_family_category + static_cast<std::uint64_t>(lane.family), lane.family_name());
  put_number_of(Table::names, pf::track_event::name_iid,
      first_operation_name + static_cast<std::uint64_t>(lane.operation), lane.name());
  end_packet(packet);
}

void PerfettoPen::end(Nanoseconds at, const Lane& lane) {
  const std::uint64_t track = lane_track(lane);
  const Packet packet = begin_packet(at, pf::event_type::slice_end);
  out_.number(pf::track_event::track_uuid, track);
  end_packet(packet);
}

void PerfettoPen::instant(Nanoseconds at, const Event& event, const Flow& flow) {
  const Packet packet = begin_packet(at, pf::event_type::instant);
  const bool is_message = flow.end != Flow::End::none;
  put_number_of(Table::categories, pf::track_event::category_iids, is_message ? message_category : event_category,
      is_message ? "message" : "event");
  const auto kind = static_cast<Kind>(event.record.index());
  put_number_of(Table::names, pf::track_event::name_iid, first_kind_name + event.record.index(), weft::name_of(kind));
  if (flow.id)
    out_.fixed64(
        flow.end == Flow::End::send ? pf::track_event::flow_ids : pf::track_event::terminating_flow_ids, *flow.id);
  tell_fields(event.record, stage_.definitions, &stage_.timeline, *this);
  tell_attributes(event.attributes, stage_.definitions, *this);
  end_packet(packet);
}

std::size_t PerfettoPen::begin_annotation(std::string_view key) {
  const std::size_t annotation = out_.begin(pf::track_event::debug_annotations);
  const std::uint64_t number = annotation_names_.try_emplace(key, annotation_names_.size() + 1).first->second;
  put_number_of(Table::annotations, pf::debug_annotation::name_iid, number, key);
  return annotation;
}

void PerfettoPen::number(std::string_view key, std::uint64_t value) {
  const std::size_t annotation = begin_annotation(key);
  out_.number(pf::debug_annotation::uint_value, value);
  out_.end(annotation);
}
void PerfettoPen::negative(std::string_view key, std::int64_t value) {
  const std::size_t annotation = begin_annotation(key);
  out_.number(pf::debug_annotation::int_value, value);
  out_.end(annotation);
}
void PerfettoPen::real(std::string_view key, double value) {
  const std::size_t annotation = begin_annotation(key);
  out_.real(pf::debug_annotation::double_value, value);
  out_.end(annotation);
}
void PerfettoPen::text(std::string_view key, std::string_view value) {
  const std::size_t annotation = begin_annotation(key);
  put_text(pf::debug_annotation::string_value, value);
  out_.end(annotation);
}
void PerfettoPen::named(std::string_view key, std::uint64_t id, std::string_view name) {
  name.empty() ? number(key, id) : text(key, name);
}

}  // namespace weft::exports
