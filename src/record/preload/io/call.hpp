// SPDX-License-Identifier: BSD-3-Clause
// A call that is watched: Site is what is known of it once and for all, Call what happened this time. The tables of
// calls (posix_*.cpp, stdio.cpp) say of each in one line what it is about, and everything else comes from that:
//
//   WEFT_IO_CALL(POSIX, ssize_t, read, (int fd, void* to, size_t count), (fd, to, count),
//       on(fd).reads(count, ret).arg(Key::fd, fd).arg(Key::count, count).arg(Key::ret, ret))
//
// In the last part `ret` is what the call answered. It says first whom the call is about (on, at, always), which
// decides whether it is recorded, then what it did, then the arguments to be told.
#pragma once

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <weft/record.h>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <string_view>

#include "record/inside.hpp"
#include "record/io_calls.hpp"
#include "record/keep_errno.hpp"
#include "record/preload/io/descriptors.hpp"
#include "record/preload/io/keys.hpp"

namespace weft::recording::io {

// Whether anything is watched at all. Set once, when the program begins.
extern constinit std::atomic<bool> is_on;
inline bool is_watching() { return is_on.load(std::memory_order_relaxed) && weft_record_inside == 0; }
inline bool is_recording() { return is_watching() && weft_is_on(); }

// In a child, which has one of its own.
void forget_memory_handle();

// Of one that is about to be closed. Who records nothing does not look at what nobody has seen.
inline Descriptor closing_descriptor(int fd) {
  const KeepErrno keep_errno;
  if (is_recording()) descriptor(fd);
  return take_descriptor(fd);
}

class Site {
 public:
  // `told` is what it is called in the trace.
  constexpr Site(const char* name, const char* category, const char* told)
      : name_(name), category_(category), told_(told) {}

  // What the program would have called without us.
  template <class Function>
  Function next() {
    void* found = next_.load(std::memory_order_relaxed);
    if (!found) [[unlikely]]
      next_.store(found = ::dlsym(RTLD_NEXT, name_), std::memory_order_relaxed);
    return reinterpret_cast<Function>(found);
  }

  // 0 if it is not to be recorded.
  std::uint32_t region() {
    const std::uint32_t known = region_.load(std::memory_order_relaxed);
    return known != unknown ? known : define();
  }
  const char* name() const { return name_; }

 private:
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  std::uint32_t define();

  const char* name_;
  const char* category_;
  const char* told_;
  std::atomic<void*> next_ = nullptr;
  std::atomic<std::uint32_t> region_ = unknown;
};

// Made behind the call, destroyed when it is told. In between nothing is watched, and errno stays what the call made
// it.
class Call {
 public:
  Call(Site& site, Ticks begin) {
    call_.begin = begin;
    call_.end = weft_watch_now();
    call_.region = site.region();
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // Whom it is about.
  Call& on(int fd) { return on(descriptor(fd)); }
  Call& on(FILE* stream);
  Call& on(DIR* directory) { return on(directory ? ::dirfd(directory) : -1); }
  Call& on(const Descriptor& descriptor);
  // Two, of which the first is told as the file; recorded if either is.
  Call& on(int fd, int other);
  Call& at(const char* path);
  // A path that is relative to a directory; an empty one is the descriptor itself.
  Call& at(int directory, const char* path);
  Call& always() { return is_recorded_ = true, *this; }

  // What it did.
  Call& opens(int fd, int flags);
  // DFTracer tells of no stream whether it was opened: of those that were not, the result is an argument here.
  Call& opens(FILE* stream, const char* mode);
  Call& opens(DIR* directory);
  Call& duplicates(int fd, const Descriptor& replaced = {}, int flags = 0);
  Call& closes();
  Call& reads(std::uint64_t asked, std::int64_t done) { return moves(IoOperationMode::read, asked, done); }
  Call& writes(std::uint64_t asked, std::int64_t done) { return moves(IoOperationMode::write, asked, done); }
  Call& flushes() { return moves(IoOperationMode::flush, 0, 0); }
  // Where a transfer works, if not where the last one ended; what is negative is not known.
  Call& from(std::int64_t offset);
  Call& from_anywhere() { return from(-1); }
  Call& seeks(std::int64_t offset, int whence, std::int64_t position);
  Call& removes(int result);
  // What was closed on the way. If that was recorded, so is the call, wherever it leads.
  Call& replaces(const Descriptor& before);
  Call& leads_elsewhere();

  // What is told of it.
  template <std::integral T>
  Call& arg(Key key, T value) {
    return add(key, std::is_signed_v<T> ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                                        : static_cast<std::uint64_t>(value));
  }
  Call& arg(Key key, const void* address) { return add(key, reinterpret_cast<std::uint64_t>(address)); }
  Call& file(Key key, int fd);
  Call& text(Key key, const char* value);
  Call& path(Key key, const char* value);
  Call& path(Key key, int directory, const char* value);
  // Only if `condition`.
  template <std::integral T>
  Call& arg_if(bool condition, Key key, T value) {
    return condition ? arg(key, value) : *this;
  }

  void tell();

 private:
  // More than any call has; not filled in advance, because most have few.
  static constexpr std::size_t most_arguments = 12;

  Call& moves(IoOperationMode mode, std::uint64_t asked, std::int64_t done);
  Call& add(Key key, std::uint64_t bits) {
    if (is_recorded_ && arguments_ < most_arguments) list_[arguments_++] = {id_of(key), {type_of(key), bits}};
    return *this;
  }
  Call& about(std::uint32_t file);
  void opened(int fd, int flags, const char* interface);

  const KeepErrno keep_errno_;
  const Inside inside_;
  bool is_recorded_ = false;
  IoCall call_;
  std::size_t arguments_ = 0;
  union {
    AttributeEntry list_[most_arguments];
  };
};

// What is common to all that is defined under the name of another library's function.
#define WEFT_IO_BEGIN_AS(category, type, name, told, parameters, values)      \
  extern "C" type weft_call_##name parameters __asm__(#name);                 \
  extern "C" type weft_call_##name parameters {                               \
    static constinit weft::recording::io::Site site(#name, #category, #told); \
    const auto next = site.next<decltype(&weft_call_##name)>();
#define WEFT_IO_BEGIN(category, type, name, parameters, values) \
  WEFT_IO_BEGIN_AS(category, type, name, name, parameters, values)

#define WEFT_IO_CALL(category, type, name, parameters, values, about) \
  WEFT_IO_CALL_AS(category, type, name, name, parameters, values, about)

// A variant of a function that the specification knows under another name.
#define WEFT_IO_CALL_AS(category, type, name, told, parameters, values, about) \
  WEFT_IO_BEGIN_AS(category, type, name, told, parameters, values)             \
  if (!weft::recording::io::is_recording()) return next values;                \
  const weft::Ticks begin = weft_watch_now();                                  \
  type const ret = next values;                                                \
  weft::recording::io::Call(site, begin).about.tell();                         \
  return ret;                                                                  \
  }

// Two functions that differ in their names only, because offsets have 64 bits here anyway.
#define WEFT_IO_CALL_AND_64(category, type, name, parameters, values, about) \
  WEFT_IO_CALL(category, type, name, parameters, values, about)              \
  WEFT_IO_CALL(category, type, name##64, parameters, values, about)

#define WEFT_IO_VOID_CALL(category, name, parameters, values, about) \
  WEFT_IO_BEGIN(category, void, name, parameters, values)            \
  if (!weft::recording::io::is_recording()) return next values;      \
  const weft::Ticks begin = weft_watch_now();                        \
  next values;                                                       \
  weft::recording::io::Call(site, begin).about.tell();               \
  }

// One after which a descriptor is no more, which is `before`.
#define WEFT_IO_CLOSING_CALL(category, type, name, parameters, values, fd, about)             \
  WEFT_IO_BEGIN(category, type, name, parameters, values)                                     \
  if (!weft::recording::io::is_watching()) return next values;                                \
  const weft::recording::io::Descriptor before = weft::recording::io::closing_descriptor(fd); \
  const weft::Ticks begin = weft_watch_now();                                                 \
  type const ret = next values;                                                               \
  weft::recording::io::Call(site, begin).about.tell();                                        \
  return ret;                                                                                 \
  }

}  // namespace weft::recording::io
