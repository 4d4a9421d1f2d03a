// SPDX-License-Identifier: BSD-3-Clause
// Calls that read and write, told when they are over: what the library that watches them says to the recorder. Not for
// programs. Ids are as in weft/record.h: 0 is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/enums.hpp"
#include "model/values.hpp"

namespace weft::recording {

// What a call did to a handle, beside what its arguments say.
struct IoEffect {
  enum class Kind : std::uint8_t { none, create, duplicate, destroy, seek, transfer, remove };
  Kind kind = Kind::none;
  IoOperationMode mode = IoOperationMode::read;  // of a transfer
  std::uint32_t handle = 0;
  std::uint32_t other = 0;     // the one that was duplicated, or that a transfer goes to or comes from
  std::uint32_t replaced = 0;  // one that was closed on the way
  std::uint32_t placed = 0;    // the key of the offset, of a transfer that says where it works; -1 if nobody knows
  int flags = 0;               // of open
  int whence = 0;
  std::int64_t offset = 0;
  std::uint64_t asked = 0;  // bytes
  std::uint64_t done = 0;   // bytes, or the new position; all bits set if that is not known
};

struct IoCall {
  std::uint32_t region = 0;
  std::uint32_t file = 0;
  Ticks begin = 0;
  Ticks end = 0;
  std::span<const AttributeEntry> arguments;  // the file, if there is one, and then all others
  IoEffect effect;
};

}  // namespace weft::recording

extern "C" {

// Prefixes of paths to record, with colons between them; empty for all, null if calls are not to be recorded.
const char* weft_watch_paths();
weft::Ticks weft_watch_now();
// Whether anything can be defined now. In the middle of a beginning, of a fork, or of another definition it cannot, but
// later; what says 0 then is no answer to keep.
bool weft_watch_can_define();
// `category` is POSIX or STDIO.
std::uint32_t weft_watch_region(const char* name, const char* category);
std::uint32_t weft_watch_key(const char* name, weft::Type type);
std::uint32_t weft_watch_text(const char* text, std::size_t size);
std::uint32_t weft_watch_file(const char* path, std::size_t size, bool is_directory);
// Writes the path of a file; its length, or 0 if it is not known or too long.
std::size_t weft_watch_path_of(std::uint32_t file, char* path, std::size_t room);
// A handle that is open from now on: with `number`, one that was open before anybody looked, with the flags it has.
std::uint32_t weft_watch_handle(std::uint32_t file, const char* interface);
std::uint32_t weft_watch_old_handle(std::uint32_t file, const char* interface, int number, int flags);
// That of this process for what it reads and writes without a descriptor.
std::uint32_t weft_watch_memory_handle(const char* interface);
// It may be another one's from now on.
void weft_watch_release(std::uint32_t handle);
void weft_watch_record(const weft::recording::IoCall* call);

// The status that this process is about to end with.
void weft_watch_ending(int status);
}
