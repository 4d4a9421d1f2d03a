/* SPDX-License-Identifier: BSD-3-Clause */
/* Locking callbacks made of OpenMP locks. Everything is defined here, so that the library need not know OpenMP. */
#ifndef OTF2_OPENMP_LOCKS_H
#define OTF2_OPENMP_LOCKS_H

#include <omp.h>
#include <stdlib.h>

#include <otf2/otf2.h>

struct OTF2_LockObject {
  omp_lock_t lock;
};

static inline OTF2_CallbackCode otf2_openmp_lock_create(void* userData, OTF2_Lock* lock) {
  OTF2_Lock made = lock ? (OTF2_Lock)malloc(sizeof(*made)) : NULL;
  (void)userData;
  if (!made) return OTF2_CALLBACK_ERROR;
  omp_init_lock(&made->lock);
  *lock = made;
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode otf2_openmp_lock_destroy(void* userData, OTF2_Lock lock) {
  (void)userData;
  if (!lock) return OTF2_CALLBACK_ERROR;
  omp_destroy_lock(&lock->lock);
  free(lock);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode otf2_openmp_lock_lock(void* userData, OTF2_Lock lock) {
  (void)userData;
  if (!lock) return OTF2_CALLBACK_ERROR;
  omp_set_lock(&lock->lock);
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode otf2_openmp_lock_unlock(void* userData, OTF2_Lock lock) {
  (void)userData;
  if (!lock) return OTF2_CALLBACK_ERROR;
  omp_unset_lock(&lock->lock);
  return OTF2_CALLBACK_SUCCESS;
}

static const OTF2_LockingCallbacks otf2_openmp_locking_callbacks = {
    NULL, otf2_openmp_lock_create, otf2_openmp_lock_destroy, otf2_openmp_lock_lock, otf2_openmp_lock_unlock};

/* Makes an archive lock with OpenMP locks. */
static inline OTF2_ErrorCode OTF2_OpenMP_Archive_SetLockingCallbacks(OTF2_Archive* archive) {
  if (!archive) return OTF2_ERROR_INVALID_ARGUMENT;
  return OTF2_Archive_SetLockingCallbacks(archive, &otf2_openmp_locking_callbacks, NULL);
}

/* The same for a trace that is read. */
static inline OTF2_ErrorCode OTF2_OpenMP_Reader_SetLockingCallbacks(OTF2_Reader* reader) {
  if (!reader) return OTF2_ERROR_INVALID_ARGUMENT;
  return OTF2_Reader_SetLockingCallbacks(reader, &otf2_openmp_locking_callbacks, NULL);
}

#endif
