// SPDX-License-Identifier: BSD-3-Clause
// The lock of an archive. A program may bring locks of its own kind, and these are used then; ours is always taken as
// well, since nobody knows what theirs do.
#pragma once

#include <otf2/OTF2_Archive.h>

#include <mutex>

namespace weft::otf2::compat {

class ArchiveLock {
 public:
  OTF2_ErrorCode use(const char* function, const OTF2_LockingCallbacks* callbacks, void* data);
  // Gives the program's lock back, at the end.
  void release();

  void lock();
  void unlock();

  // For work that the program's lock is not held during: it excludes the rest all the same.
  std::mutex& inner() { return mutex_; }

 private:
  std::mutex mutex_;
  const OTF2_LockingCallbacks* callbacks_ = nullptr;
  void* data_ = nullptr;
  OTF2_Lock theirs_ = nullptr;
};

}  // namespace weft::otf2::compat
