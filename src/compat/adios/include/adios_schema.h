/* SPDX-License-Identifier: BSD-3-Clause */
/* Meshes, as attributes of a file describe them to those who draw its variables. */
#ifndef ADIOS_SCHEMA_H
#define ADIOS_SCHEMA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ADIOS_MESH_TYPE {
  ADIOS_MESH_UNIFORM = 1,
  ADIOS_MESH_STRUCTURED = 2,
  ADIOS_MESH_RECTILINEAR = 3,
  ADIOS_MESH_UNSTRUCTURED = 4
};

typedef struct {
  int num_dimensions;
  uint64_t* dimensions;
  double* origins; /* null where the file has none, as are the next two */
  double* spacings;
  double* maximums;
} MESH_UNIFORM;

typedef struct {
  int use_single_var; /* 1: one variable has all coordinates */
  int num_dimensions;
  uint64_t* dimensions;
  char** coordinates; /* names of variables */
} MESH_RECTILINEAR;

typedef struct {
  int use_single_var;
  int num_dimensions;
  uint64_t* dimensions;
  int nspaces;
  char** points;
} MESH_STRUCTURED;

enum ADIOS_CELL_TYPE {
  ADIOS_CELL_PT = 1,
  ADIOS_CELL_LINE = 2,
  ADIOS_CELL_TRI = 3,
  ADIOS_CELL_QUAD = 4,
  ADIOS_CELL_HEX = 5,
  ADIOS_CELL_PRI = 6,
  ADIOS_CELL_TET = 7,
  ADIOS_CELL_PYR = 8
};

typedef struct {
  int nspaces;
  uint64_t npoints;
  int nvar_points; /* how many variables have the points */
  char** points;
  int ncsets; /* sets of cells of one type; the next three have an element for each */
  uint64_t* ccounts;
  char** cdata;
  enum ADIOS_CELL_TYPE* ctypes;
} MESH_UNSTRUCTURED;

typedef struct {
  int id;
  char* name;
  char* file_name; /* where the mesh is, if not here */
  int time_varying;
  enum ADIOS_MESH_TYPE type;
#if defined(__GNUC__)
  __extension__
#endif
      union {
    MESH_UNIFORM* uniform;
    MESH_RECTILINEAR* rectilinear;
    MESH_STRUCTURED* structured;
    MESH_UNSTRUCTURED* unstructured;
  };
} ADIOS_MESH;

#ifdef __cplusplus
}
#endif

#endif
