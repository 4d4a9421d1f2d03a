// SPDX-License-Identifier: BSD-3-Clause
// The C interface: every function is an event or a definition, and never fails in a way the program has to care for.
#include <unistd.h>
#include <weft/record.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <optional>

#include "record/inside.hpp"
#include "record/keep_errno.hpp"
#include "record/markers.hpp"
#include "record/open_flags.hpp"
#include "record/recorder.hpp"

using namespace weft;
using namespace weft::recording;

namespace {

std::string_view text_of(const char* text) { return text ? std::string_view(text) : std::string_view(); }

// Does something that may need memory and names. Nothing is done when nothing is recorded.
template <class Do>
void attempt(Do&& action) noexcept {
  const KeepErrno keep_errno;
  const Inside inside;
  try {
    Recorder& recorder = Recorder::get();
    if (recorder.can_define())
      action(recorder);
    else if (Dictionary::is_within())
      recorder.count_lost();
  } catch (const std::exception&) {
    Recorder::get().count_lost();
  }
}

// To programs ids begin at 1, and 0 is none.
template <class Ref>
Ref ref(std::uint32_t id) {
  return {static_cast<typename Ref::rep>(id - 1)};
}
template <class Define>
std::uint32_t define(Define&& make) noexcept {
  std::uint32_t id = 0;
  attempt([&](Recorder& recorder) { id = make(recorder.dictionary()).value + 1; });
  return id;
}

Thread* own_thread() { return this_thread ? this_thread : thread_for_event(); }

[[gnu::noinline, gnu::cold]] void count_lost() { Recorder::get().count_lost(); }

[[gnu::always_inline]] inline void attach(weft_attribute attribute, const TypedValue& value) noexcept {
  if (attribute == 0 || !weft_is_on()) return;
  Thread* const thread = own_thread();
  if (thread && (thread->is_busy() || !thread->attach({ref<AttributeRef>(attribute), value}))) count_lost();
}

// An event that refers to nothing is not recorded, and takes along what was attached for it.
template <class R>
[[gnu::always_inline]] inline void record_about(std::uint32_t id, const R& record) {
  if (id != 0) [[likely]]
    record_event(record);
  else if (this_thread && !this_thread->is_busy())
    this_thread->forget_attached();
}

// The id of a text that the thread has not used before.
[[gnu::noinline, gnu::cold]] std::optional<StringRef> new_text(Thread& thread, std::string_view text) noexcept {
  std::optional<StringRef> id;
  attempt([&](Recorder& recorder) {
    const Dictionary::Text kept = recorder.dictionary().kept_text(text);
    thread.remember_text(kept.text, kept.id);
    id = kept.id;
  });
  return id;
}

MetricMode mode_of(weft_metric_mode mode) {
  if (mode == WEFT_COUNTER) return MetricMode::accumulated_start;
  return mode == WEFT_DELTA ? MetricMode::relative_last : MetricMode::absolute_point;
}

template <class R>
void record_thread_event(std::uint64_t thread) {
  if (!weft_is_on()) return;
  attempt([&](Recorder& recorder) { record_event(R{recorder.dictionary().team(Paradigm::pthread), thread}); });
}

}  // namespace

extern "C" {

void weft_record_begin() { own_thread(); }
void weft_record_pause() { Recorder::get().set_paused(true); }
void weft_record_resume() { Recorder::get().set_paused(false); }
int weft_record_flush() { return weft_record_inside != 0 ? EBUSY : Recorder::get().flush(); }
int weft_record_dump(const char* path) {
  if (!path) return EINVAL;
  return weft_record_inside != 0 ? EBUSY : Recorder::get().dump(path);
}
void weft_record_finish() { Recorder::get().finish(); }
std::uint64_t weft_record_lost() { return Recorder::get().lost(); }

void weft_record_before_exec() { Recorder::get().before_exec(); }
void weft_record_after_exec() { Recorder::get().after_exec(); }

void weft_name_thread(const char* name) {
  attempt([&](Recorder& recorder) {
    if (const Thread* const thread = own_thread()) recorder.dictionary().rename(thread->location(), text_of(name));
  });
}
void weft_name_process(const char* name) {
  attempt([&](Recorder& recorder) { recorder.dictionary().rename_process(text_of(name)); });
}

weft_region weft_define_region(const char* name, const char* file, std::uint32_t line) {
  if (is_forking || !Recorder::get().is_on() || !Recorder::get().filter().includes(name ? name : "")) return 0;
  return define([&](Dictionary& dictionary) {
    return dictionary.region(text_of(name), text_of(file), line, RegionRole::function, Paradigm::user);
  });
}
weft_region weft_record_define_site(weft_site* site) {
  if (!Recorder::get().can_define()) return 0;  // perhaps the next time
  const weft_region region = weft_define_region(site->name, site->file, site->line);
  __atomic_store_n(&site->region, region + 1, __ATOMIC_RELAXED);
  return region;
}

[[gnu::flatten]] void weft_record_enter(weft_region region) {
  record_about(region, evt::Enter{ref<RegionRef>(region)});
}
[[gnu::flatten]] void weft_record_leave(weft_region region) {
  record_about(region, evt::Leave{ref<RegionRef>(region)});
}

weft_attribute weft_define_attribute(const char* name, weft_type type) {
  return define([&](Dictionary& dictionary) { return dictionary.attribute(text_of(name), static_cast<Type>(type)); });
}
void weft_attach_uint64(weft_attribute attribute, std::uint64_t value) { attach(attribute, TypedValue::of(value)); }
void weft_attach_int64(weft_attribute attribute, std::int64_t value) { attach(attribute, TypedValue::of(value)); }
void weft_attach_double(weft_attribute attribute, double value) { attach(attribute, TypedValue::of(value)); }
void weft_attach_string(weft_attribute attribute, const char* value) {
  if (attribute == 0 || !weft_is_on()) return;
  Thread* const thread = own_thread();
  if (!thread) return;
  if (thread->is_busy()) return count_lost();
  const std::string_view text = text_of(value);
  std::optional<StringRef> id = thread->known_text(text);
  if (!id) [[unlikely]]
    id = new_text(*thread, text);
  if (id) attach(attribute, TypedValue::of(*id));
}

weft_metric weft_define_metric(const char* name, const char* unit, weft_metric_mode mode, weft_type type) {
  return define([&](Dictionary& dictionary) {
    return dictionary.metric(text_of(name), text_of(unit), mode_of(mode), static_cast<Type>(type));
  });
}
[[gnu::flatten]] void weft_record_metric(weft_metric metric, weft_type type, std::uint64_t bits) {
  const MetricValue value{static_cast<Type>(type), bits};
  record_about(metric, evt::Metric{ref<MetricRef>(metric), std::span(&value, 1)});
}

weft_comm weft_define_comm(const char* name, std::uint32_t size, std::uint32_t rank) {
  if (size > Dictionary::most_ranks) return 0;
  return define([&](Dictionary& dictionary) {
    const Thread* const thread = own_thread();
    return dictionary.comm(
        text_of(name), size, thread ? rank : WEFT_NO_RANK, thread ? thread->location() : LocationRef{});
  });
}
[[gnu::flatten]] void weft_record_send(weft_comm comm, std::uint32_t to, std::uint32_t tag, std::uint64_t bytes) {
  record_about(comm, evt::MpiSend{to, ref<CommRef>(comm), tag, bytes});
}
[[gnu::flatten]] void weft_record_receive(weft_comm comm, std::uint32_t from, std::uint32_t tag, std::uint64_t bytes) {
  record_about(comm, evt::MpiRecv{from, ref<CommRef>(comm), tag, bytes});
}

weft_io_file weft_define_io_file(const char* path) {
  return define([&](Dictionary& dictionary) { return dictionary.io_file(text_of(path)); });
}
weft_io_handle weft_define_io_handle(weft_io_file file, const char* interface) {
  if (file == 0) return 0;
  return define([&](Dictionary& dictionary) { return dictionary.io_handle(ref<IoFileRef>(file), text_of(interface)); });
}
void weft_record_io_open(weft_io_handle handle, weft_io_access access) {
  const auto mode = static_cast<IoAccessMode>(access);
  record_about(handle, evt::IoCreateHandle{ref<IoHandleRef>(handle), mode, {}, {}});
}
void weft_record_io_close(weft_io_handle handle) {
  record_about(handle, evt::IoDestroyHandle{ref<IoHandleRef>(handle)});
}
void weft_record_io_seek(weft_io_handle handle, std::int64_t offset, int whence, std::uint64_t result) {
  record_about(handle, evt::IoSeek{ref<IoHandleRef>(handle), offset, seek_option(whence), result});
}
void weft_record_io_begin(weft_io_handle handle, weft_io_mode mode, std::uint64_t bytes, std::uint64_t id) {
  const auto operation = static_cast<IoOperationMode>(mode);
  record_about(handle, evt::IoOperationBegin{ref<IoHandleRef>(handle), operation, {}, bytes, id});
}
void weft_record_io_end(weft_io_handle handle, std::uint64_t bytes, std::uint64_t id) {
  record_about(handle, evt::IoOperationComplete{ref<IoHandleRef>(handle), bytes, id});
}

std::uint64_t weft_record_thread_create() {
  static std::atomic<std::uint64_t> threads = 0;
  const std::uint64_t thread = threads.fetch_add(1, std::memory_order_relaxed);
  record_thread_event<evt::ThreadCreate>(thread);
  return thread;
}
void weft_record_thread_begin(std::uint64_t thread) { record_thread_event<evt::ThreadBegin>(thread); }
void weft_record_thread_end(std::uint64_t thread) { record_thread_event<evt::ThreadEnd>(thread); }
void weft_record_thread_wait(std::uint64_t thread) { record_thread_event<evt::ThreadWait>(thread); }

weft_marker_kind weft_define_marker(const char* group, const char* category, weft_severity severity) {
  std::uint32_t kind = 0;
  attempt([&](Recorder& recorder) {
    const auto how_bad = static_cast<MarkerSeverity>(severity);
    kind = recorder.dictionary().marker_kind(text_of(group), text_of(category), how_bad) + 1;
  });
  return kind;
}
void weft_record_marker(weft_marker_kind kind, const char* text) {
  if (kind == 0) return;
  attempt([&](Recorder& recorder) {
    if (Thread* const thread = own_thread()) record_marker(recorder, *thread, kind - 1, text_of(text));
  });
}
}
