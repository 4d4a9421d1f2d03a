/* SPDX-License-Identifier: BSD-3-Clause */
/* Every macro of C, once. Compiles as C89 and later, and as C++. The trace is checked by run_api.py. */
#include <dftracer/dftracer.h>
#include <stdio.h>
#include <string.h>

static uint64_t data_file;

static int function_with_updates(int early) {
  DFTRACER_C_FUNCTION_START();
  DFTRACER_C_FUNCTION_UPDATE_INT("count", -7);
  DFTRACER_C_FUNCTION_UPDATE_STR("color", "red \"and\" green");
  DFTRACER_C_FUNCTION_UPDATE_INT_TYPE("typed", 3, 1);
  DFTRACER_C_FUNCTION_UPDATE_STR_TYPE("typed text", "t", 0);
  DFTRACER_C_FUNCTION_UPDATE_INT("count", 8); /* the last value counts */
  if (early) {
    DFTRACER_C_FUNCTION_END();
    return 1;
  }
  DFTRACER_C_FUNCTION_USES(data_file);
  DFTRACER_C_FUNCTION_GENERATES(data_file);
  DFTRACER_C_FUNCTION_RELATE(DFTRACER_UPDATED, data_file);
  DFTRACER_C_FUNCTION_END();
  return 0;
}

static void regions(void) {
  DFTRACER_C_REGION_START(outer);
  DFTRACER_C_REGION_START(inner);
  DFTRACER_C_REGION_UPDATE_INT(inner, "number", 2147483647);
  DFTRACER_C_REGION_UPDATE_STR(inner, "text", "");
  DFTRACER_C_REGION_UPDATE_INT_TYPE(inner, "n", 1, 2);
  DFTRACER_C_REGION_UPDATE_STR_TYPE(inner, "s", "x", 2);
  DFTRACER_C_REGION_USES(inner, data_file);
  DFTRACER_C_REGION_GENERATES(inner, data_file);
  DFTRACER_C_REGION_RELATE(inner, DFTRACER_INVALIDATED, data_file);
  DFTRACER_C_REGION_END(inner);
  { DFTRACER_C_REGION_START(forgotten); /* ends with its block */ }
  DFTRACER_C_REGION_END(outer);
}

static void overlapping(void) {
  DFTRACER_C_REGION_START(first);
  DFTRACER_C_REGION_START(second);
  DFTRACER_C_REGION_END(first);
  DFTRACER_C_REGION_END(second);
}

/* The same buffer says something else each time, and values that are replaced change their length. */
static void keys_in_a_buffer(void) {
  char key[8];
  char longest[5000];
  int i;
  DFTRACER_C_REGION_START(keys);
  for (i = 0; i < 3; ++i) {
    sprintf(key, "key%d", i);
    DFTRACER_C_REGION_UPDATE_STR(keys, key, "a text that is long");
  }
  DFTRACER_C_REGION_UPDATE_STR(keys, "key1", "short");
  DFTRACER_C_REGION_UPDATE_INT(keys, "key0", 0);
  DFTRACER_C_REGION_END(keys);
  memset(longest, 'x', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  {
    DFTRACER_C_REGION_START(too_much);
    for (i = 0; i < 100; ++i) {
      sprintf(key, "k%d", i);
      DFTRACER_C_REGION_UPDATE_STR(too_much, key, longest);
    }
    DFTRACER_C_REGION_END(too_much);
  }
}

int main(int argc, char** argv) {
  int process_id = 4711;
  const char* const log_file = argc > 1 ? argv[1] : NULL;
  if (argc > 2)
    DFTRACER_C_INIT_NO_BIND(log_file, NULL, &process_id);
  else
    DFTRACER_C_INIT(log_file, "all", NULL);
  DFTRACER_C_INIT(log_file, "all", NULL); /* the first one counts */
  DFTRACER_C_METADATA(about, "model", "resnet\n50");
  DFTRACER_C_APP_METADATA_INT("workers", 4);
  DFTRACER_C_APP_METADATA_STR("name", "every macro");
  DFTRACER_C_MARK_USED("torch_profiler");
  data_file = DFTRACER_C_ENTITY("file", "/data/a", DFTRACER_STORE_LOCAL_DISK, "file:///data/a?b");
  DFTRACER_C_ENTITY("file", "/data/a", DFTRACER_STORE_LOCAL_DISK, "told once");
  DFTRACER_C_ENTITY_TYPE("file", DFTRACER_ROLE_INPUT, "what is read");
  DFTRACER_C_ENTITY_RELATE(DFTRACER_PART_OF, data_file, data_file);
  function_with_updates(1);
  function_with_updates(0);
  regions();
  overlapping();
  keys_in_a_buffer();
  DFTRACER_C_FINI();
  DFTRACER_C_METADATA(late, "nobody", "sees this");
  function_with_updates(0);
  DFTRACER_C_INIT(log_file, "all", NULL); /* there is no second time */
  function_with_updates(0);
  return 0;
}
