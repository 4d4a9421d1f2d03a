// SPDX-License-Identifier: BSD-3-Clause
#include "record/io_calls.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <weft/record.h>

#include <cstring>

#include "formats/dftracer/io_actions.hpp"
#include "record/inside.hpp"
#include "record/keep_errno.hpp"
#include "record/open_flags.hpp"
#include "record/recorder.hpp"

namespace weft::recording {

namespace {

template <class Make>
std::uint32_t defined(Make&& make) noexcept {
  const KeepErrno keep_errno;
  const Inside inside;
  try {
    Recorder& recorder = Recorder::get();
    return recorder.can_define() ? make(recorder.dictionary()).value + 1 : 0;
  } catch (const std::exception&) {
    Recorder::get().count_lost();
    return 0;
  }
}

IoFileRef file_ref(std::uint32_t file) { return file == 0 ? IoFileRef{} : IoFileRef{file - 1}; }
IoHandleRef handle_ref(std::uint32_t handle) { return {handle - 1}; }

// Ties the two events of a transfer together: no other thread has the same.
std::uint64_t next_operation(const Thread& thread) {
  [[gnu::tls_model("initial-exec")]] static thread_local std::uint64_t operations = 0;
  constexpr unsigned thread_bits = 16;
  return ++operations << thread_bits | (thread.location().value >> 32 & ((1u << thread_bits) - 1));
}

IoOperationMode opposite(IoOperationMode mode) {
  return mode == IoOperationMode::read ? IoOperationMode::write : IoOperationMode::read;
}

// What is copied is read from one handle and written to another: two operations, one within the other. On one handle
// they would overlap: there, the second has no time of its own.
void append_transfer(Thread& thread, const IoCall& call) {
  const IoEffect& effect = call.effect;
  const auto begin = [&](Ticks time, std::uint32_t handle, IoOperationMode mode) {
    const std::uint64_t id = next_operation(thread);
    const AttributeEntry offset{{effect.placed - 1}, TypedValue::of(static_cast<std::uint64_t>(effect.offset))};
    thread.append_at(time, evt::IoOperationBegin{handle_ref(handle), mode, {}, effect.asked, id},
        std::span(&offset, effect.placed != 0 ? 1 : 0));
    return id;
  };
  const auto complete = [&](std::uint32_t handle, std::uint64_t id) {
    thread.append_at(call.end, evt::IoOperationComplete{handle_ref(handle), effect.done, id});
  };
  const auto other = [&](Ticks time) { complete(effect.other, begin(time, effect.other, opposite(effect.mode))); };
  if (effect.handle == 0) return other(call.begin);
  const std::uint64_t id = begin(call.begin, effect.handle, effect.mode);
  if (effect.other != 0 && effect.other != effect.handle) other(call.begin);
  complete(effect.handle, id);
  if (effect.other == effect.handle) other(call.end);
}

void append_effect(Thread& thread, const IoCall& call) {
  const IoEffect& effect = call.effect;
  if (effect.replaced != 0) thread.append_at(call.end, evt::IoDestroyHandle{handle_ref(effect.replaced)});
  switch (effect.kind) {
    case IoEffect::Kind::none:
      return;
    case IoEffect::Kind::create:
      return thread.append_at(call.end, evt::IoCreateHandle{handle_ref(effect.handle), access_mode(effect.flags),
                                            creation_flags(effect.flags), status_flags(effect.flags)});
    case IoEffect::Kind::duplicate:
      return thread.append_at(call.end,
          evt::IoDuplicateHandle{handle_ref(effect.other), handle_ref(effect.handle), status_flags(effect.flags)});
    case IoEffect::Kind::destroy:
      return thread.append_at(call.end, evt::IoDestroyHandle{handle_ref(effect.handle)});
    case IoEffect::Kind::seek:
      return thread.append_at(
          call.end, evt::IoSeek{handle_ref(effect.handle), effect.offset, seek_option(effect.whence), effect.done});
    case IoEffect::Kind::remove:
      return thread.append_at(call.end, evt::IoDeleteFile{Recorder::get().dictionary().posix(), file_ref(call.file)});
    case IoEffect::Kind::transfer:
      return append_transfer(thread, call);
  }
}

// The file is the first argument, and no news where a handle tells it.
std::span<const AttributeEntry> told_by_leaving(const IoCall& call) {
  const bool is_told = call.effect.kind != IoEffect::Kind::none && call.file != 0;
  return is_told ? call.arguments.subspan(1) : call.arguments;
}

// Enter, what happened between, leave with the arguments.
void append_events(Thread& thread, const IoCall& call) {
  const RegionRef region{call.region - 1};
  thread.enter();
  thread.append_at(call.begin, evt::Enter{region});
  append_effect(thread, call);
  thread.append_at(call.end, evt::Leave{region}, told_by_leaving(call));
  thread.leave();
}

}  // namespace

}  // namespace weft::recording

using namespace weft;
using namespace weft::recording;

extern "C" {

[[gnu::tls_model("initial-exec")]] constinit thread_local int weft_record_inside = 0;

const char* weft_watch_paths() { return Recorder::get().io_paths(); }
Ticks weft_watch_now() { return Recorder::get().now(); }

bool weft_watch_can_define() { return Recorder::get().can_define(); }
std::uint32_t weft_watch_region(const char* name, const char* category) {
  const Recorder& recorder = Recorder::get();
  if (!Recorder::get().is_on() || !recorder.filter().includes(name) || !recorder.records_io(category)) return 0;
  const RegionRole role = dftracer::role_of(category, name);
  return defined([&](Dictionary& dictionary) { return dictionary.categorised_region(name, category, role); });
}
std::uint32_t weft_watch_key(const char* name, Type type) {
  return defined([&](Dictionary& dictionary) { return dictionary.attribute(name, type); });
}
std::uint32_t weft_watch_text(const char* text, std::size_t size) {
  return defined([&](Dictionary& dictionary) { return dictionary.text({text, size}); });
}
std::uint32_t weft_watch_file(const char* path, std::size_t size, bool is_directory) {
  return defined([&](Dictionary& dictionary) {
    return is_directory ? dictionary.io_directory({path, size}) : dictionary.io_file({path, size});
  });
}
std::size_t weft_watch_path_of(std::uint32_t file, char* path, std::size_t room) {
  std::size_t size = 0;
  if (file != 0)
    defined([&](Dictionary& dictionary) {
      const std::string name = dictionary.name(file_ref(file));
      if (name.size() < room) size = name.copy(path, room);
      return file_ref(file);
    });
  return size;
}
std::uint32_t weft_watch_handle(std::uint32_t file, const char* interface) {
  if (!Recorder::get().has_handles()) return 0;
  return defined([&](Dictionary& dictionary) { return dictionary.reused_handle(file_ref(file), interface); });
}
std::uint32_t weft_watch_old_handle(std::uint32_t file, const char* interface, int number, int flags) {
  if (!Recorder::get().has_handles()) return 0;
  return defined([&](Dictionary& dictionary) {
    const auto name = fmt::format("descriptor {} of process {}", number, Recorder::get().process_number());
    return dictionary.old_handle(name, file_ref(file), interface, access_mode(flags), status_flags(flags));
  });
}
std::uint32_t weft_watch_memory_handle(const char* interface) {
  if (!Recorder::get().has_handles()) return 0;
  return defined([&](Dictionary& dictionary) {
    const auto name = fmt::format("memory of process {}", Recorder::get().process_number());
    return dictionary.old_handle(name, {}, interface, IoAccessMode::read_write, IoStatusFlag::none);
  });
}
void weft_watch_release(std::uint32_t handle) {
  if (handle == 0) return;
  defined([&](Dictionary& dictionary) { return dictionary.release(handle_ref(handle)), handle_ref(handle); });
}

void weft_watch_ending(int status) { tell_exit_status(status); }

void weft_watch_record(const IoCall* call) {
  Thread* thread = this_thread;
  if (!thread || thread->is_busy()) [[unlikely]] {
    thread = thread_for_event();
    if (!thread) return;
  }
  if (thread->keeps_spans())
    thread->append_span(PlainSpan{
        {call->region - 1}, call->begin, call->end, call->arguments, static_cast<std::uint16_t>(thread->depth + 1)});
  else
    append_events(*thread, *call);
}
}
