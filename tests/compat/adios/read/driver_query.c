/* SPDX-License-Identifier: BSD-3-Clause
 * Queries: which blocks may have what is asked for. driver_query FILE [VARIABLE] */
#include <adios_query.h>

#include "told.h"

/* Defect 24: in batches, and in all steps but the first, ADIOS has the blocks right and their numbers wrong. */
static void tell_result(ADIOS_QUERY_RESULT* result, int tells_numbers) {
  if (!result) {
    printf("  no result, errno %d\n", adios_errno);
    return;
  }
  printf("  method %d status %d selections %d points %" PRIu64 ":", result->method_used, result->status,
      result->nselections, result->npoints);
  for (int i = 0; i < result->nselections; ++i) {
    const ADIOS_SELECTION* one = &result->selections[i];
    if (one->type == ADIOS_SELECTION_WRITEBLOCK)
      printf(" block %d absolute %d part %d", tells_numbers ? one->u.block.index : 0, one->u.block.is_absolute_index,
          one->u.block.is_sub_pg_selection);
    else
      printf(" selection %d", one->type);
  }
  printf("\n");
}

static void evaluate(ADIOS_QUERY* query, ADIOS_SELECTION* where, int step, uint64_t batch) {
  for (int i = 0; i < 20; ++i) {
    ADIOS_QUERY_RESULT* result = adios_query_evaluate(query, where, step, batch);
    tell_result(result, step == 0 && batch > 1);
    const int goes_on = result && result->status == ADIOS_QUERY_HAS_MORE_RESULTS;
    if (result) free(result->selections), free(result);
    if (!goes_on) break;
  }
}

static ADIOS_QUERY* create(ADIOS_FILE* file, ADIOS_SELECTION* box, const char* name, int how, const char* value) {
  ADIOS_QUERY* query = adios_query_create(file, box, name, (enum ADIOS_PREDICATE_MODE)how, value);
  if (!query) {
    printf("query %s %d %s: errno %d\n", name, how, value, adios_errno);
    return NULL;
  }
  printf("query %s: method %d operator %d value %s elements %" PRIu64 " step %d parent %d\n", query->condition,
      query->method, query->predicateOp, query->predicateValue, query->rawDataSize, query->onTimeStep,
      query->hasParent);
  return query;
}

static void tell_query(
    ADIOS_FILE* file, ADIOS_SELECTION* box, const char* name, int how, const char* value, int steps) {
  ADIOS_QUERY* query = create(file, box, name, how, value);
  if (!query) return;
  for (int step = 0; step < steps; ++step) {
    adios_query_set_method(query, ADIOS_QUERY_METHOD_MINMAX);
    printf("  estimate in step %d: %" PRId64 "\n", step, adios_query_estimate(query, step));
    evaluate(query, box, step, 100);
  }
  adios_query_free(query);
}

static void tell_combined(ADIOS_FILE* file, ADIOS_SELECTION* box, const char* name, int how) {
  ADIOS_QUERY* low = create(file, box, name, ADIOS_GT, "90");
  ADIOS_QUERY* high = create(file, box, name, ADIOS_LT, "-25");
  ADIOS_QUERY* both = adios_query_combine(low, (enum ADIOS_CLAUSE_OP_MODE)how, high);
  printf("combined %s: parents %d %d\n", both->condition, low->hasParent, high->hasParent);
  ADIOS_QUERY* third = create(file, box, name, ADIOS_NE, "0");
  ADIOS_QUERY* all = adios_query_combine(both, ADIOS_QUERY_OP_AND, third);
  printf("combined %s\n", all->condition);
  adios_query_set_method(all, ADIOS_QUERY_METHOD_MINMAX);
  printf("  estimate %" PRId64 "\n", adios_query_estimate(all, 0));
  evaluate(all, box, 0, 1);
  adios_query_free(low);
  adios_query_free(high);
  adios_query_free(both);
  adios_query_free(third);
  adios_query_free(all);
}

static void tell_variable(ADIOS_FILE* file, const char* name) {
  ADIOS_VARINFO* variable = adios_inq_var(file, name);
  uint64_t start[32] = {0}, part[32], one[32];
  for (int d = 0; d < variable->ndim; ++d) part[d] = variable->dims[d], one[d] = 1;
  ADIOS_SELECTION* all = adios_selection_boundingbox(variable->ndim, start, variable->dims);
  ADIOS_SELECTION* few = adios_selection_boundingbox(variable->ndim, start, one);
  part[0] = (part[0] + 1) / 2;
  ADIOS_SELECTION* half = adios_selection_boundingbox(variable->ndim, start, part);
  static const char* const values[] = {"0", "50.5", "-1000000", "90", "1000000"};
  for (int how = ADIOS_LT; how <= ADIOS_NE; ++how)
    for (int v = 0; v < 5; ++v)
      if (how != ADIOS_EQ || v != 2) /* defect 24: ADIOS finds what is less than everything */
        tell_query(file, all, name, how, values[v], variable->nsteps);
  tell_query(file, half, name, ADIOS_GT, "0", 1);
  tell_query(file, few, name, ADIOS_GT, "0", 1);
  tell_combined(file, all, name, ADIOS_QUERY_OP_AND);
  tell_combined(file, all, name, ADIOS_QUERY_OP_OR);
  adios_selection_delete(all);
  adios_selection_delete(few);
  adios_selection_delete(half);
  adios_free_varinfo(variable);
}

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  MPI_Init(&argc, &argv);
  adios_read_init_method(ADIOS_READ_METHOD_BP, MPI_COMM_SELF, "quiet");
  ADIOS_AVAILABLE_QUERY_METHODS* methods = adios_available_query_methods();
  for (int i = 0; i < methods->nmethods; ++i) printf("method %d %s\n", methods->methodID[i], methods->name[i]);
  adios_available_query_methods_free(methods);
  for (int i = 0; i < 4; ++i) printf("method %d: %d\n", i, adios_query_is_method_available((enum ADIOS_QUERY_METHOD)i));
  static const char* const operators[] = {"<", "<=", ">", ">=", "=", "!=", "LT", "LE", "GT", "GE", "EQ", "NE", "?"};
  for (unsigned i = 0; i < sizeof operators / sizeof operators[0]; ++i)
    printf("operator %s: %d\n", operators[i], adios_query_getOp(operators[i]));
  ADIOS_FILE* file = adios_read_open_file(argv[1], ADIOS_READ_METHOD_BP, MPI_COMM_SELF);
  static const char* const names[] = {"/global/double", "/global/real", "/global/byte", "/global/short"};
  for (unsigned i = 0; argc == 2 && i < sizeof names / sizeof names[0]; ++i) tell_variable(file, names[i]);
  if (argc == 3) tell_variable(file, argv[2]);
  adios_query_free(create(file, NULL, "nothing", ADIOS_GT, "0"));
  create(NULL, NULL, "/global/double", ADIOS_GT, "0");
  adios_read_close(file);
  adios_read_finalize_method(ADIOS_READ_METHOD_BP);
  MPI_Finalize();
  return 0;
}
