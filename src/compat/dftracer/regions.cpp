// SPDX-License-Identifier: BSD-3-Clause
#include "compat/dftracer/regions.hpp"

#include <dftracer/dftracer.h>
#include <weft/record.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>

#include "compat/dftracer/ending.hpp"
#include "compat/dftracer/entities.hpp"
#include "compat/dftracer/recording.hpp"
#include "record/inside.hpp"
#include "record/io_calls.hpp"
#include "record/keep_errno.hpp"

namespace weft::dftracer {

using recording::ArgumentUse;
using recording::is_json_bit;
using recording::PackedSpan;
using recording::padded;
using recording::Recorder;
using recording::Row;
using recording::RowArgument;
using recording::Thread;

namespace {

const char* text_of(const char* text) { return text ? text : ""; }

// What may need memory. Without it there is one event less.
template <class Do>
void attempt(Do&& action) noexcept {
  try {
    action();
  } catch (const std::exception&) {
    Recorder::get().count_lost();
  }
}

void clear(DFTracerData& region) {
  region.count = 0;
  region.left_out = 0;
  region.text_bytes = 0;
  if (!region.relations.empty()) region.relations.clear();
}

// Where the texts of the first `count` arguments end.
std::size_t text_end(const DFTracerData& region, std::uint32_t count) {
  std::size_t bytes = 0;
  for (std::uint32_t i = 0; i < count; ++i)
    if (region.arguments[i].type == Type::none) bytes += padded(region.arguments[i].bits & ~is_json_bit);
  return bytes;
}

[[gnu::noinline, gnu::cold]] void remove(DFTracerData& region, std::uint32_t i) {
  const std::size_t begin = text_end(region, i), end = text_end(region, i + 1);
  std::copy(region.texts.data() + end, region.texts.data() + region.text_bytes, region.texts.data() + begin);
  region.text_bytes -= static_cast<std::uint32_t>(end - begin);
  std::copy(region.arguments + i + 1, region.arguments + region.count, region.arguments + i);
  --region.count;
}

[[gnu::noinline]] void grow(DFTracerData& region, std::size_t bytes) {
  region.texts.resize(std::max<std::size_t>({256, bytes, 2 * region.texts.size()}));
}

// Most are short: two whole words, of which the second is made of the last bytes.
[[gnu::always_inline]] inline void copy_text(std::byte* to, std::string_view text) {
  using recording::RowWord;
  constexpr std::size_t word = sizeof(RowWord);
  const bool is_short = text.size() > word && text.size() <= 2 * word;
  if (is_short && std::endian::native == std::endian::little) [[likely]] {
    RowWord last;
    std::memcpy(&last, text.data() + text.size() - word, word);
    last >>= 8 * (2 * word - text.size());
    std::memcpy(to, text.data(), word);
    std::memcpy(to + word, &last, word);
  } else if (!text.empty()) {
    std::memcpy(to, text.data(), text.size());
  }
}

ArgumentUse use_of(int told) {
  return told == DFTRACER_VALUE    ? ArgumentUse::value
         : told == DFTRACER_IGNORE ? ArgumentUse::ignored
                                   : ArgumentUse::key;
}

// Room for one more, in place of the one with the same key; null if there is none.
[[gnu::always_inline]] inline RowArgument* next_argument(
    DFTracerData& region, std::uint32_t key, std::size_t text_bytes) {
  for (std::uint32_t i = 0; i < region.count; ++i)
    if (region.arguments[i].key == key - 1) [[unlikely]] {
      remove(region, i);
      break;
    }
  if (key == 0 || region.count == DFTracerData::most_arguments ||
      region.text_bytes + padded(text_bytes) > DFTracerData::most_text_bytes) [[unlikely]] {
    ++region.left_out;
    return nullptr;
  }
  return &region.arguments[region.count++];
}

PackedSpan span_of(const DFTracerData& region) {
  PackedSpan span;
  span.what = region.what - 1;
  span.left_out = region.left_out;
  span.arguments = {region.arguments, region.count};
  span.texts = Bytes(region.texts).first(region.text_bytes);
  return span;
}

// One deeper than what is around it; what is around it need not be known here.
std::uint16_t leave_level(Thread& thread) {
  const std::uint16_t level = std::max<std::uint16_t>(thread.depth, 1);
  thread.depth = static_cast<std::uint16_t>(level - 1);
  return level;
}

void put_region(DFTracerData& region, OwnThread& own) {
  const Ticks end = weft_watch_now();
  if (!region.relations.empty()) [[unlikely]]
    attempt([&] { add_text(region, own.key("relations"), relations_json(region.relations), true); });
  Thread* const thread = recorded_thread();
  if (!thread || !weft_is_on()) return;
  PackedSpan span = span_of(region);
  span.begin = region.begin;
  span.end = end;
  span.level = leave_level(*thread);
  thread->append_span(span);
}

// A region for the time of a call, where there are no regions: whole events and metadata.
template <class Fill>
void with_region(Fill&& fill) noexcept {
  if (!weft_is_on()) return;
  const OwnThreadInUse own;
  DFTracerData* const region = own ? own->take() : nullptr;
  if (!region) return Recorder::get().count_lost();
  clear(*region);
  attempt([&] { fill(*own, *region); });
  own->give_back(region);
}

void add(DFTracerData& region, std::uint32_t key, const dftracer_argument& argument) {
  if (argument.type == 0) return add_argument(region, key, TypedValue::of(argument.value.integer));
  if (argument.type == 1) return add_argument(region, key, TypedValue::of(argument.value.real));
  add_text(region, key, text_of(argument.value.text));
}

void log_span(const char* name, const char* category, std::uint64_t start, std::uint64_t duration,
    std::span<const dftracer_argument> arguments, bool has_entered) {
  with_region([&](OwnThread& own, DFTracerData& region) {
    Thread* const thread = recorded_thread();
    region.what = own.region(text_of(name), text_of(category));
    if (!thread || region.what == 0) return;
    for (const dftracer_argument& argument : arguments) add(region, own.key(text_of(argument.key)), argument);
    PackedSpan span = span_of(region);
    span.begin = Recorder::get().ticks_of(start);
    span.end = Recorder::get().ticks_of(start + duration);
    span.level = static_cast<std::uint16_t>(has_entered && thread->depth > 0 ? thread->depth : thread->depth + 1);
    thread->append_span(span);
  });
}

}  // namespace

void add_argument(DFTracerData& region, std::uint32_t key, TypedValue value, ArgumentUse use) {
  if (RowArgument* const argument = next_argument(region, key, 0))
    recording::set_argument(*argument, key - 1, value.type, value.bits, use);
}

void add_text(DFTracerData& region, std::uint32_t key, std::string_view text, bool is_json, ArgumentUse use) {
  text = is_json ? text : recording::row_text(text);
  RowArgument* const argument = next_argument(region, key, text.size());
  if (!argument) return;
  const std::size_t end = region.text_bytes + padded(text.size());
  if (end > region.texts.size()) [[unlikely]]
    grow(region, end);
  recording::set_argument(*argument, key - 1, Type::none, text.size() | (is_json ? is_json_bit : 0), use);
  copy_text(region.texts.data() + region.text_bytes, text);
  region.text_bytes = static_cast<std::uint32_t>(end);
}

void put_metadata(const char* kind, const DFTracerData& region) {
  const std::uint32_t text = weft_watch_text(kind, std::strlen(kind));
  Thread* const thread = recorded_thread();
  if (text == 0 || !thread) return;
  PackedSpan row = span_of(region);
  row.kind = Row::Kind::metadata;
  row.what = text - 1;
  thread->append_span(row);
}

namespace {

void update(DFTracerData* region, const char* key, TypedValue value, ArgumentUse use) {
  if (!region) return;
  const OwnThreadInUse own;
  if (own) add_argument(*region, own->key(text_of(key)), value, use);
}
void update(DFTracerData* region, const char* key, const char* value, ArgumentUse use) {
  if (!region) return;
  const OwnThreadInUse own;
  if (own) attempt([&] { add_text(*region, own->key(text_of(key)), text_of(value), false, use); });
}

}  // namespace

}  // namespace weft::dftracer

using namespace weft;
using namespace weft::dftracer;
using weft::recording::Recorder;

extern "C" {

void initialize_main(const char* log_file, const char* data_dirs, int* process_id) {
  begin_by_program({log_file, data_dirs, process_id}, true);
}
void initialize_no_bind(const char* log_file, const char* data_dirs, int* process_id) {
  begin_by_program({log_file, data_dirs, process_id}, false);
}
void finalize() { end_recording(); }

DFTracerData* initialize_region(const char* name, const char* category, int event_type) {
  if (!weft_is_on()) return nullptr;
  recording::Thread* const thread = recorded_thread();
  if (!thread) return nullptr;
  const OwnThreadInUse own;
  DFTracerData* const region = own ? own->take() : nullptr;
  if (!region) return Recorder::get().count_lost(), nullptr;
  clear(*region);
  region->what = own->region(text_of(name), text_of(category));
  region->is_metadata = event_type == DF_METADATA_EVENT;
  if (!region->is_metadata) ++thread->depth;
  region->begin = weft_watch_now();
  return region;
}

void finalize_region(DFTracerData* region) {
  if (!region) return;
  const OwnThreadInUse own;
  if (!own) return;
  if (!region->is_metadata)
    put_region(*region, *own);
  else if (weft_is_on())
    put_metadata("CM", *region);
  own->give_back(region);
}

void update_metadata_int(DFTracerData* region, const char* key, int value) {
  update(region, key, TypedValue::of(std::int64_t{value}), ArgumentUse::key);
}
void update_metadata_string(DFTracerData* region, const char* key, const char* value) {
  update(region, key, value, ArgumentUse::key);
}
void dftracer_update_int(DFTracerData* region, const char* key, int value, int use) {
  update(region, key, TypedValue::of(std::int64_t{value}), use_of(use));
}
void dftracer_update_string(DFTracerData* region, const char* key, const char* value, int use) {
  update(region, key, value, use_of(use));
}
void dftracer_region_relate(DFTracerData* region, int relation, std::uint64_t entity) {
  if (region) attempt([&] { region->relations.push_back({relation, entity}); });
}

void dftracer_app_metadata_int(const char* key, int value) {
  attempt([&] { set_app_metadata(text_of(key), std::int64_t{value}); });
}
void dftracer_app_metadata_string(const char* key, const char* value) {
  attempt([&] { set_app_metadata(text_of(key), std::string_view(text_of(value))); });
}
void dftracer_mark_used(const char* name) {
  attempt([&] { mark_used(text_of(name)); });
}

std::uint64_t get_time() {
  return weft_is_on() ? Recorder::get().wall_time(weft_watch_now()) : recording::nanoseconds(CLOCK_REALTIME) / 1000;
}
void log_event(const char* name, const char* category, std::uint64_t start, std::uint64_t duration) {
  log_span(name, category, start, duration, {}, false);
}
int dftracer_is_on() { return weft_is_on(); }
void dftracer_enter_event() {
  if (!weft_is_on()) return;
  if (recording::Thread* const thread = recorded_thread()) ++thread->depth;
}
void dftracer_exit_event() {
  if (!weft_is_on()) return;
  recording::Thread* const thread = recorded_thread();
  if (thread && thread->depth > 0) --thread->depth;
}
void dftracer_log_event(const char* name, const char* category, std::uint64_t start, std::uint64_t duration,
    const dftracer_argument* arguments, std::size_t count) {
  log_span(name, category, start, duration, {arguments, count}, true);
}
void dftracer_log_metadata(const char* key, const char* value) {
  with_region([&](OwnThread& own, DFTracerData& region) {
    add_text(region, own.key(text_of(key)), text_of(value));
    put_metadata("CM", region);
  });
}

uint64_t dftracer_entity(const char* type, const char* key, int store, const char* uri) {
  const std::uint64_t id = entity_id(text_of(type), text_of(key));
  if (!weft_is_on()) return id;
  with_region([&](OwnThread& own, DFTracerData& region) {
    if (!is_new_entity(id)) return;
    add_text(region, own.key("id"), entity_text(id));
    add_text(region, own.key("type"), entity_word(text_of(type), longest_type));
    add_argument(region, own.key("store"), TypedValue::of(std::int64_t{store}));
    add_text(region, own.key("uri"), entity_word(text_of(uri), longest_uri));
    put_metadata("EH", region);
  });
  return id;
}
void dftracer_entity_type(const char* type, int role, const char* description) {
  with_region([&](OwnThread& own, DFTracerData& region) {
    add_text(region, own.key("type"), entity_word(text_of(type), longest_type));
    add_argument(region, own.key("role"), TypedValue::of(std::int64_t{role}));
    add_text(region, own.key("description"), entity_word(text_of(description), longest_uri));
    put_metadata("ET", region);
  });
}
void dftracer_entity_relate(int relation, std::uint64_t subject, std::uint64_t object) {
  with_region([&](OwnThread& own, DFTracerData& region) {
    add_argument(region, own.key("relation"), TypedValue::of(std::int64_t{relation}));
    add_text(region, own.key("subject"), entity_text(subject));
    add_text(region, own.key("object"), entity_text(object));
    put_metadata("ER", region);
  });
}
}
