/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface of DFTracer for C (C89 and later) and C++ (C++11 and later), served by Weft's recorder.
 *
 *   int main(void) {                           void solve() {
 *     DFTRACER_C_INIT(NULL, NULL, NULL);         DFTRACER_CPP_FUNCTION();
 *     work();                                    DFTRACER_CPP_FUNCTION_UPDATE("size", 42);
 *     DFTRACER_C_FINI();                         ...
 *   }                                          }
 *
 * Link with -ldftracer. Nothing is recorded unless DFTRACER_ENABLE=1; docs/dftracer-api.md has all variables. Names of
 * regions are bare words: DFTRACER_C_REGION_START(load). Texts are copied. Everything may be called from any thread and
 * at any time; before the initialisation and after the end nothing happens. Handlers of signals use names and keys that
 * their thread has used before. */
#ifndef DFTRACER_DFTRACER_H
#define DFTRACER_DFTRACER_H

#include <stddef.h>
#include <stdint.h>

/* What an event is: something with a begin and an end, or application metadata. */
#define DF_DATA_EVENT 0
#define DF_METADATA_EVENT 1

/* What becomes of an argument when events are aggregated: events with different ones are kept apart, it is added up, or
 * it is left out. */
enum dftracer_argument_use { DFTRACER_KEY = 0, DFTRACER_VALUE = 1, DFTRACER_IGNORE = 2 };

/* Not a function of the program, where the compiler tells us about those. */
#define DFTRACER_UNSEEN_ __attribute__((__no_instrument_function__))

#define DFTRACER_C_CATEGORY "C_APP"
#define DFTRACER_CPP_CATEGORY "CPP_APP"

/* Where an entity is, what it is for, and what it has to do with an event or with another one. */
enum dftracer_store {
  DFTRACER_STORE_MEMORY = 0,
  DFTRACER_STORE_GPU_MEMORY = 1,
  DFTRACER_STORE_LOCAL_DISK = 2,
  DFTRACER_STORE_PARALLEL_FS = 3,
  DFTRACER_STORE_BURST_BUFFER = 4,
  DFTRACER_STORE_OBJECT_STORE = 5,
  DFTRACER_STORE_DATABASE = 6,
  DFTRACER_STORE_NETWORK = 7,
  DFTRACER_STORE_OTHER = 8
};
enum dftracer_role {
  DFTRACER_ROLE_UNKNOWN = 0,
  DFTRACER_ROLE_INPUT = 1,
  DFTRACER_ROLE_OUTPUT = 2,
  DFTRACER_ROLE_INTERMEDIATE = 3,
  DFTRACER_ROLE_PARAMETER = 4,
  DFTRACER_ROLE_REFERENCE = 5
};
enum dftracer_relation {
  DFTRACER_USED = 0,
  DFTRACER_GENERATED = 1,
  DFTRACER_INVALIDATED = 2,
  DFTRACER_UPDATED = 3,
  DFTRACER_DERIVED_FROM = 16,
  DFTRACER_REVISION_OF = 17,
  DFTRACER_CONTAINS = 18,
  DFTRACER_PART_OF = 19,
  DFTRACER_SPECIALIZATION_OF = 20,
  DFTRACER_ALTERNATE_OF = 21,
  DFTRACER_DEPENDS_ON = 22
};

#ifdef __cplusplus
extern "C" {
#endif

/* A region that has begun; null while nothing is recorded, which all functions take. */
struct DFTracerData;

/* Null for what the configuration says. The process id is for the name of the file only. */
void initialize_main(const char* log_file, const char* data_dirs, int* process_id);
/* The same, and calls that read and write are not recorded. */
void initialize_no_bind(const char* log_file, const char* data_dirs, int* process_id);
void finalize(void);

struct DFTracerData* initialize_region(const char* name, const char* category, int event_type);
void finalize_region(struct DFTracerData* region);
void update_metadata_int(struct DFTracerData* region, const char* key, int value);
void update_metadata_string(struct DFTracerData* region, const char* key, const char* value);
/* With an argument's use, one of dftracer_argument_use. */
void dftracer_update_int(struct DFTracerData* region, const char* key, int value, int use);
void dftracer_update_string(struct DFTracerData* region, const char* key, const char* value, int use);

/* What the last event of the process tells. */
void dftracer_app_metadata_int(const char* key, int value);
void dftracer_app_metadata_string(const char* key, const char* value);
void dftracer_mark_used(const char* name);

/* Things that events read and make. The same type and key are the same entity. */
uint64_t dftracer_entity(const char* type, const char* key, int store, const char* uri);
void dftracer_entity_type(const char* type, int role, const char* description);
void dftracer_entity_relate(int relation, uint64_t subject, uint64_t object);
void dftracer_region_relate(struct DFTracerData* region, int relation, uint64_t entity);

/* For bindings to other languages: whole events, told when they are over. Times are those of get_time(), which the
 * library has, too, and log_event(name, category, start, duration). What is logged between the first two is one level
 * deeper. */
struct dftracer_argument {
  const char* key;
  int type; /* 0 for an integer, 1 for a floating-point number, 2 for a text */
  union {
    int64_t integer;
    double real;
    const char* text;
  } value;
};
int dftracer_is_on(void);
void dftracer_enter_event(void);
void dftracer_exit_event(void);
void dftracer_log_event(const char* name, const char* category, uint64_t start, uint64_t duration,
    const struct dftracer_argument* arguments, size_t count);
void dftracer_log_metadata(const char* key, const char* value);

#ifdef __cplusplus
}
#endif

/* --- C: the variables of the macros end what was begun, at the latest where they go out of scope ------------------ */

static __inline__ DFTRACER_UNSEEN_ __attribute__((__unused__)) void dftracer_end_forgotten(
    struct DFTracerData** region) {
  if (*region) finalize_region(*region);
}

#define DFTRACER_C_INIT(log_file, data_dirs, process_id) initialize_main(log_file, data_dirs, process_id)
#define DFTRACER_C_INIT_NO_BIND(log_file, data_dirs, process_id) initialize_no_bind(log_file, data_dirs, process_id)
#define DFTRACER_C_FINI() finalize()

#define DFTRACER_C_BEGIN_(variable, name)                                                                             \
  struct DFTracerData* variable __attribute__((__cleanup__(dftracer_end_forgotten), __unused__)) = initialize_region( \
      name, DFTRACER_C_CATEGORY, DF_DATA_EVENT)
#define DFTRACER_C_END_(variable) \
  do {                            \
    finalize_region(variable);    \
    variable = NULL;              \
  } while (0)

#define DFTRACER_C_FUNCTION_START() DFTRACER_C_BEGIN_(dftracer_c_function, __extension__ __FUNCTION__)
#define DFTRACER_C_FUNCTION_END() DFTRACER_C_END_(dftracer_c_function)
#define DFTRACER_C_FUNCTION_UPDATE_INT(key, val) update_metadata_int(dftracer_c_function, key, val)
#define DFTRACER_C_FUNCTION_UPDATE_STR(key, val) update_metadata_string(dftracer_c_function, key, val)

#define DFTRACER_C_REGION_START(name) DFTRACER_C_BEGIN_(dftracer_c_region_##name, #name)
#define DFTRACER_C_REGION_END(name) DFTRACER_C_END_(dftracer_c_region_##name)
#define DFTRACER_C_REGION_UPDATE_INT(name, key, val) update_metadata_int(dftracer_c_region_##name, key, val)
#define DFTRACER_C_REGION_UPDATE_STR(name, key, val) update_metadata_string(dftracer_c_region_##name, key, val)

#define DFTRACER_C_FUNCTION_UPDATE_INT_TYPE(key, val, type) dftracer_update_int(dftracer_c_function, key, val, type)
#define DFTRACER_C_FUNCTION_UPDATE_STR_TYPE(key, val, type) dftracer_update_string(dftracer_c_function, key, val, type)
#define DFTRACER_C_REGION_UPDATE_INT_TYPE(name, key, val, type) \
  dftracer_update_int(dftracer_c_region_##name, key, val, type)
#define DFTRACER_C_REGION_UPDATE_STR_TYPE(name, key, val, type) \
  dftracer_update_string(dftracer_c_region_##name, key, val, type)

#define DFTRACER_METADATA_(name, category, key, val)                                                             \
  do {                                                                                                           \
    struct DFTracerData* const dftracer_metadata_##name = initialize_region(#name, category, DF_METADATA_EVENT); \
    update_metadata_string(dftracer_metadata_##name, key, val);                                                  \
    finalize_region(dftracer_metadata_##name);                                                                   \
  } while (0)
#define DFTRACER_C_METADATA(name, key, val) DFTRACER_METADATA_(name, DFTRACER_C_CATEGORY, key, val)

#define DFTRACER_C_APP_METADATA_INT(key, val) dftracer_app_metadata_int(key, val)
#define DFTRACER_C_APP_METADATA_STR(key, val) dftracer_app_metadata_string(key, val)
#define DFTRACER_C_MARK_USED(name) dftracer_mark_used(name)

/* The first answers the id of the entity, which the others take. */
#define DFTRACER_C_ENTITY(type, key, store, uri) dftracer_entity(type, key, store, uri)
#define DFTRACER_C_ENTITY_TYPE(type, role, description) dftracer_entity_type(type, role, description)
#define DFTRACER_C_ENTITY_RELATE(relation, subject, object) dftracer_entity_relate(relation, subject, object)
#define DFTRACER_C_FUNCTION_RELATE(relation, entity) dftracer_region_relate(dftracer_c_function, relation, entity)
#define DFTRACER_C_FUNCTION_USES(entity) DFTRACER_C_FUNCTION_RELATE(DFTRACER_USED, entity)
#define DFTRACER_C_FUNCTION_GENERATES(entity) DFTRACER_C_FUNCTION_RELATE(DFTRACER_GENERATED, entity)
#define DFTRACER_C_REGION_RELATE(name, relation, entity) \
  dftracer_region_relate(dftracer_c_region_##name, relation, entity)
#define DFTRACER_C_REGION_USES(name, entity) DFTRACER_C_REGION_RELATE(name, DFTRACER_USED, entity)
#define DFTRACER_C_REGION_GENERATES(name, entity) DFTRACER_C_REGION_RELATE(name, DFTRACER_GENERATED, entity)

/* --- C++ --------------------------------------------------------------------------------------------------------- */

#ifdef __cplusplus

/* An event from where it is made to where it ends, or to finalize(). */
class DFTracer {
 public:
  DFTRACER_UNSEEN_ DFTracer(const char* name, const char* category, int event_type = DF_DATA_EVENT)
      : region_(initialize_region(name, category, event_type)) {}
  DFTRACER_UNSEEN_ ~DFTracer() { finalize(); }
  DFTracer(const DFTracer&) = delete;
  DFTracer& operator=(const DFTracer&) = delete;

  DFTRACER_UNSEEN_ void update(const char* key, int value) { update_metadata_int(region_, key, value); }
  DFTRACER_UNSEEN_ void update(const char* key, const char* value) { update_metadata_string(region_, key, value); }
  DFTRACER_UNSEEN_ void update(const char* key, int value, int type) { dftracer_update_int(region_, key, value, type); }
  DFTRACER_UNSEEN_ void update(const char* key, const char* value, int type) {
    dftracer_update_string(region_, key, value, type);
  }
  DFTRACER_UNSEEN_ void relate(int relation, uint64_t entity) { dftracer_region_relate(region_, relation, entity); }
  DFTRACER_UNSEEN_ void finalize() {
    if (region_) finalize_region(region_);
    region_ = nullptr;
  }

 private:
  DFTracerData* region_;
};

#define DFTRACER_CPP_INIT(log_file, data_dirs, process_id) initialize_main(log_file, data_dirs, process_id)
#define DFTRACER_CPP_INIT_NO_BIND(log_file, data_dirs, process_id) initialize_no_bind(log_file, data_dirs, process_id)
/* The function, and not what a class calls so. */
#define DFTRACER_CPP_FINI() ::finalize()

#define DFTRACER_CPP_FUNCTION() DFTracer dftracer_cpp_function(__func__, DFTRACER_CPP_CATEGORY, DF_DATA_EVENT)
#define DFTRACER_CPP_FUNCTION_UPDATE(key, val) dftracer_cpp_function.update(key, val)
#define DFTRACER_CPP_FUNCTION_UPDATE_TYPE(key, val, type) dftracer_cpp_function.update(key, val, type)

#define DFTRACER_CPP_REGION(name) DFTracer dftracer_cpp_region_##name(#name, DFTRACER_CPP_CATEGORY, DF_DATA_EVENT)
#define DFTRACER_CPP_REGION_UPDATE(name, key, val) dftracer_cpp_region_##name.update(key, val)
#define DFTRACER_CPP_REGION_UPDATE_TYPE(name, key, val, type) dftracer_cpp_region_##name.update(key, val, type)

#define DFTRACER_CPP_REGION_START(name) \
  DFTracer dftracer_cpp_started_##name(#name, DFTRACER_CPP_CATEGORY, DF_DATA_EVENT)
#define DFTRACER_CPP_REGION_END(name) dftracer_cpp_started_##name.finalize()
#define DFTRACER_CPP_REGION_DYN_UPDATE(name, key, val) dftracer_cpp_started_##name.update(key, val)
#define DFTRACER_CPP_REGION_DYN_UPDATE_TYPE(name, key, val, type) dftracer_cpp_started_##name.update(key, val, type)

#define DFTRACER_CPP_METADATA(name, key, value) DFTRACER_METADATA_(name, DFTRACER_CPP_CATEGORY, key, value)

#define DFTRACER_CPP_APP_METADATA_INT(key, val) dftracer_app_metadata_int(key, val)
#define DFTRACER_CPP_APP_METADATA_STR(key, val) dftracer_app_metadata_string(key, val)
#define DFTRACER_CPP_MARK_USED(name) dftracer_mark_used(name)

#define DFTRACER_CPP_ENTITY(type, key, store, uri) dftracer_entity(type, key, store, uri)
#define DFTRACER_CPP_ENTITY_TYPE(type, role, description) dftracer_entity_type(type, role, description)
#define DFTRACER_CPP_ENTITY_RELATE(relation, subject, object) dftracer_entity_relate(relation, subject, object)
#define DFTRACER_CPP_FUNCTION_RELATE(relation, entity) dftracer_cpp_function.relate(relation, entity)
#define DFTRACER_CPP_FUNCTION_USES(entity) DFTRACER_CPP_FUNCTION_RELATE(DFTRACER_USED, entity)
#define DFTRACER_CPP_FUNCTION_GENERATES(entity) DFTRACER_CPP_FUNCTION_RELATE(DFTRACER_GENERATED, entity)
#define DFTRACER_CPP_REGION_RELATE(name, relation, entity) dftracer_cpp_region_##name.relate(relation, entity)
#define DFTRACER_CPP_REGION_USES(name, entity) DFTRACER_CPP_REGION_RELATE(name, DFTRACER_USED, entity)
#define DFTRACER_CPP_REGION_GENERATES(name, entity) DFTRACER_CPP_REGION_RELATE(name, DFTRACER_GENERATED, entity)
#define DFTRACER_CPP_REGION_DYN_RELATE(name, relation, entity) dftracer_cpp_started_##name.relate(relation, entity)
#define DFTRACER_CPP_REGION_DYN_USES(name, entity) DFTRACER_CPP_REGION_DYN_RELATE(name, DFTRACER_USED, entity)
#define DFTRACER_CPP_REGION_DYN_GENERATES(name, entity) DFTRACER_CPP_REGION_DYN_RELATE(name, DFTRACER_GENERATED, entity)

#endif

#endif
