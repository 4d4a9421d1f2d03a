// SPDX-License-Identifier: BSD-3-Clause
#include "formats/litl/event_stream.hpp"

#include <algorithm>

#include "formats/litl/messages.hpp"

namespace weft::litl {

namespace {

// The bytes of an event that the model gets: all, but for monsters that only a damaged file has.
Bytes carried_bytes(const NativeEvent& event) {
  const Bytes payload = event.payload();
  return payload.first(std::min<std::size_t>(payload.size(), most_event_bytes));
}

std::uint64_t number_in(Bytes bytes) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data(), std::min<std::size_t>(bytes.size(), 8));
  return number;
}

// A regular event in a narrow file has narrow words; in the model they are as wide as all others.
std::uint64_t word_of(const NativeEvent& event, std::size_t i) {
  if (event.type == EventType::regular) return event.parameter(i);
  return number_in(carried_bytes(event).subspan(8 * i));
}

std::size_t words_of(const NativeEvent& event) {
  return event.type == EventType::regular ? event.count : (carried_bytes(event).size() + 7) / 8;
}

bool is_region(Kind kind) { return kind == kind_of<evt::Enter> || kind == kind_of<evt::Leave>; }

}  // namespace

ThreadStream::ThreadStream(const Translation& translation, const SurveyedThread& thread, LocationRef location,
    std::uint32_t word_bytes, const StreamOptions& options)
    : translation_(translation),
      thread_(thread),
      location_(location),
      word_bytes_(word_bytes),
      rows_(std::max<std::size_t>(1, options.rows)),
      chunk_(std::min<std::uint64_t>(options.parts.first, thread.chunks.size())),
      last_chunk_(std::min<std::uint64_t>(options.parts.last, thread.chunks.size())) {
  for (std::uint64_t i = 0; i < chunk_; ++i) events_before_ += thread.chunks[i].events;
  begin_chunk();
}

void ThreadStream::begin_chunk() {
  if (chunk_ >= last_chunk_) return;
  at_ = thread_.chunks[chunk_].bytes.data();
  latest_ = thread_.chunks[chunk_].latest_before;
}

// The kind of the event, and the first field of its record.
ThreadStream::Head ThreadStream::head_of(const CodeUse& use, const NativeEvent& event) const {
  if (use.message) {
    const auto message = message_in(*use.meaning, event);
    const std::uint32_t rank = message ? translation_.rank_of(message->peer) : Translation::no_rank;
    if (rank != Translation::no_rank) return {use.message->kind, rank};
  }
  if (!is_region(use.kind) && event.type == EventType::raw && translation_.text_of(event))
    return {kind_of<evt::ParameterString>, use.text_id};
  return {use.kind, use.id};
}

bool ThreadStream::next(EventBatch& batch) {
  if (chunk_ >= last_chunk_) return false;
  const Bytes chunk = thread_.chunks[chunk_].bytes;
  const std::byte* const end = chunk.data() + chunk.size();
  times_.clear(), kinds_.clear(), values_.clear(), records_.clear(), events_.clear();
  while (at_ < end && times_.size() < rows_) {
    const NativeEvent event = event_at(at_, word_bytes_);
    const CodeUse& use = translation_.use_of(event.code);
    const bool is_late = event.time < latest_;
    // An Enter or Leave of nothing but its region is complete in its columns.
    const bool is_complete = is_region(use.kind) && !is_late && !use.tells_code && event.type == EventType::regular &&
                             event.count == 0;
    const Head head = head_of(use, event);
    const auto row = static_cast<std::uint32_t>(times_.size());
    times_.push_back(event.time);
    kinds_.push_back(head.kind);
    values_.push_back(head.value);
    records_.push_back(is_complete ? row : row | EventBatch::has_more);
    events_.push_back({at_, is_late});
    latest_ = std::max(latest_, event.time);
    at_ = event.data + event.payload().size();
  }
  batch.location = location_;
  batch.first_event = events_before_;
  batch.part = chunk_;
  batch.time = times_;
  batch.kind = kinds_;
  batch.value = values_;
  batch.record = records_;
  batch.access = this;
  events_before_ += times_.size();
  if (at_ == end) {
    ++chunk_;
    begin_chunk();
  }
  return true;
}

void ThreadStream::add_payload(const CodeUse& use, const NativeEvent& event, bool is_first_told) {
  if (use.meaning && fits(*use.meaning, event)) {
    each_value(*use.meaning, event, [&](std::size_t i, const TypedValue& value) {
      attributes_.push_back({use.parameters[i], value});
    });
    return;
  }
  for (std::size_t i = is_first_told ? 1 : 0; i < words_of(event); ++i)
    attributes_.push_back({translation_.words[i], TypedValue::of(word_of(event, i))});
}

// What it is and how many parameters or bytes it has.
void ThreadStream::add_type(const NativeEvent& event) {
  const std::uint64_t count = event.type == EventType::regular ? event.count : carried_bytes(event).size();
  attributes_.push_back(
      {translation_.types[static_cast<std::size_t>(event.type)], TypedValue::of(static_cast<std::uint32_t>(count))});
}

bool ThreadStream::read(std::uint32_t row, Kind kind, Event& event) {
  const NativeEvent native_event = event_at(events_[row].begin, word_bytes_);
  const CodeUse& use = translation_.use_of(native_event.code);
  attributes_.clear();
  if (events_[row].is_late) attributes_.push_back({translation_.time, TypedValue::of(native_event.time)});
  const bool is_message = use.message && kind == use.message->kind;
  if (is_message ? use.message->tells_code : use.tells_code)
    attributes_.push_back({translation_.code, TypedValue::of(native_event.code)});
  if (is_message)
    read_message(use, native_event, event);
  else
    read_other(use, native_event, kind, event);
  event.attributes = attributes_;
  return true;
}

void ThreadStream::read_message(const CodeUse& use, const NativeEvent& native_event, Event& event) {
  const Message message = *message_in(*use.meaning, native_event);
  if (!message.is_all) {
    add_type(native_event);
    add_payload(use, native_event, false);
  }
  const std::uint32_t rank = translation_.rank_of(message.peer);
  const auto tag = static_cast<std::uint32_t>(message.tag);
  if (use.message->kind == kind_of<evt::MpiSend>)
    event.record = evt::MpiSend{rank, use.message->communicator, tag, message.size};
  else
    event.record = evt::MpiRecv{rank, use.message->communicator, tag, message.size};
}

void ThreadStream::read_other(const CodeUse& use, const NativeEvent& native_event, Kind kind, Event& event) {
  const bool is_text = kind == kind_of<evt::ParameterString>;
  const bool is_usual = is_text ||
                        (native_event.type == EventType::regular && native_event.count == (is_region(kind) ? 0u : 1u));
  if (!is_usual) {
    add_type(native_event);
    add_payload(use, native_event, !is_region(kind));
  }
  std::uint64_t first = is_text || words_of(native_event) == 0 ? 0 : word_of(native_event, 0);
  // For people: of values with types, the first one as a number. They stand in the attributes as well.
  if (!is_usual && use.meaning && fits(*use.meaning, native_event)) {
    const TypedValue value = attributes_[attributes_.size() - use.parameters.size()].value;
    first = is_signed(value.type) ? static_cast<std::uint64_t>(value.as_signed()) : value.bits;
  }
  if (kind == kind_of<evt::Enter>)
    event.record = evt::Enter{{use.id}};
  else if (kind == kind_of<evt::Leave>)
    event.record = evt::Leave{{use.id}};
  else if (is_text)
    event.record = evt::ParameterString{{use.text_id}, *translation_.text_of(native_event)};
  else if (kind == kind_of<evt::ParameterInt>)
    event.record = evt::ParameterInt{{use.id}, static_cast<std::int64_t>(first)};
  else
    event.record = evt::ParameterUnsignedInt{{use.id}, first};
}

}  // namespace weft::litl
