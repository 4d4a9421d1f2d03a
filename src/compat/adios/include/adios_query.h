/* SPDX-License-Identifier: BSD-3-Clause
 * Which elements, or blocks, satisfy a condition. */
#ifndef WEFT_ADIOS_QUERY_H
#define WEFT_ADIOS_QUERY_H

#include "adios_read.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ADIOS_QUERY_METHOD {
  ADIOS_QUERY_METHOD_MINMAX = 0,
  ADIOS_QUERY_METHOD_FASTBIT = 1,
  ADIOS_QUERY_METHOD_ALACRITY = 2,
  ADIOS_QUERY_METHOD_UNKNOWN = 3,
  ADIOS_QUERY_METHOD_COUNT = ADIOS_QUERY_METHOD_UNKNOWN
};

enum ADIOS_PREDICATE_MODE { ADIOS_LT = 0, ADIOS_LTEQ = 1, ADIOS_GT = 2, ADIOS_GTEQ = 3, ADIOS_EQ = 4, ADIOS_NE = 5 };

enum ADIOS_CLAUSE_OP_MODE { ADIOS_QUERY_OP_AND = 0, ADIOS_QUERY_OP_OR = 1 };

typedef struct {
  char* condition; /* as text */
  void* queryInternal;
  ADIOS_SELECTION* sel;
  void* dataSlice;
  ADIOS_VARINFO* varinfo;
  char* varName;
  ADIOS_FILE* file;
  enum ADIOS_QUERY_METHOD method;
  enum ADIOS_PREDICATE_MODE predicateOp;
  char* predicateValue;
  uint64_t rawDataSize;
  void* left; /* of a combined query */
  void* right;
  enum ADIOS_CLAUSE_OP_MODE combineOp;
  int onTimeStep;
  uint64_t maxResultsDesired;
  uint64_t resultsReadSoFar;
  int hasParent;
  int deleteSelectionWhenFreed;
  int estimate;
} ADIOS_QUERY;

enum ADIOS_QUERY_RESULT_STATUS {
  ADIOS_QUERY_RESULT_ERROR = -1,
  ADIOS_QUERY_NO_MORE_RESULTS = 0,
  ADIOS_QUERY_HAS_MORE_RESULTS = 1
};

typedef struct {
  enum ADIOS_QUERY_METHOD method_used;
  enum ADIOS_QUERY_RESULT_STATUS status;
  int nselections;
  ADIOS_SELECTION* selections; /* an array; the caller frees it, and the coordinates of points */
  uint64_t npoints;
} ADIOS_QUERY_RESULT;

#ifndef __INCLUDED_FROM_FORTRAN_API__

int adios_query_is_method_available(enum ADIOS_QUERY_METHOD method);

ADIOS_QUERY* adios_query_create(ADIOS_FILE* f, ADIOS_SELECTION* queryBoundary, const char* varName,
    enum ADIOS_PREDICATE_MODE queryOp, const char* value);
ADIOS_QUERY* adios_query_combine(ADIOS_QUERY* q1, enum ADIOS_CLAUSE_OP_MODE combineOp, ADIOS_QUERY* q2);
void adios_query_set_method(ADIOS_QUERY* q, enum ADIOS_QUERY_METHOD method);
/* How many results there may be, or less than 0. */
int64_t adios_query_estimate(ADIOS_QUERY* q, int timeStep);
/* The next results, not more than `batchSize` of them. */
ADIOS_QUERY_RESULT* adios_query_evaluate(
    ADIOS_QUERY* q, ADIOS_SELECTION* outputBoundary, int timestep, uint64_t batchSize);
int adios_query_read_boundingbox(ADIOS_FILE* f, ADIOS_QUERY* q, const char* varname, int timestep,
    unsigned int nselections, ADIOS_SELECTION* selections, ADIOS_SELECTION* bb, void* data);
void adios_query_free(ADIOS_QUERY* q);

enum ADIOS_PREDICATE_MODE adios_query_getOp(const char* opStr);

typedef struct {
  int nmethods;
  char** name;
  enum ADIOS_QUERY_METHOD* methodID;
} ADIOS_AVAILABLE_QUERY_METHODS;

ADIOS_AVAILABLE_QUERY_METHODS* adios_available_query_methods();
void adios_available_query_methods_free(ADIOS_AVAILABLE_QUERY_METHODS*);

#endif

#ifdef __cplusplus
}
#endif

#endif
