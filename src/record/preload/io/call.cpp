// SPDX-License-Identifier: BSD-3-Clause
#include "record/preload/io/call.hpp"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include <cstring>

#include "record/preload/io/paths.hpp"

namespace weft::recording::io {

constinit std::atomic<bool> is_on = false;

namespace {

constexpr char posix_interface[] = "POSIX";
constexpr char stdio_interface[] = "ISOC";

// A path as one text: DIRECTORY/PATH where it is relative to a directory that is not the current one. Empty if it is
// longer than any path may be.
class WholePath {
 public:
  WholePath(int directory, const char* path) : path_(path ? path : "") {
    if (directory == AT_FDCWD || path_.starts_with('/')) return;
    const std::size_t size = weft_watch_path_of(descriptor(directory).file, text_, sizeof text_);
    if (size == 0 || size + 1 + path_.size() > sizeof text_) return;
    text_[size] = '/';
    path_.copy(text_ + size + 1, path_.size());
    path_ = {text_, size + 1 + path_.size()};
  }
  std::string_view view() const { return path_; }

 private:
  std::string_view path_;
  char text_[PATH_MAX];
};

std::uint32_t file_of(std::string_view path, bool is_directory = false) {
  return weft_watch_file(path.data(), path.size(), is_directory);
}

int flags_of(const char* mode) {
  const bool is_both = std::strchr(mode, '+') != nullptr;
  const int access = is_both ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
  if (*mode == 'w') return access | O_CREAT | O_TRUNC;
  return *mode == 'a' ? access | O_CREAT | O_APPEND : access;
}

// Of what is read and written without a descriptor: streams of memory, and memory that files are mapped to.
constinit std::atomic<std::uint32_t> known_memory_handle = 0;

std::uint32_t memory_handle() {
  std::uint32_t handle = known_memory_handle.load(std::memory_order_relaxed);
  if (handle == 0) known_memory_handle.store(handle = weft_watch_memory_handle(posix_interface));
  return handle;
}

}  // namespace

void forget_memory_handle() { known_memory_handle = 0; }

std::uint32_t Site::define() {
  const std::uint32_t region = weft_watch_region(told_, category_);
  region_.store(region, std::memory_order_relaxed);
  return region;
}

Call& Call::about(std::uint32_t file) {
  call_.file = file;
  return file != 0 ? add(Key::fhash, file - 1) : *this;
}

Call& Call::on(const Descriptor& descriptor) {
  is_recorded_ = descriptor.is_recorded;
  call_.effect.handle = descriptor.handle;
  return about(descriptor.file);
}

Call& Call::on(int fd, int other) {
  const Descriptor first = descriptor(fd), second = descriptor(other);
  is_recorded_ = first.is_recorded || second.is_recorded;
  call_.effect.handle = first.handle;
  call_.effect.other = second.handle;
  return about(first.file);
}

// Those of memory have no descriptor, and no path.
Call& Call::on(FILE* stream) {
  const int fd = stream ? ::fileno_unlocked(stream) : -1;
  if (fd >= 0) return on(descriptor(fd));
  is_recorded_ = stream && !has_prefixes();
  return *this;
}

Call& Call::at(const char* path) { return at(AT_FDCWD, path); }

Call& Call::at(int directory, const char* path) {
  if (path && *path == '\0' && directory != AT_FDCWD) return on(directory);
  const WholePath whole(directory, path);
  is_recorded_ = path && is_wanted(whole.view());
  return is_recorded_ ? about(file_of(whole.view())) : *this;
}

// The time is read once more: whoever had this handle before has closed it by now.
void Call::opened(int fd, int flags, const char* interface) {
  if (fd < 0) return;
  Descriptor made{true, is_recorded_, call_.file, 0};
  if (is_recorded_) made.handle = weft_watch_handle(call_.file, interface);
  set_descriptor(fd, made);
  if (made.handle == 0) return;
  call_.end = weft_watch_now();
  call_.effect.kind = IoEffect::Kind::create;
  call_.effect.handle = made.handle;
  call_.effect.flags = flags;
}

Call& Call::opens(int fd, int flags) { return opened(fd, flags, posix_interface), *this; }
Call& Call::opens(FILE* stream, const char* mode) {
  if (!stream) return arg(Key::ret, -1);
  opened(::fileno_unlocked(stream), flags_of(mode), stdio_interface);
  return *this;
}
Call& Call::opens(DIR* directory) {
  if (directory) opened(::dirfd(directory), O_RDONLY | O_DIRECTORY, posix_interface);
  return *this;
}

Call& Call::duplicates(int fd, const Descriptor& replaced, int flags) {
  if (fd < 0) return *this;
  Descriptor made{true, is_recorded_, call_.file, 0};
  if (is_recorded_) made.handle = weft_watch_handle(call_.file, posix_interface);
  set_descriptor(fd, made);
  replaces(replaced);
  if (made.handle == 0) return *this;
  call_.end = weft_watch_now();
  call_.effect.kind = IoEffect::Kind::duplicate;
  call_.effect.other = call_.effect.handle;
  call_.effect.handle = made.handle;
  call_.effect.flags = flags;
  return *this;
}

Call& Call::replaces(const Descriptor& before) {
  is_recorded_ |= before.is_recorded;
  call_.effect.replaced = before.handle;
  return *this;
}

Call& Call::closes() {
  if (call_.effect.handle != 0) call_.effect.kind = IoEffect::Kind::destroy;
  return *this;
}

Call& Call::moves(IoOperationMode mode, std::uint64_t asked, std::int64_t done) {
  IoEffect& effect = call_.effect;
  if (effect.handle == 0 && effect.other == 0 && is_recorded_) effect.handle = memory_handle();
  if (effect.handle == 0 && effect.other == 0) return *this;
  effect.kind = IoEffect::Kind::transfer;
  effect.mode = mode;
  effect.asked = asked;
  effect.done = done > 0 ? static_cast<std::uint64_t>(done) : 0;
  return *this;
}

Call& Call::from(std::int64_t offset) {
  if (call_.effect.kind != IoEffect::Kind::transfer) return *this;
  call_.effect.placed = id_of(Key::placed).value + 1;
  call_.effect.offset = offset < 0 ? -1 : offset;
  return *this;
}

// One that fails leads to no position that is known.
Call& Call::seeks(std::int64_t offset, int whence, std::int64_t position) {
  IoEffect& effect = call_.effect;
  if (effect.handle == 0 && is_recorded_) effect.handle = memory_handle();
  if (effect.handle == 0) return *this;
  effect.kind = IoEffect::Kind::seek;
  effect.offset = offset;
  effect.whence = whence;
  effect.done = static_cast<std::uint64_t>(position < 0 ? -1 : position);
  return *this;
}

Call& Call::removes(int result) {
  if (result == 0 && call_.file != 0) call_.effect.kind = IoEffect::Kind::remove;
  return *this;
}

Call& Call::file(Key key, int fd) {
  const std::uint32_t file = is_recorded_ ? descriptor(fd).file : 0;
  return file != 0 ? add(key, file - 1) : *this;
}

Call& Call::text(Key key, const char* value) {
  if (!is_recorded_ || !value) return *this;
  const std::uint32_t text = weft_watch_text(value, std::strlen(value));
  return text != 0 ? add(key, text - 1) : *this;
}

Call& Call::path(Key key, const char* value) { return path(key, AT_FDCWD, value); }

Call& Call::path(Key key, int directory, const char* value) {
  if (!is_recorded_ || !value) return *this;
  const std::uint32_t file = file_of(WholePath(directory, value).view());
  return file != 0 ? add(key, file - 1) : *this;
}

Call& Call::leads_elsewhere() { return forget_directory(), *this; }

// A handle is another one's only when it is told that it was closed.
void Call::tell() {
  if (!is_recorded_ || call_.region == 0 || !weft_is_on()) return;
  call_.arguments = {list_, arguments_};
  weft_watch_record(&call_);
  if (call_.effect.kind == IoEffect::Kind::destroy) weft_watch_release(call_.effect.handle);
  weft_watch_release(call_.effect.replaced);
}

}  // namespace weft::recording::io
