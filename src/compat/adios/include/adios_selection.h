/* SPDX-License-Identifier: BSD-3-Clause
 * Selections: which elements of a variable a read is about. A box copies its numbers; coordinates of points and hints
 * stay the caller's and must live as long as the selection. A container belongs to its points. */
#ifndef WEFT_ADIOS_SELECTION_H
#define WEFT_ADIOS_SELECTION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ADIOS_SELECTION_STRUCT ADIOS_SELECTION;

enum ADIOS_SELECTION_TYPE {
  ADIOS_SELECTION_BOUNDINGBOX = 0,
  ADIOS_SELECTION_POINTS = 1,
  ADIOS_SELECTION_WRITEBLOCK = 2,
  ADIOS_SELECTION_AUTO = 3
};

typedef struct {
  int ndim;
  uint64_t* start;
  uint64_t* count;
} ADIOS_SELECTION_BOUNDINGBOX_STRUCT;

/* With a container, points are relative to it; with one dimension only they are places in it, row by row. */
typedef struct {
  int ndim;
  int _free_points_on_delete;
  uint64_t npoints;
  uint64_t* points;
  ADIOS_SELECTION* container_selection;
} ADIOS_SELECTION_POINTS_STRUCT;

/* What one writer wrote: all of it, or some elements as they lie in the file. */
typedef struct {
  int index;
  int is_absolute_index; /* counted over all steps */
  int is_sub_pg_selection;
  uint64_t element_offset;
  uint64_t nelements;
} ADIOS_SELECTION_WRITEBLOCK_STRUCT;

typedef struct {
  char* hints;
} ADIOS_SELECTION_AUTO_STRUCT;

struct ADIOS_SELECTION_STRUCT {
  enum ADIOS_SELECTION_TYPE type;
  union {
    ADIOS_SELECTION_BOUNDINGBOX_STRUCT bb;
    ADIOS_SELECTION_POINTS_STRUCT points;
    ADIOS_SELECTION_WRITEBLOCK_STRUCT block;
    ADIOS_SELECTION_AUTO_STRUCT autosel;
  } u;
};

#ifndef __INCLUDED_FROM_FORTRAN_API__

ADIOS_SELECTION* adios_selection_boundingbox(int ndim, const uint64_t* start, const uint64_t* count);
ADIOS_SELECTION* adios_selection_points(int ndim, uint64_t npoints, const uint64_t* points);
ADIOS_SELECTION* adios_selection_writeblock(int index);
ADIOS_SELECTION* adios_selection_auto(char* hints);
void adios_selection_delete(ADIOS_SELECTION* selection);
/* Points with a coordinate for each dimension of the box that contains them: within the box, or in the whole array. */
ADIOS_SELECTION* adios_selection_points_1DtoND(ADIOS_SELECTION* pointsinbox1D, int global);

#endif

#ifdef __cplusplus
}
#endif

#endif
