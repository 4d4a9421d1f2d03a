// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/event_stream.hpp"

#include <algorithm>
#include <bit>

namespace weft::otf {

namespace {

template <class E>
std::uint64_t first_field(const E& event) {
  if constexpr (std::remove_cvref_t<decltype(E::schema)>::size == 0) {
    return 0;
  } else {
    const auto& field = event.*std::get<0>(E::schema.fields).member;
    if constexpr (requires { field.value; })
      return field.value;
    else
      return static_cast<std::uint64_t>(field);
  }
}

}  // namespace

ProcessStream::ProcessStream(const Translation& translation, const TokenNames* names, const SurveyedProcess* survey,
    ProcessId process, std::size_t rows)
    : translation_(translation),
      names_(names),
      survey_(survey),
      process_(process),
      only_(std::vector<ProcessId>{process}),
      most_rows_(std::max<std::size_t>(1, rows)),
      all_bare_(survey && survey->leaves == survey->bare_leaves) {}

void ProcessStream::clear_rows() {
  times_.clear(), kinds_.clear(), values_.clear(), records_.clear(), rows_.clear(), attributes_.clear();
  told_ = 0;
  arena_.clear();
  are_taken_ = false;
}

EventBatch ProcessStream::take_rows() {
  are_taken_ = true;
  const EventBatch batch{{process_}, events_before_, 0, times_, kinds_, values_, records_, this};
  events_before_ += times_.size();
  return batch;
}

std::optional<Ticks> ProcessStream::due() const {
  return waiting_.empty() ? std::nullopt : std::optional(waiting_.begin()->first);
}

bool ProcessStream::next(EventBatch& batch) {
  clear_rows();
  while (reader_ && !is_at_end_ && times_.size() < most_rows_) {
    const std::size_t wanted = most_rows_ - times_.size();
    is_at_end_ = reader_->read(*this, unknown_time, wanted) < wanted;
    if (is_at_end_) add_waiting(unknown_time);
  }
  if (times_.empty()) return false;
  batch = take_rows();
  return true;
}

bool ProcessStream::read(std::uint32_t row, Kind, Event& event) {
  event.record = rows_[row].record;
  event.attributes = std::span(attributes_).subspan(rows_[row].first_attribute, rows_[row].attributes);
  return true;
}

template <class E>
void ProcessStream::push(Ticks time, const E& event) {
  times_.push_back(time);
  kinds_.push_back(kind_of<E>);
  values_.push_back(first_field(event));
  const std::size_t told = attributes_.size() - told_;
  if constexpr (std::is_same_v<E, evt::Enter> || std::is_same_v<E, evt::Leave>)
    if (told == 0) [[likely]] {
      records_.push_back(0);
      return;
    }
  records_.push_back(static_cast<std::uint32_t>(rows_.size()) | EventBatch::has_more);
  rows_.push_back({event, told_, told});
  told_ = attributes_.size();
}

template <class E>
void ProcessStream::add(const E& event) {
  if (!now_->values.empty()) [[unlikely]]
    add_values(now_->values);
  push(now_->time, event);
}

void ProcessStream::add_values(const KeyValues& values) {
  for (const KeyValues::Pair& pair : values.pairs()) {
    const std::uint32_t name = names_ ? names_->of(TokenKind::key, pair.key) : pair.key;
    const AttributeRef key = translation_.keys.at(name).of(pair.type);
    if (pair.type == ValueType::byte_array)
      tell(key, TypedValue::of(translation_.text(text_of_bytes(values.bytes(pair)))));
    else
      tell(key, {model_type(pair.type), pair.bits});
  }
}

// What was told at its beginning ends before anything else that happens at the same time.
void ProcessStream::add_waiting(Ticks until) {
  if (are_taken_) clear_rows();
  while (!waiting_.empty() && waiting_.begin()->first <= until) {
    tell(translation_.record, {Type::uint8, completing_record});
    waiting_.begin()->second.visit([&](const auto& event) { push(waiting_.begin()->first, event); });
    waiting_.erase(waiting_.begin());
  }
}

template <class R>
void ProcessStream::carry(const R& record) {
  tell(translation_.record, {Type::uint8, R::schema.id});
  R::schema.each([&](const auto& f) {
    const auto& value = record.*f.member;
    if (value == 0) return;
    if (f.name == "source") return tell_source(static_cast<std::uint32_t>(value));
    const FieldAttribute& field = translation_.fields.at(f.name);
    tell(field.self, {field.type, value});
  });
}

template <class R>
void ProcessStream::add_parameter(const R& record, std::uint64_t value) {
  carry(record);
  add(evt::ParameterUnsignedInt{translation_.parameters.at(R::schema.id), value});
}

ProcessStream::Rank ProcessStream::rank_of(std::uint32_t group, ProcessId process, bool tells) {
  const auto rank_in = [&](const Communicator& all, std::uint32_t rank) { return Rank{all.self, all.window, rank}; };
  if (const auto known = translation_.communicators.find(group); known != translation_.communicators.end())
    if (const auto rank = known->second.ranks.find(process); rank != known->second.ranks.end())
      return rank_in(known->second, rank->second);
  if (tells && group) tell(translation_.group, TypedValue::of(group));
  const auto rank = translation_.everybody.ranks.find(process);
  if (rank != translation_.everybody.ranks.end()) return rank_in(translation_.everybody, rank->second);
  if (tells) tell(translation_.peer, TypedValue::of(process));
  return rank_in(translation_.everybody, process);
}

IoHandleRef ProcessStream::handle(std::uint32_t file, std::uint64_t handle) const {
  const auto found = translation_.handles.find({file, handle});
  return found == translation_.handles.end() ? IoHandleRef{} : found->second;
}

void ProcessStream::take(const Enter& record) {
  stack_.push_back(record.function);
  tell_source(record.source);
  add(evt::Enter{{translation_.tokens.functions.id_of(record.function)}});
}

void ProcessStream::take(const Leave& record) {
  std::uint32_t function = record.function;
  if (function == 0) {
    if (!stack_.empty()) function = stack_.back();
    if (!all_bare_) tell(translation_.bare, {Type::uint8, 1});
  }
  if (!stack_.empty()) stack_.pop_back();
  tell_source(record.source);
  add(evt::Leave{{translation_.tokens.functions.id_of(function)}});
}

void ProcessStream::take(const SendMsg& record) {
  const Rank to = rank_of(record.group, record.receiver, true);
  tell_source(record.source);
  add(evt::MpiSend{to.rank, to.comm, record.type, record.length});
}

void ProcessStream::take(const RecvMsg& record) {
  const Rank from = rank_of(record.group, record.send_proc, true);
  tell_source(record.source);
  add(evt::MpiRecv{from.rank, from.comm, record.type, record.length});
}

void ProcessStream::take(const Counter& record) {
  const auto known = translation_.counters.find(record.counter);
  const CounterProperties properties = known == translation_.counters.end() ? CounterProperties{} : known->second;
  std::uint64_t bits = record.value;
  if (properties.is_float()) {
    const auto pattern = static_cast<std::uint32_t>(record.value);
    const double value = std::bit_cast<float>(pattern);
    bits = std::bit_cast<std::uint64_t>(value);
    if (pattern != record.value || std::bit_cast<std::uint32_t>(static_cast<float>(value)) != pattern)
      tell(translation_.value, TypedValue::of(record.value));
  }
  const auto values = arena_.make_array<MetricValue>(1, [&](std::size_t) {
    return MetricValue{properties.value_type(), bits};
  });
  add(evt::Metric{{translation_.tokens.counters.id_of(record.counter)}, values});
}

evt::MpiCollectiveEnd ProcessStream::end_of(const BeginCollectiveOperation& begin) {
  const auto op = translation_.collectives.find(begin.collective);
  const Rank root = rank_of(begin.proc_group, begin.root_proc ? begin.root_proc : process_, false);
  return {op == translation_.collectives.end() ? CollectiveOp::barrier : op->second, root.comm,
      begin.root_proc ? root.rank : no_root, begin.sent, begin.received};
}

void ProcessStream::take(const BeginCollectiveOperation& record) {
  collectives_[record.matching_id] = record;
  carry(record);
  add(evt::MpiCollectiveBegin{});
}

void ProcessStream::take(const EndCollectiveOperation& record) {
  const auto begun = collectives_.find(record.matching_id);
  if (begun == collectives_.end()) return add_parameter(record, record.matching_id);
  const evt::MpiCollectiveEnd end = end_of(begun->second);
  collectives_.erase(begun);
  carry(record);
  add(end);
}

void ProcessStream::take(const CollectiveOperation& record) {
  carry(record);
  add(evt::MpiCollectiveBegin{});
  waiting_.emplace(record.duration <= ~now_->time ? now_->time + record.duration : ~Ticks{0},
      end_of({record.collective, 0, record.proc_group, record.root_proc, record.sent, record.received, 0}));
}

void ProcessStream::take(const EventComment& record) {
  const ParameterRef parameter = translation_.parameters.at(EventComment::schema.id);
  add(evt::ParameterString{
      parameter, is_absent(record.comment) ? StringRef{} : translation_.text(text_of_bytes(record.comment))});
}

void ProcessStream::unknown_line(const At& at, std::string_view line) {
  begin_record(at);
  add(evt::ParameterString{translation_.parameters.at(unknown_record), translation_.text(text_of_bytes(line))});
}

// Operations that are one event. False if the model has none.
template <class R>
bool ProcessStream::add_file_event(const R& record) {
  const IoHandleRef on = handle(record.file, record.handle);
  const auto lock = record.operation & file_op::is_read_lock ? LockType::shared : LockType::exclusive;
  const auto put = [&](const auto& event) {
    carry(record);
    add(event);
    return true;
  };
  switch (record.operation & file_op::operations) {
    case file_op::open:
      return put(evt::IoCreateHandle{on, IoAccessMode::read_write, IoCreationFlag::none, IoStatusFlag::none});
    case file_op::close:
      return put(evt::IoDestroyHandle{on});
    case file_op::seek:
      return put(evt::IoSeek{on, static_cast<std::int64_t>(record.bytes), IoSeekOption::from_start, record.bytes});
    case file_op::unlink:
      return put(evt::IoDeleteFile{{0}, translation_.file(record.file)});
    case file_op::lock:
      return put(evt::IoAcquireLock{on, lock});
    case file_op::unlock:
      return put(evt::IoReleaseLock{on, lock});
    default:
      return false;
  }
}

namespace {

IoOperationFlag flags_of(std::uint32_t operation) {
  auto flags = static_cast<std::uint32_t>(IoOperationFlag::none);
  if (operation & file_op::async) flags |= static_cast<std::uint32_t>(IoOperationFlag::non_blocking);
  if (operation & file_op::collective) flags |= static_cast<std::uint32_t>(IoOperationFlag::collective);
  return static_cast<IoOperationFlag>(flags);
}

// Operations told by one record need a number that ties their two events together and is no other's.
constexpr std::uint64_t told_at_once = std::uint64_t{1} << 63;

}  // namespace

void ProcessStream::take(const FileOperation& record) {
  if (!moves_bytes(record.operation)) {
    if (!add_file_event(record)) add_parameter(record, record.file);
    return;
  }
  const IoHandleRef on = handle(record.file, record.handle);
  const std::uint64_t id = told_at_once | (events_before_ + times_.size());
  carry(record);
  add(evt::IoOperationBegin{on, mode_of(record.operation), flags_of(record.operation), record.bytes, id});
  waiting_.emplace(record.duration <= ~now_->time ? now_->time + record.duration : ~Ticks{0},
      evt::IoOperationComplete{on, record.bytes, id});
}

void ProcessStream::take(const BeginFileOperation& record) {
  const std::size_t place = file_operations_++;
  const EndFileOperation end = survey_ && place < survey_->file_operations.size()
                                   ? survey_->file_operations[place]
                                   : EndFileOperation{.operation = SurveyedProcess::unknown_operation};
  if (end.operation == SurveyedProcess::unknown_operation || !moves_bytes(end.operation))
    return add_parameter(record, record.matching_id);
  carry(record);
  add(evt::IoOperationBegin{
      handle(end.file, end.handle), mode_of(end.operation), flags_of(end.operation), end.bytes, record.matching_id});
}

void ProcessStream::take(const EndFileOperation& record) {
  if (moves_bytes(record.operation)) {
    carry(record);
    return add(evt::IoOperationComplete{handle(record.file, record.handle), record.bytes, record.matching_id});
  }
  if (!add_file_event(record)) add_parameter(record, record.matching_id);
}

template <class E, class R>
void ProcessStream::add_access(const R& record) {
  const Rank remote = rank_of(record.communicator, record.target, false);
  carry(record);
  add(E{remote.window, remote.rank, record.bytes, record.tag});
}

void ProcessStream::take(const RMAPut& record) { add_access<evt::RmaPut>(record); }
void ProcessStream::take(const RMAPutRemoteEnd& record) { add_access<evt::RmaPut>(record); }
void ProcessStream::take(const RMAGet& record) { add_access<evt::RmaGet>(record); }
void ProcessStream::take(const NoOp& record) { add_parameter(record, 0); }
void ProcessStream::take(const BeginProcess& record) { add_parameter(record, 0); }
void ProcessStream::take(const EndProcess& record) { add_parameter(record, 0); }

void ProcessStream::take(const RMAEnd& record) {
  const Rank remote = rank_of(record.communicator, record.remote ? record.remote : process_, false);
  carry(record);
  add(evt::RmaOpCompleteBlocking{remote.window, record.tag});
}

}  // namespace weft::otf
