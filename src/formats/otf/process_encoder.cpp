// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf/process_encoder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::otf {

ProcessEncoder::ProcessEncoder(const FromModel& words, LocationRef location, StreamId stream, RecordWriter& out)
    : words_(words),
      definitions_(words.definitions()),
      location_(location),
      process_(words.process_of(location)),
      tokens_(words.tokens_in(stream)),
      out_(out),
      has_bare_leaves_(words.has_bare_leaves(location)) {}

Result<> ProcessEncoder::finish() {
  count_what_is_open();
  operations_.clear();
  return flush();
}

void ProcessEncoder::count_what_is_open() {
  const auto of_place = [](const auto& entry) { return entry.second; };
  if (const auto first = std::ranges::min_element(begun_, {}, of_place); first != begun_.end()) {
    const Ticks time = waiting_[static_cast<std::size_t>(first->second - flushed_)].time;
    losses_.open_collectives.add(example({time, evt::MpiCollectiveBegin{}, {}}), begun_.size());
  }
  const auto of_time = [](const auto& entry) { return entry.second.first; };
  if (const auto first = std::ranges::min_element(operations_, {}, of_time); first != operations_.end())
    losses_.open_operations.add(example({first->second.first, first->second.second, {}}), operations_.size());
}

void ProcessEncoder::listen(const Event& event) {
  told_.clear();
  values_.clear();
  for (const AttributeEntry& entry : event.attributes) {
    const FromModel::AttributeUse* const use = words_.attribute(entry.attribute);
    if (!use) {
      losses_.attributes[entry.attribute].add(example(event));
      continue;
    }
    const std::uint32_t key = tokens_ ? tokens_->of(TokenKind::key, use->key) : use->key;
    if (!use->field.empty()) {
      told_.push_back({use->field, entry.value.bits});
    } else if (entry.value.type == Type::string) {
      values_.add_bytes(key, bytes_of_text(definitions_.text({static_cast<std::uint32_t>(entry.value.bits)})));
    } else {
      ValueType type = value_type(entry.value.type).value_or(ValueType::uint64);
      if (type == ValueType::uint8 && use->is_character) type = ValueType::character;
      values_.add(key, type, entry.value.bits);
    }
  }
}

const std::uint64_t* ProcessEncoder::told(std::string_view field) const {
  const auto found = std::ranges::find(told_, field, &Told::field);
  return found == told_.end() ? nullptr : &found->bits;
}

std::uint32_t ProcessEncoder::told_or(std::string_view field, std::uint32_t otherwise) const {
  const std::uint64_t* const found = told(field);
  return found ? static_cast<std::uint32_t>(*found) : otherwise;
}

template <class R>
Result<> ProcessEncoder::put(const R& record) {
  R whole = record;
  if constexpr (requires { whole.source; })
    if (const auto* const source = told("source")) whole.source = words_.source(*source);
  if (tokens_) tokens_->rename(whole);
  if (begun_.empty() && waiting_.empty()) return out_.write(time_, process_, whole, &values_);
  waiting_.push_back({time_, whole, values_});
  return waiting_.size() < most_waiting ? Result<>() : finish();
}

Result<> ProcessEncoder::put_line(std::string line) {
  if (begun_.empty() && waiting_.empty()) return out_.write_line(time_, process_, line, values_);
  waiting_.push_back({time_, NoOp{}, values_, std::move(line)});
  return waiting_.size() < most_waiting ? Result<>() : finish();
}

Result<> ProcessEncoder::flush() {
  Result<> result;
  for (const Waiting& row : waiting_) {
    if (!result) break;
    if (!row.line.empty())
      result = out_.write_line(row.time, process_, row.line, row.values);
    else
      result = row.record.visit(
          [&](const auto& record) { return out_.write(row.time, process_, record, &row.values); });
  }
  flushed_ += waiting_.size();
  waiting_.clear();
  texts_.clear();
  begun_.clear();
  blocking_.clear();
  return result;
}

Result<> ProcessEncoder::write_carried(Ticks, std::uint64_t id) {
  Result<> result;
  EventRecords::each([&](auto type) {
    using R = typename decltype(type)::type;
    if (R::schema.id != id) return;
    R record;
    R::schema.each([&](const auto& f) {
      using Value = std::remove_reference_t<decltype(record.*f.member)>;
      if constexpr (std::is_integral_v<Value>)
        if (const auto* const bits = told(f.name)) record.*f.member = static_cast<Value>(*bits);
    });
    result = put(record);
  });
  return result;
}

template <class R, class E>
Result<> ProcessEncoder::message(const E& event, std::uint32_t peer) {
  constexpr std::uint64_t most = ~std::uint32_t{0};
  return put(R{told_or("peer", words_.process_of_rank(event.communicator, peer, location_)),
      static_cast<std::uint32_t>(std::min(event.msg_length, most)), event.msg_tag,
      told_or("group", words_.group(event.communicator)), 0});
}

Result<> ProcessEncoder::begin_collective(std::uint64_t id) {
  begun_.insert_or_assign(id, flushed_ + waiting_.size());
  return put(BeginCollectiveOperation{.matching_id = id});
}

template <class E>
Result<> ProcessEncoder::end_collective(const E& event, std::uint64_t id) {
  const auto begun = begun_.find(id);
  if (begun != begun_.end()) {
    Waiting& row = waiting_[static_cast<std::size_t>(begun->second - flushed_)];
    BeginCollectiveOperation begin = row.record.template as<BeginCollectiveOperation>();
    begin.collective = words_.collective(event.collective_op);
    begin.proc_group = words_.group(event.communicator);
    if (event.root != no_root) begin.root_proc = words_.process_of_rank(event.communicator, event.root, location_);
    begin.sent = event.size_sent;
    begin.received = event.size_received;
    row.record = begin;
    begun_.erase(begun);
  }
  WEFT_TRY(put(EndCollectiveOperation{id}));
  return begun_.empty() ? flush() : Result<>();
}

Result<> ProcessEncoder::metric(const evt::Metric& event) {
  const std::size_t counters = words_.counters(event.metric);
  for (std::size_t i = 0; i < std::min<std::size_t>(counters, event.metric_values.size()); ++i) {
    const std::uint32_t counter = words_.counter(event.metric, i);
    const std::uint64_t* const stored = told("value");
    const std::uint64_t value = stored ? *stored : words_.counter_value(counter, event.metric_values[i]);
    WEFT_TRY(put(Counter{counter, value}));
    values_.clear();
  }
  return {};
}

template <class R, class E>
Result<> ProcessEncoder::access(const E& event) {
  const auto* const window = definitions_.find<def::RmaWin>(event.win);
  const CommRef comm = window ? window->comm : CommRef{};
  return put(R{0, words_.process_of_rank(comm, event.remote, location_), words_.group(comm),
      static_cast<std::uint32_t>(event.matching_id), event.bytes, 0});
}

Result<> ProcessEncoder::file_operation(IoHandleRef handle, std::uint32_t operation, std::uint64_t bytes) {
  return put(FileOperation{words_.file(handle), handle.value, operation, bytes, 0, 0});
}

// The mapping of events that were not OTF before, and of the twins of records.
template <class E>
Result<> ProcessEncoder::take(const E& event, [[maybe_unused]] const Event& whole) {
  if constexpr (std::is_same_v<E, evt::Enter>) {
    return put(Enter{words_.function(event.region), 0});
  } else if constexpr (std::is_same_v<E, evt::Leave>) {
    return put(Leave{has_bare_leaves_ || told("bare") ? 0 : words_.function(event.region), 0});
  } else if constexpr (std::is_same_v<E, evt::MpiSend>) {
    return message<SendMsg>(event, event.receiver);
  } else if constexpr (std::is_same_v<E, evt::MpiRecv>) {
    return message<RecvMsg>(event, event.sender);
  } else if constexpr (std::is_same_v<E, evt::MpiIsend>) {
    return message<SendMsg>(event, event.receiver);
  } else if constexpr (std::is_same_v<E, evt::MpiIrecv>) {
    return message<RecvMsg>(event, event.sender);
  } else if constexpr (std::is_same_v<E, evt::MpiCollectiveBegin>) {
    blocking_.push_back(next_collective_++);
    return begin_collective(blocking_.back());
  } else if constexpr (std::is_same_v<E, evt::MpiCollectiveEnd>) {
    if (blocking_.empty()) return lose_end<E>(whole);
    const std::uint64_t id = blocking_.back();
    blocking_.pop_back();
    return end_collective(event, id);
  } else if constexpr (std::is_same_v<E, evt::NonBlockingCollectiveRequest>) {
    requests_.insert_or_assign(event.request_id, next_collective_);
    return begin_collective(next_collective_++);
  } else if constexpr (std::is_same_v<E, evt::NonBlockingCollectiveComplete>) {
    const auto request = requests_.find(event.request_id);
    if (request == requests_.end()) return lose_end<E>(whole);
    const std::uint64_t id = request->second;
    requests_.erase(request);
    return end_collective(event, id);
  } else if constexpr (std::is_same_v<E, evt::Metric>) {
    return metric(event);
  } else if constexpr (std::is_same_v<E, evt::ParameterString>) {
    const std::string name = definitions_.name(event.parameter);
    const std::string_view text = definitions_.text(event.string);
    if (name == unknown_line_name) return put_line(bytes_of_text(text));
    const bool is_comment = name == parameter_name<EventComment>();
    if (is_comment && !event.string.defined()) return put(EventComment{std::string_view()});
    texts_.push_back(is_comment ? bytes_of_text(text) : fmt::format("{}: {}", name, text));
    WEFT_TRY(put(EventComment{texts_.back()}));
    if (waiting_.empty()) texts_.clear();
    return {};
  } else if constexpr (std::is_same_v<E, evt::ParameterInt> || std::is_same_v<E, evt::ParameterUnsignedInt>) {
    return put(Counter{words_.counter(event.parameter), static_cast<std::uint64_t>(event.value)});
  } else if constexpr (std::is_same_v<E, evt::RmaPut>) {
    return access<RMAPut>(event);
  } else if constexpr (std::is_same_v<E, evt::RmaGet>) {
    return access<RMAGet>(event);
  } else if constexpr (std::is_same_v<E, evt::RmaOpCompleteBlocking> ||
                       std::is_same_v<E, evt::RmaOpCompleteNonBlocking>) {
    const auto* const window = definitions_.find<def::RmaWin>(event.win);
    return put(
        RMAEnd{0, words_.group(window ? window->comm : CommRef{}), static_cast<std::uint32_t>(event.matching_id), 0});
  } else if constexpr (std::is_same_v<E, evt::IoCreateHandle>) {
    return file_operation(event.handle, file_op::open, 0);
  } else if constexpr (std::is_same_v<E, evt::IoDestroyHandle>) {
    return file_operation(event.handle, file_op::close, 0);
  } else if constexpr (std::is_same_v<E, evt::IoDuplicateHandle>) {
    return file_operation(event.new_handle, file_op::duplicate, 0);
  } else if constexpr (std::is_same_v<E, evt::IoSeek>) {
    return file_operation(event.handle, file_op::seek, event.offset_result);
  } else if constexpr (std::is_same_v<E, evt::IoDeleteFile>) {
    return put(FileOperation{words_.file(event.file), 0, file_op::unlink, 0, 0, 0});
  } else if constexpr (std::is_same_v<E, evt::IoAcquireLock> || std::is_same_v<E, evt::IoReleaseLock>) {
    const std::uint32_t kind = std::is_same_v<E, evt::IoAcquireLock> ? file_op::lock : file_op::unlock;
    return file_operation(event.handle, kind | (event.lock_type == LockType::shared ? file_op::is_read_lock : 0), 0);
  } else if constexpr (std::is_same_v<E, evt::IoOperationBegin>) {
    operations_.insert_or_assign({event.handle.value, event.matching_id}, std::pair(time_, event));
    return put(BeginFileOperation{event.matching_id, 0});
  } else if constexpr (std::is_same_v<E, evt::IoOperationComplete>) {
    const auto begun = operations_.find({event.handle.value, event.matching_id});
    if (begun == operations_.end()) return lose_end<E>(whole);
    const evt::IoOperationBegin begin = begun->second.second;
    operations_.erase(begun);
    if (begin.bytes_request != event.bytes_result)
      losses_.fields.count<&evt::IoOperationBegin::bytes_request>(example(whole));
    std::uint32_t operation = begin.mode == IoOperationMode::read    ? file_op::read
                              : begin.mode == IoOperationMode::write ? file_op::write
                                                                     : file_op::sync;
    const auto flags = static_cast<std::uint32_t>(begin.operation_flags);
    if (flags & static_cast<std::uint32_t>(IoOperationFlag::non_blocking)) operation |= file_op::async;
    if (flags & static_cast<std::uint32_t>(IoOperationFlag::collective)) operation |= file_op::collective;
    return put(EndFileOperation{
        words_.file(event.handle), event.matching_id, event.handle.value, operation, event.bytes_result, 0});
  } else if constexpr (std::is_same_v<E, evt::ProgramBegin>) {
    return put(BeginProcess{});
  } else if constexpr (std::is_same_v<E, evt::ProgramEnd>) {
    return put(EndProcess{});
  } else {
    static_assert(decltype(Losses::fields)::template is_gone<E>);
    return {};
  }
}

Result<> ProcessEncoder::write(const Event& event) {
  const Ticks last = waiting_.empty() ? out_.time() : waiting_.back().time;
  time_ = event.time;
  if (time_ < last) time_ = last, losses_.moved_times.add(example(event));
  listen(event);
  if (const auto* const id = told("record")) return write_carried(time_, *id);
  return event.record.visit([&](const auto& record) -> Result<> {
    // What was OTF before is what it was.
    constexpr bool is_gone = decltype(Losses::fields)::template is_gone<std::remove_cvref_t<decltype(record)>>;
    const bool is_carried = (words_.was_otf() && !is_gone) ||
                            losses_.fields.add(record, ProcessWords{words_, location_}, example(event));
    return is_carried ? take(record, event) : Result<>();
  });
}

}  // namespace weft::otf
