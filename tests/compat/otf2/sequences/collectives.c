/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How processes talk, in a program of one process that tells whenever it is asked to. */
#include "driver.h"

static int everybody;
#define all ((OTF2_CollectiveContext*)(void*)&everybody)

static OTF2_CallbackCode tell_collective(const char* what, OTF2_CollectiveContext* who, uint32_t many) {
  say("  %s, %s, %u\n", what, who == all ? "all" : who ? "some" : "nobody", many);
  return OTF2_CALLBACK_SUCCESS;
}

static void release(void* data, OTF2_CollectiveContext* global, OTF2_CollectiveContext* local) {
  (void)data;
  tell_collective("release", global, local != NULL);
}
static OTF2_CallbackCode get_size(void* data, OTF2_CollectiveContext* who, uint32_t* size) {
  (void)data;
  *size = 1;
  return tell_collective("get size", who, *size);
}
static OTF2_CallbackCode get_rank(void* data, OTF2_CollectiveContext* who, uint32_t* rank) {
  (void)data;
  *rank = 0;
  return tell_collective("get rank", who, *rank);
}
static OTF2_CallbackCode create_local(void* data, OTF2_CollectiveContext** local, OTF2_CollectiveContext* global,
    uint32_t global_rank, uint32_t global_size, uint32_t local_rank, uint32_t local_size, uint32_t file,
    uint32_t files) {
  (void)data, (void)global_rank, (void)global_size, (void)local_rank, (void)local_size, (void)file;
  *local = global;
  return tell_collective("create local", global, files);
}
static OTF2_CallbackCode free_local(void* data, OTF2_CollectiveContext* local) {
  (void)data;
  return tell_collective("free local", local, 0);
}
static OTF2_CallbackCode barrier(void* data, OTF2_CollectiveContext* who) {
  (void)data;
  return tell_collective("barrier", who, 0);
}
static OTF2_CallbackCode bcast(
    void* data, OTF2_CollectiveContext* who, void* values, uint32_t many, OTF2_Type type, uint32_t root) {
  (void)data, (void)values, (void)root;
  return tell_collective("broadcast", who, 100 * type + many);
}
static OTF2_CallbackCode gather(
    void* data, OTF2_CollectiveContext* who, const void* in, void* out, uint32_t many, OTF2_Type type, uint32_t root) {
  (void)data, (void)in, (void)out, (void)root;
  return tell_collective("gather", who, 100 * type + many);
}
static OTF2_CallbackCode gatherv(void* data, OTF2_CollectiveContext* who, const void* in, uint32_t many, void* out,
    const uint32_t* counts, OTF2_Type type, uint32_t root) {
  (void)data, (void)in, (void)out, (void)counts, (void)root;
  return tell_collective("gather different ones", who, 100 * type + many);
}
static OTF2_CallbackCode scatter(
    void* data, OTF2_CollectiveContext* who, const void* in, void* out, uint32_t many, OTF2_Type type, uint32_t root) {
  (void)data, (void)in, (void)out, (void)root;
  return tell_collective("scatter", who, 100 * type + many);
}
static OTF2_CallbackCode scatterv(void* data, OTF2_CollectiveContext* who, const void* in, const uint32_t* counts,
    void* out, uint32_t many, OTF2_Type type, uint32_t root) {
  (void)data, (void)in, (void)out, (void)counts, (void)root;
  return tell_collective("scatter different ones", who, 100 * type + many);
}

int set_collectives_of(OTF2_Archive* archive, OTF2_Reader* reader) {
  static const OTF2_CollectiveCallbacks complete = {
      release, get_size, get_rank, create_local, free_local, barrier, bcast, gather, gatherv, scatter, scatterv};
  static const OTF2_CollectiveCallbacks sufficient = {
      NULL, get_size, get_rank, NULL, NULL, barrier, bcast, gather, gatherv, scatter, scatterv};
  static const OTF2_CollectiveCallbacks lacking = {
      release, get_size, get_rank, create_local, NULL, barrier, bcast, gather, gatherv, scatter, scatterv};
  const OTF2_CollectiveCallbacks* table = chance(50) ? &complete : &sufficient;
  if (chance(70)) {
    return reader ? TELL(OTF2_Reader_SetSerialCollectiveCallbacks(reader))
                  : TELL(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  }
  if (chance(10) && archive) {
    TELL(OTF2_Archive_SetCollectiveCallbacks(archive, NULL, NULL, all, NULL));
    TELL(OTF2_Archive_SetCollectiveCallbacks(archive, &lacking, NULL, all, NULL));
  }
  return reader ? TELL(OTF2_Reader_SetCollectiveCallbacks(reader, table, NULL, all, NULL))
                : TELL(OTF2_Archive_SetCollectiveCallbacks(archive, table, NULL, all, NULL));
}
