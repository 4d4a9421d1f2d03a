// SPDX-License-Identifier: BSD-3-Clause
#include "formats/dftracer/gather.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/dftracer/known_hashes.hpp"
#include "formats/dftracer/rules.hpp"
#include "formats/dftracer/vocabulary.hpp"

namespace weft::dftracer {

namespace {

constexpr std::size_t most_members = 255;  // of a metric, in the model

std::string_view text_of(const Record& record, std::string_view key) {
  const Value* const value = record.find(key);
  return value ? value->text : std::string_view();
}

bool is_async(const Record& record) { return record.phase == Phase::async_begin || record.phase == Phase::async_end; }

// Never more than there is, whoever takes at the same time.
bool take_from(LineBudget& budget, std::int64_t bytes) {
  std::int64_t left = budget.load(std::memory_order_relaxed);
  while (left >= bytes)
    if (budget.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed)) return true;
  return false;
}

}  // namespace

void Gatherer::operator()(std::size_t file, Block& block) {
  file_ = static_cast<std::uint32_t>(file);
  block_ = &block;
  reader_.read(block, feeds_[file]->path(),
      [this](const Record& record, const BlockReader::Place& place) { take(record, place); });
  if (buffer_.bytes() < most_bytes_) return;
  if (auto spilled = store_.spill(number_, buffer_); !spilled) error_ = std::move(spilled).error();
}

// The text that stands in place of a number.
std::uint32_t Gatherer::word_instead_of(Record::Field field, std::string_view key, const Record& record) {
  if (record.has(field)) return no_word;
  const std::string_view text = record.text_of_field(key);
  return text.empty() ? no_word : word(text);
}

// Up to one of September 2024, recorders added the process id to the thread id; those have other marks as well, the
// last of them only in some of its records.
std::uint32_t Gatherer::thread_of(const Record& record) {
  const Value* const host = host_of(record);
  const bool has_name = host && !record.find("hhash");
  const bool is_shifted = (record.is_quoted || has_name || block_->adds_pid_to_tid) && record.tid >= record.pid;
  const std::uint64_t tid = is_shifted ? record.tid - record.pid : record.tid;
  ThreadKey key{.host = host ? word(host->text) : no_word,
      .file = host ? 0 : file_,
      .pid = record.pid,
      .process = word_instead_of(Record::has_pid, pid_field, record),
      .is_async = is_async(record)};
  if (!key.is_async) key.tid = tid, key.thread = word_instead_of(Record::has_tid, tid_field, record);
  if (key == last_key_ && last_thread_ != Row::none) return last_thread_;
  last_key_ = key;
  last_thread_ = threads_(key);
  if (last_thread_ == facts_.size()) {
    if (key.host != no_word) note_host(place_ | told_by_event, key.host);
    facts_.push_back({record.tid, record.is_numbered, record.is_quoted, block_->nanoseconds});
  }
  return last_thread_;
}

std::uint32_t Gatherer::call_of(const Record& record) {
  const CallKey key{word(record.name), word(record.category)};
  const auto [found, is_new] = call_numbers_.try_emplace(
      std::uint64_t{key.name} << 32 | key.category, static_cast<std::uint32_t>(calls_.size()));
  if (is_new) {
    calls_(key);
    actions_.push_back(io_action(record.category, record.name));
    other_files_.push_back(actions_.back() == IoAction::none ? std::string_view() : io_call(record.name).other_file);
  }
  return found->second;
}

StoredValue Gatherer::stored(const Value& value) {
  const Holds holds = held_by(value.kind, value.bits);
  if (is_number(holds)) return {value.kind, value.bits};
  // Escapes of texts are undone; JSON stays as it is, like lines.
  if (holds == Holds::json) return {value.kind, lines_.add(value.text, place_)};
  return {value.kind, word(value.text)};
}

void Gatherer::note_attribute(std::uint32_t key, Holds holds, bool is_field) {
  if (key >= known_attributes_.size()) known_attributes_.resize(std::size_t{2} * key + 16);
  const auto bit = static_cast<std::uint16_t>(1u << (2 * static_cast<unsigned>(holds) + (is_field ? 1 : 0)));
  if (known_attributes_[key] & bit) return;
  known_attributes_[key] |= bit;
  attributes_.emplace(key, holds, is_field);
}

void Gatherer::note_reference(const Argument& argument, const StoredValue& stored) {
  if (!is_hash_argument(argument.key)) return;
  const bool is_number = argument.value.kind == Value::Kind::natural && argument.value.bits != 0;
  const bool is_text = argument.value.kind == Value::Kind::text && !argument.value.text.empty();
  if (!is_number && !is_text) return;
  const std::uint64_t hash = is_text ? stored.bits : word(argument.value.text);
  if (hash >= references_.size()) references_.resize(std::max<std::size_t>(hash + 1, words_.words().capacity()));
  if (~references_[hash]) ++references_[hash];
}

void Gatherer::put_values(PayloadPen& pen, const std::vector<Argument>& values, bool are_fields) {
  for (const Argument& argument : values) {
    const std::uint32_t key = word(argument.key);
    const StoredValue value = stored(argument.value);
    note_attribute(key, held_by(value.kind, value.bits), are_fields);
    if (!are_fields) note_reference(argument, value);
    pen.number(key);
    put_value(pen, value);
  }
}

// Answers where it begins.
std::uint64_t Gatherer::put_payload(const Record& record) {
  const std::uint64_t begin = buffer_.payload.size();
  PayloadPen pen(buffer_.payload);
  PayloadHead head{record.fields, record.id, record.type, 0, word(record.phase_text), record.arguments.size()};
  if (is_async(record)) head.fields |= Record::is_async, head.identity = identity_of(record);
  head.put(pen);
  put_values(pen, record.arguments, false);
  // Where it happened is not said by the location that it is on.
  const bool tells_thread = is_async(record) && record.has(Record::has_tid);
  pen.number(record.others.size() + (tells_thread ? 1 : 0));
  put_values(pen, record.others, true);
  if (tells_thread) put_values(pen, {{tid_field, {Value::Kind::natural, record.tid}}}, true);
  return begin;
}

// Behind all else: the word that stands for it, +1.
void Gatherer::put_other_file(const Record& record, std::string_view argument) {
  const std::string_view file = text_of(record, argument);
  PayloadPen(buffer_.payload).number(file.empty() || file == "0" ? 0 : std::uint64_t{word(file)} + 1);
}

// What a begin and an end that belong together have in common: older tools find them by their names, too.
std::uint64_t Gatherer::identity_of(const Record& record) {
  identity_ = record.category;
  for (const Argument& other : record.others)
    if (other.key == "id" || other.key == "id2" || other.key == "scope")
      identity_.append(1, '\n').append(other.value.text);
  if (record.has(Record::has_id)) identity_ += fmt::format("\n{}", record.id);
  if (record.phase_text == "S" || record.phase_text == "F") identity_.append(1, '\n').append(record.name);
  return std::hash<std::string>{}(identity_);
}

void Gatherer::add_row(
    RowKind kind, std::uint32_t call, std::uint64_t begin, std::uint64_t end, std::uint64_t payload) {
  Row& row = buffer_.rows.emplace_back();
  row.begin = begin;
  row.end = end;
  row.place = place_;
  row.payload = payload;
  row.thread = thread_;
  row.call = call;
  row.file = file_word_;
  row.kind = kind;
}

// The line itself is kept: whatever it says, nothing of it is lost.
void Gatherer::take_line(const BlockReader::Place& place, RowKind kind, std::uint64_t time) {
  const auto size = static_cast<std::int64_t>(place.text.size());
  if (!take_from(line_bytes_, size)) {
    ++lines_left_out_;
    return;
  }
  const std::size_t before = lines_.words().size();
  add_row(kind, lines_.add(place.text, place_), time, time, buffer_.payload.size());
  if (lines_.words().size() == before) line_bytes_.fetch_add(size, std::memory_order_relaxed);  // it is there already
}

// Marks and flows of other tools may be as many as events. What such a record is not expected to have keeps it a line.
void Gatherer::take_instant(const Record& record, const BlockReader::Place& place, std::uint64_t time) {
  constexpr auto unexpected = static_cast<Record::Field>(Record::has_duration | Record::has_type);
  if (!record.has(Record::has_time) || record.has(unexpected) || record.is_numbered || record.is_quoted)
    return take_line(place, RowKind::line, time);
  has_instants_ = true;
  file_word_ = word(record.category);
  add_row(RowKind::instant, word(record.name), time, time, put_payload(record));
}

void Gatherer::note_name(std::uint32_t hash, std::uint32_t name, std::uint64_t pid) {
  if (pid != 0) {
    further_names_.insert({hash, name, pid});
    return;
  }
  if (hash >= first_names_.size()) first_names_.resize(std::max<std::size_t>(hash + 1, words_.words().capacity()));
  std::uint32_t& first = first_names_[hash];
  if (first == 0) first = name + 1;
  if (first != name + 1) further_names_.insert({hash, name, 0});
}

// The first that a file tells is the host of what does not say its own.
void Gatherer::note_host(std::uint64_t place, std::uint32_t host) {
  const auto [found, is_new] = file_hosts_.try_emplace(file_, place, host);
  if (!is_new && place < found->second.first) found->second = {place, host};
}

void Gatherer::note_definition(const Record& record) {
  if (const auto definition = definition_of(record)) {
    const std::uint32_t hash = word(definition->hash);
    note_name(hash, word(definition->name), is_colliding_hash(definition->hash) ? record.pid : 0);
    if (record.name == "HH") note_host(place_, hash);
  } else if (record.name == "process_name") {
    note_name_told(record, process_names_);
  } else if (record.name == "thread_name") {
    // Recorders of DFTracer have the number of the process there.
    if (text_of(record, "name") != fmt::format("{}", record.pid)) note_name_told(record, thread_names_);
  }
}

void Gatherer::note_name_told(const Record& record, ToldNames& names) {
  const std::string_view name = text_of(record, "name");
  if (name.empty()) return;
  const std::pair told{place_, word(name)};
  const auto [found, is_new] = names.try_emplace(thread_, told);
  if (!is_new) found->second = std::min(found->second, told);
}

void Gatherer::take_metadata(const Record& record, const BlockReader::Place& place) {
  note_definition(record);
  take_line(place, RowKind::metadata, 0);
}

void Gatherer::take_span(const Record& record, std::uint64_t begin, std::uint64_t end) {
  const bool is_end = record.phase == Phase::end || record.phase == Phase::async_end;
  // An end is of whatever began, and need not say what that was.
  if (is_end) return add_row(RowKind::end, 0, begin, end, put_payload(record));
  const std::uint32_t call = call_of(record);
  const IoAction action = record.phase == Phase::complete ? actions_[call] : IoAction::none;
  if (action != IoAction::none) {
    const Value* const hash = record.find("fhash");
    const std::string_view file = hash ? hash->text : text_of(record, "fname");
    if (!file.empty() && file != "0") file_word_ = word(file);
  } else if (record.name == "start" && record.category == "dftracer") {
    if (const std::string_view version = text_of(record, "version"); !version.empty()) versions_.insert(word(version));
  }
  const std::uint64_t payload = put_payload(record);
  if (action != IoAction::none && !other_files_[call].empty()) put_other_file(record, other_files_[call]);
  add_row(record.phase == Phase::complete ? RowKind::span : RowKind::begin, call, begin, end, payload);
}

void Gatherer::take_metric(const Record& record, const BlockReader::Place& place, std::uint64_t time) {
  ShapeKey shape{{word(record.name), word(record.category)}, {}};
  for (const Argument& argument : record.arguments)
    if (const Holds holds = held_by(argument.value.kind, argument.value.bits); is_number(holds))
      shape.members.emplace_back(word(argument.key), holds);
  if (shape.members.size() > most_members) return take_line(place, RowKind::line, time);
  add_row(RowKind::metric, shapes_(shape), time, time, put_payload(record));
}

void Gatherer::take(const Record& record, const BlockReader::Place& place) {
  constexpr int offset_bits = 40;
  place_ = std::uint64_t{file_} << offset_bits | (place.offset & ((std::uint64_t{1} << offset_bits) - 1));
  thread_ = thread_of(record);
  file_word_ = no_word;
  if (record.phase == Phase::metadata) return take_metadata(record, place);
  const auto time = record.time.nanoseconds(block_->nanoseconds);
  const auto duration = record.duration.nanoseconds(block_->nanoseconds);
  if (!time || !duration) {
    report_.add({time_too_large.name, fmt::format("{} and a duration of {}", record.time.units, record.duration.units),
        feeds_[file_]->path(), place.offset});
    return;
  }
  if (!record.has(Record::has_time) && record.phase != Phase::unknown && record.phase != Phase::other) {
    report_.add(
        {record_unusable.name, fmt::format("expected a time, found none in a record of phase {}", record.phase_text),
            feeds_[file_]->path(), place.offset});
    return;
  }
  switch (record.phase) {
    case Phase::complete:
    case Phase::begin:
    case Phase::end:
    case Phase::async_begin:
    case Phase::async_end:
      return take_span(record, *time, *time + *duration);
    case Phase::counter:
    case Phase::aggregate:
      return take_metric(record, place, *time);
    case Phase::instant:
    case Phase::other:
      return take_instant(record, place, *time);
    default:
      return take_line(place, RowKind::line, *time);
  }
}

}  // namespace weft::dftracer
