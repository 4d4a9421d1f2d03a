// SPDX-License-Identifier: BSD-3-Clause
#include "compat/otf2/archive_lock.hpp"

#include "compat/otf2/archive.hpp"

namespace weft::otf2::compat {

OTF2_ErrorCode ArchiveLock::use(const char* function, const OTF2_LockingCallbacks* callbacks, void* data) {
  if (!callbacks || !callbacks->otf2_create || !callbacks->otf2_destroy || !callbacks->otf2_lock ||
      !callbacks->otf2_unlock)
    return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_ARGUMENT, "all callbacks but the one to release are needed");
  if (callbacks_) return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_INVALID_CALL, "the archive has a lock already");
  callbacks_ = callbacks;
  data_ = data;
  if (callbacks->otf2_create(data, &theirs_) == OTF2_CALLBACK_SUCCESS) return OTF2_SUCCESS;
  return WEFT_OTF2_FAIL_IN(function, OTF2_ERROR_LOCKING_CALLBACK, "the program cannot make a lock");
}

void ArchiveLock::release() {
  if (!callbacks_) return;
  if (callbacks_->otf2_destroy(data_, theirs_) != OTF2_CALLBACK_SUCCESS)
    WEFT_OTF2_FAIL(OTF2_ERROR_LOCKING_CALLBACK, "the program cannot destroy its lock");
  if (callbacks_->otf2_release) callbacks_->otf2_release(data_);
}

void ArchiveLock::lock() {
  if (callbacks_ && callbacks_->otf2_lock(data_, theirs_) != OTF2_CALLBACK_SUCCESS)
    WEFT_OTF2_FAIL(OTF2_ERROR_LOCKING_CALLBACK, "the program cannot take its lock");
  mutex_.lock();
}

void ArchiveLock::unlock() {
  mutex_.unlock();
  if (callbacks_ && callbacks_->otf2_unlock(data_, theirs_) != OTF2_CALLBACK_SUCCESS)
    WEFT_OTF2_FAIL(OTF2_ERROR_LOCKING_CALLBACK, "the program cannot give its lock back");
}

}  // namespace weft::otf2::compat

OTF2_ErrorCode OTF2_Archive_SetLockingCallbacks(
    OTF2_Archive* archive, const OTF2_LockingCallbacks* lockingCallbacks, void* lockingData) {
  if (!archive) return weft::otf2::compat::fail_for_null(__func__);
  return archive->lock.use(__func__, lockingCallbacks, lockingData);
}
