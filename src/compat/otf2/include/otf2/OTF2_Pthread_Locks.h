/* SPDX-License-Identifier: BSD-3-Clause */
/* Locking callbacks made of POSIX mutexes. Everything is defined here, so that the library need not know threads. */
#ifndef OTF2_PTHREAD_LOCKS_H
#define OTF2_PTHREAD_LOCKS_H

#include <pthread.h>
#include <stdlib.h>

#include <otf2/otf2.h>

struct OTF2_LockObject {
  pthread_mutex_t mutex;
};

typedef struct OTF2_Pthread_UserData {
  const pthread_mutexattr_t* mutex_attribute;
} OTF2_Pthread_UserData;

static inline OTF2_CallbackCode otf2_pthread_answer(int error) {
  return error == 0 ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_ERROR;
}

static inline OTF2_CallbackCode otf2_pthread_lock_create(void* userData, OTF2_Lock* lock) {
  const OTF2_Pthread_UserData* data = (const OTF2_Pthread_UserData*)userData;
  OTF2_Lock made = lock ? (OTF2_Lock)malloc(sizeof(*made)) : NULL;
  if (!made) return OTF2_CALLBACK_ERROR;
  if (pthread_mutex_init(&made->mutex, data->mutex_attribute) != 0) {
    free(made);
    return OTF2_CALLBACK_ERROR;
  }
  *lock = made;
  return OTF2_CALLBACK_SUCCESS;
}

static inline OTF2_CallbackCode otf2_pthread_lock_destroy(void* userData, OTF2_Lock lock) {
  OTF2_CallbackCode answer;
  (void)userData;
  if (!lock) return OTF2_CALLBACK_ERROR;
  answer = otf2_pthread_answer(pthread_mutex_destroy(&lock->mutex));
  free(lock);
  return answer;
}

static inline OTF2_CallbackCode otf2_pthread_lock_lock(void* userData, OTF2_Lock lock) {
  (void)userData;
  return lock ? otf2_pthread_answer(pthread_mutex_lock(&lock->mutex)) : OTF2_CALLBACK_ERROR;
}

static inline OTF2_CallbackCode otf2_pthread_lock_unlock(void* userData, OTF2_Lock lock) {
  (void)userData;
  return lock ? otf2_pthread_answer(pthread_mutex_unlock(&lock->mutex)) : OTF2_CALLBACK_ERROR;
}

/* The attribute was handed over with the callbacks, so it goes with them. */
static inline void otf2_pthread_lock_release(void* userData) {
  OTF2_Pthread_UserData* data = (OTF2_Pthread_UserData*)userData;
  if (data->mutex_attribute) pthread_mutexattr_destroy((pthread_mutexattr_t*)data->mutex_attribute);
  free(data);
}

static inline OTF2_Pthread_UserData* otf2_pthread_user_data(const pthread_mutexattr_t* mutexAttribute) {
  OTF2_Pthread_UserData* data = (OTF2_Pthread_UserData*)malloc(sizeof(*data));
  if (data) data->mutex_attribute = mutexAttribute;
  return data;
}

static const OTF2_LockingCallbacks otf2_pthread_locking_callbacks = {otf2_pthread_lock_release,
    otf2_pthread_lock_create, otf2_pthread_lock_destroy, otf2_pthread_lock_lock, otf2_pthread_lock_unlock};

/* Makes an archive lock with mutexes. mutexAttribute may be NULL; otherwise it has to live as long as the archive,
   which destroys it in the end. */
static inline OTF2_ErrorCode OTF2_Pthread_Archive_SetLockingCallbacks(
    OTF2_Archive* archive, const pthread_mutexattr_t* mutexAttribute) {
  OTF2_Pthread_UserData* data;
  OTF2_ErrorCode result;
  if (!archive) return OTF2_ERROR_INVALID_ARGUMENT;
  data = otf2_pthread_user_data(mutexAttribute);
  if (!data) return OTF2_ERROR_MEM_ALLOC_FAILED;
  result = OTF2_Archive_SetLockingCallbacks(archive, &otf2_pthread_locking_callbacks, data);
  if (result != OTF2_SUCCESS) free(data);
  return result;
}

/* The same for a trace that is read. */
static inline OTF2_ErrorCode OTF2_Pthread_Reader_SetLockingCallbacks(
    OTF2_Reader* reader, const pthread_mutexattr_t* mutexAttribute) {
  OTF2_Pthread_UserData* data;
  OTF2_ErrorCode result;
  if (!reader) return OTF2_ERROR_INVALID_ARGUMENT;
  data = otf2_pthread_user_data(mutexAttribute);
  if (!data) return OTF2_ERROR_MEM_ALLOC_FAILED;
  result = OTF2_Reader_SetLockingCallbacks(reader, &otf2_pthread_locking_callbacks, data);
  if (result != OTF2_SUCCESS) free(data);
  return result;
}

#endif
