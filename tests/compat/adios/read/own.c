/* SPDX-License-Identifier: BSD-3-Clause
 * What the library does where ADIOS crashes, hangs or answers with what was in memory: own FILE, where FILE is the
 * content that four processes wrote in three steps (tests/interop/bp/content.h). */
#include <adios_query.h>
#include <pthread.h>

#include "content.h"
#include "told.h"

static int failures;

static void check(int good, const char* what, int line) {
  if (good) return;
  ++failures;
  printf("line %d: expected %s (errno %d: %s)\n", line, what, adios_errno, adios_get_last_errmsg());
}
#define CHECK(CONDITION) check((CONDITION) != 0, #CONDITION, __LINE__)

enum { processes = 4, block_elements = content_rows * content_columns };

static double written(int step, int process, int i) {
  double value;
  content_element(adios_double, content_seed(step + 1, process), i, &value);
  return value;
}

static ADIOS_FILE* open_file(const char* path) {
  ADIOS_FILE* file = adios_read_open_file(path, ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  if (!file) exit(1);
  return file;
}

static int read_now(ADIOS_FILE* file, ADIOS_SELECTION* selection, const char* name, int step, int steps, void* memory) {
  const int code = adios_schedule_read(file, selection, name, step, steps, memory);
  return code ? code : adios_perform_reads(file, 1);
}

/* Arrays with time as a dimension of their own have blocks like any other. */
static void check_timed_blocks(ADIOS_FILE* file) {
  ADIOS_VARINFO* variable = adios_inq_var(file, "/timed/double");
  CHECK(adios_inq_var_blockinfo(file, variable) == 0);
  CHECK(variable->sum_nblocks == processes * content_steps);
  for (int i = 0; i < variable->sum_nblocks; ++i) {
    const int step = i / processes, process = i % processes;
    const ADIOS_VARBLOCK* block = &variable->blockinfo[i];
    CHECK(block->start[0] == (uint64_t)(content_rows * process) && block->start[1] == 0);
    CHECK(block->count[0] == content_rows && block->count[1] == content_columns);
    CHECK(block->process_id == (uint32_t)process && block->time_index == (uint32_t)step + 1);
    double values[block_elements];
    ADIOS_SELECTION* selection = adios_selection_writeblock(process);
    CHECK(read_now(file, selection, "/timed/double", step, 1, values) == 0);
    for (int e = 0; e < block_elements; ++e) CHECK(values[e] == written(step, process, e));
    adios_selection_delete(selection);
  }
  adios_free_varinfo(variable);
}

static void check_texts(ADIOS_FILE* file) {
  char texts[64];
  memset(texts, 'x', sizeof texts);
  CHECK(read_now(file, NULL, "/texts/text", 0, content_steps, texts) == 0);
  CHECK(memcmp(texts, "step 1 of 0\0step 2 of 0\0step 3 of 0", 36) == 0 && texts[36] == 'x');
}

static void check_scalar_statistics(ADIOS_FILE* file) {
  ADIOS_VARINFO* variable = adios_inq_var(file, "/scalar/complex");
  CHECK(adios_inq_var_stat(file, variable, 1, 1) == 0);
  const float* value = variable->value;
  const double* first = variable->statistics->blocks->mins[0];
  CHECK(first[0] == value[0] && first[1] == value[1] && fabs(first[2] - hypot(value[0], value[1])) < 1e-6);
  CHECK(variable->statistics->blocks->std_devs[0][0] == 0);
  adios_free_varinfo(variable);
  variable = adios_inq_var(file, "/scalar/unsigned_long");
  CHECK(adios_inq_var_stat(file, variable, 0, 0) == 0);
  CHECK(variable->statistics->steps == NULL && variable->statistics->blocks == NULL);
  CHECK(*variable->statistics->std_dev > 0);
  adios_free_varinfo(variable);
  variable = adios_inq_var(file, "/texts/text");
  CHECK(adios_inq_var_stat(file, variable, 1, 1) == 0 && variable->statistics->min == NULL);
  adios_free_varinfo(variable);
}

/* Reads without memory of their own: of several steps, of points and of blocks. */
static void check_chunks(ADIOS_FILE* file) {
  uint64_t points[] = {0, 0, 7, 2};
  ADIOS_SELECTION* two = adios_selection_points(2, 2, points);
  ADIOS_SELECTION* block = adios_selection_writeblock(3);
  CHECK(adios_schedule_read(file, NULL, "/global/double", 0, content_steps, NULL) == 0);
  CHECK(adios_schedule_read(file, two, "/global/double", 1, 1, NULL) == 0);
  CHECK(adios_schedule_read(file, block, "/global/double", 2, 1, NULL) == 0);
  CHECK(adios_perform_reads(file, 0) == 0);
  int steps = 0, answer;
  ADIOS_VARCHUNK* chunk = NULL;
  while ((answer = adios_check_reads(file, &chunk)) == 1) {
    const double* values = chunk->data;
    if (chunk->sel->type == ADIOS_SELECTION_BOUNDINGBOX) {
      CHECK(chunk->nsteps == 1 && chunk->sel->u.bb.count[0] == content_rows * processes);
      CHECK(values[block_elements] == written(chunk->from_steps, 1, 0));
      ++steps;
    } else if (chunk->sel->type == ADIOS_SELECTION_POINTS) {
      CHECK(values[0] == written(1, 0, 0) && values[1] == written(1, 3, 5));
    } else {
      CHECK(chunk->sel->type == ADIOS_SELECTION_WRITEBLOCK && chunk->sel->u.block.index == 3);
      CHECK(values[4] == written(2, 3, 4));
    }
    adios_free_chunk(chunk);
  }
  CHECK(answer == 0 && chunk == NULL && steps == content_steps);
  adios_selection_delete(two);
  adios_selection_delete(block);
}

static void check_misuse(ADIOS_FILE* file) {
  double values[block_elements];
  uint64_t start[3] = {0, 0, 0}, count[3] = {1, 1, 1}, far[2] = {UINT64_MAX - 1, UINT64_MAX - 1};
  ADIOS_SELECTION* selections[] = {adios_selection_writeblock(-1), adios_selection_writeblock(4),
      adios_selection_boundingbox(3, start, count), adios_selection_boundingbox(2, far, far),
      adios_selection_points(2, 1, far), adios_selection_writeblock_bounded(0, 5, 2, 1),
      adios_selection_writeblock_bounded(0, UINT64_MAX, 2, 1)};
  for (unsigned i = 0; i < sizeof selections / sizeof selections[0]; ++i) {
    CHECK(read_now(file, selections[i], "/global/double", 0, 1, values) == err_out_of_bound);
    CHECK(adios_errno == err_out_of_bound);
    adios_selection_delete(selections[i]);
  }
  CHECK(adios_selection_boundingbox(-1, start, count) == NULL);
  CHECK(adios_inq_var_stat(file, NULL, 0, 0) == err_invalid_varid);
  CHECK(adios_inq_var_blockinfo(file, NULL) == err_invalid_varid);
  CHECK(adios_inq_mesh_byid(file, 0) == NULL && adios_inq_link_byid(file, 0) == NULL);
  CHECK(adios_find_intersecting_pgs(file, 1000, NULL, 0, 1) == NULL);
  CHECK(adios_find_intersecting_pgs(file, 0, NULL, 0, 99) == NULL);
  adios_free_varinfo(NULL);
  adios_free_chunk(NULL);
  adios_free_meshinfo(NULL);
  adios_free_linkinfo(NULL);
  adios_selection_delete(NULL);
  adios_query_free(NULL);
}

static void check_queries(ADIOS_FILE* file) {
  ADIOS_QUERY* none = adios_query_create(file, NULL, "/global/double", ADIOS_EQ, "-1000000");
  CHECK(adios_query_estimate(none, 0) == 0);
  adios_query_free(none);
  ADIOS_QUERY* all = adios_query_create(file, NULL, "/global/double", ADIOS_NE, "0");
  for (int i = 0; i < processes; ++i) {
    ADIOS_QUERY_RESULT* result = adios_query_evaluate(all, NULL, 1, 1);
    CHECK(result->nselections == 1 && result->selections[0].u.block.index == processes + i);
    CHECK(result->status == (i + 1 < processes ? ADIOS_QUERY_HAS_MORE_RESULTS : ADIOS_QUERY_NO_MORE_RESULTS));
    double values[block_elements];
    CHECK(read_now(file, result->selections, "/global/double", 1, 1, values) == 0 && values[1] == written(1, i, 1));
    uint64_t start[2] = {1, 0}, count[2] = {6, 2};
    ADIOS_SELECTION* box = adios_selection_boundingbox(2, start, count);
    double inside[12] = {0};
    CHECK(adios_query_read_boundingbox(file, all, "/global/double", 1, 1, result->selections, box, inside) == 0);
    const int row = i == 0 ? 0 : content_rows * i - 1; /* of the box, where the block's first row in it lies */
    CHECK(inside[2 * row] == written(1, i, i == 0 ? content_columns : 0));
    adios_selection_delete(box);
    free(result->selections);
    free(result);
  }
  adios_query_free(all);
  ADIOS_QUERY* word = adios_query_create(file, NULL, "/global/double", ADIOS_GT, "many");
  CHECK(adios_query_estimate(word, 0) == -1 && adios_errno == err_invalid_query_value);
  ADIOS_QUERY_RESULT* result = adios_query_evaluate(word, NULL, 0, 1);
  CHECK(result->status == ADIOS_QUERY_RESULT_ERROR);
  free(result);
  adios_query_free(word);
  CHECK(adios_query_getOp("==") == ADIOS_EQ && adios_query_getOp("lt") == ADIOS_LT);
}

static void check_views(const char* path) {
  ADIOS_FILE* file = open_file(path);
  CHECK(adios_group_view(file, 0) == 0 && adios_group_view(file, -1) == 0);
  CHECK(adios_read_close(file) == 0);
}

static void check_stream(const char* path) {
  ADIOS_FILE* file = adios_read_open(path, ADIOS_READ_METHOD_BP, MPI_COMM_SELF, ADIOS_LOCKMODE_NONE, 0);
  CHECK(adios_advance_step(file, 1, 0) == 0 && file->current_step == content_steps - 1);
  CHECK(file->nattrs > 0);
  double values[block_elements];
  ADIOS_SELECTION* block = adios_selection_writeblock(2);
  block->u.block.is_absolute_index = 1;
  CHECK(read_now(file, block, "/global/double", 0, 1, values) == 0 && values[3] == written(content_steps - 1, 2, 3));
  /* There is nothing new, and what there was is still there. */
  CHECK(adios_advance_step(file, 0, 0) == err_step_notready && adios_advance_step(file, 1, 0.01f) == err_step_notready);
  CHECK(read_now(file, block, "/global/double", 0, 1, values) == 0);
  adios_selection_delete(block);
  CHECK(adios_read_close(file) == 0);
}

/* A file that is opened by several threads at once. */
static void* read_in_thread(void* path) {
  ADIOS_FILE* file = open_file(path);
  intptr_t good = 1;
  for (int i = 0; i < 20; ++i) {
    double values[block_elements * processes];
    good = good && read_now(file, NULL, "/global/double", i % content_steps, 1, values) == 0;
    good = good && values[0] == written(i % content_steps, 0, 0);
  }
  adios_read_close(file);
  return (void*)good;
}
static void check_threads(char* path) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, read_in_thread, path);
  for (int i = 0; i < 4; ++i) {
    void* good = NULL;
    pthread_join(threads[i], &good);
    CHECK(good != NULL);
  }
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  MPI_Init(&argc, &argv);
  adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_SELF, "quiet; poll_interval = 5");
  ADIOS_FILE* file = open_file(argv[1]);
  check_timed_blocks(file);
  check_texts(file);
  check_scalar_statistics(file);
  check_chunks(file);
  check_misuse(file);
  check_queries(file);
  CHECK(adios_read_close(file) == 0);
  check_views(argv[1]);
  check_stream(argv[1]);
  check_threads(argv[1]);
  MPI_Finalize();
  if (failures == 0) printf("good\n");
  return failures != 0;
}
