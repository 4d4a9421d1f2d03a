/* SPDX-License-Identifier: BSD-3-Clause
 * Files and streams of steps: what they hold, and reading selections of it. Memory that a function hands out belongs to
 * the caller and is freed by the function named for it; that of adios_get_attr by free(), which frees the texts of a
 * string array with it, and that of adios_get_grouplist by free() for each name and for the list. */
#ifndef WEFT_ADIOS_READ_V2_H
#define WEFT_ADIOS_READ_V2_H

#include <inttypes.h>
#include <stdint.h>

#include "adios_link.h"
#include "adios_mpi.h"
#include "adios_read_v2_fwd.h"
#include "adios_schema.h"
#include "adios_selection.h"
#include "adios_types.h"
#include "adios_version.h"
/* Needs the names above. */
#include "adios_read_ext.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open file, or the current step of a stream. */
struct _ADIOS_FILE {
  uint64_t fh;
  int nvars;
  char** var_namelist;
  int nattrs;
  char** attr_namelist;
  int nmeshes;
  char** mesh_namelist;
  int nlinks;
  char** link_namelist;
  int current_step;
  int last_step;
  int is_streaming;
  char* path;
  int endianness; /* 0 little, 1 big */
  int version;    /* of BP */
  uint64_t file_size;
  void* internal_data;
};

/* Bounds are of the variable's type; of complex numbers there are three doubles, and three averages and deviations:
 * magnitude, real and imaginary part, of single values the magnitude last. What a writer did not store is NULL. */
struct _ADIOS_VARSTAT {
  void* min;
  void* max;
  double* avg;
  double* std_dev;
  struct ADIOS_STAT_STEP {
    void** mins;
    void** maxs;
    double** avgs;
    double** std_devs;
  } * steps;
  struct ADIOS_STAT_BLOCK {
    void** mins;
    void** maxs;
    double** avgs;
    double** std_devs;
  } * blocks;
  struct ADIOS_HIST {
    uint32_t num_breaks;
    double max;
    double min;
    double* breaks;
    uint32_t** frequencies;
    uint32_t* gfrequencies;
  } * histogram;
};

/* Where one writer's piece lies in the array. */
struct _ADIOS_VARBLOCK {
  uint64_t* start;
  uint64_t* count;
  uint32_t process_id;
  uint32_t time_index;
};

enum var_centering { point = 1, cell = 2 };

struct _ADIOS_VARMESH {
  int meshid;
  enum var_centering centering;
};

struct _ADIOS_VARINFO {
  int varid;
  enum ADIOS_DATATYPES type;
  int ndim;
  uint64_t* dims;
  int nsteps;
  void* value; /* the first one of a scalar */
  int global;
  int* nblocks; /* of each step */
  int sum_nblocks;
  int nattrs;
  int* attr_ids;
  ADIOS_VARSTAT* statistics; /* these three when they are asked for */
  ADIOS_VARBLOCK* blockinfo;
  ADIOS_VARMESH* meshinfo;
};

/* Data that came from a read without memory of its own. */
struct _ADIOS_VARCHUNK {
  int varid;
  enum ADIOS_DATATYPES type;
  int from_steps;
  int nsteps;
  ADIOS_SELECTION* sel;
  void* data;
};

enum ADIOS_READ_METHOD {
  ADIOS_READ_METHOD_BP = 0,
  ADIOS_READ_METHOD_BP_AGGREGATE = 1,
  ADIOS_READ_METHOD_DATASPACES = 3,
  ADIOS_READ_METHOD_DIMES = 4,
  ADIOS_READ_METHOD_FLEXPATH = 5,
  ADIOS_READ_METHOD_ICEE = 6,
};

enum ADIOS_LOCKMODE { ADIOS_LOCKMODE_NONE = 0, ADIOS_LOCKMODE_CURRENT = 1, ADIOS_LOCKMODE_ALL = 2 };

#ifndef __INCLUDED_FROM_FORTRAN_API__

extern int adios_errno;
const char* adios_errmsg();

int adios_read_init_method(enum ADIOS_READ_METHOD method, MPI_Comm comm, const char* parameters);
int adios_read_finalize_method(enum ADIOS_READ_METHOD method);

/* The first step of a stream. Waits `timeout_sec` seconds for it: not at all with 0, for ever with less. */
ADIOS_FILE* adios_read_open(
    const char* fname, enum ADIOS_READ_METHOD method, MPI_Comm comm, enum ADIOS_LOCKMODE lock_mode, float timeout_sec);
#define adios_read_open_stream adios_read_open
/* All steps at once. */
ADIOS_FILE* adios_read_open_file(const char* fname, enum ADIOS_READ_METHOD method, MPI_Comm comm);
int adios_read_close(ADIOS_FILE* fp);

/* To the next step of a stream, or to the newest one. */
int adios_advance_step(ADIOS_FILE* fp, int last, float timeout_sec);
void adios_release_step(ADIOS_FILE* fp);

ADIOS_VARINFO* adios_inq_var(ADIOS_FILE* fp, const char* varname);
ADIOS_VARINFO* adios_inq_var_byid(ADIOS_FILE* fp, int varid);
void adios_free_varinfo(ADIOS_VARINFO* cp);
int adios_inq_var_stat(ADIOS_FILE* fp, ADIOS_VARINFO* varinfo, int per_step_stat, int per_block_stat);
int adios_inq_var_blockinfo(ADIOS_FILE* fp, ADIOS_VARINFO* varinfo);

ADIOS_LINK* adios_inq_link_byid(ADIOS_FILE* fp, int linkid);
void adios_free_linkinfo(ADIOS_LINK* linkinfo);

ADIOS_MESH* adios_inq_mesh_byid(ADIOS_FILE* fp, int meshid);
int adios_complete_meshinfo(ADIOS_FILE* datafile, ADIOS_FILE* meshfile, ADIOS_MESH* meshinfo);
void adios_free_meshinfo(ADIOS_MESH* meshinfo);
int adios_inq_var_meshinfo(ADIOS_FILE* fp, ADIOS_VARINFO* varinfo);

/* Reads are done by adios_perform_reads, or one by one by adios_check_reads. A selection of NULL is all of a variable;
 * where `data` is NULL the library has the memory, and hands out chunks. */
int adios_schedule_read(
    const ADIOS_FILE* fp, const ADIOS_SELECTION* sel, const char* varname, int from_steps, int nsteps, void* data);
int adios_schedule_read_byid(
    const ADIOS_FILE* fp, const ADIOS_SELECTION* sel, int varid, int from_steps, int nsteps, void* data);
int adios_schedule_read_param(const ADIOS_FILE* fp, const ADIOS_SELECTION* sel, const char* varname, int from_steps,
    int nsteps, const char* param, void* data);
int adios_schedule_read_byid_param(const ADIOS_FILE* fp, const ADIOS_SELECTION* sel, int varid, int from_steps,
    int nsteps, const char* param, void* data);
int adios_perform_reads(const ADIOS_FILE* fp, int blocking);
/* 1 and a chunk, 0 when there is none left, or an error. */
int adios_check_reads(const ADIOS_FILE* fp, ADIOS_VARCHUNK** chunk);
void adios_free_chunk(ADIOS_VARCHUNK* chunk);

int adios_get_attr(ADIOS_FILE* fp, const char* attrname, enum ADIOS_DATATYPES* type, int* size, void** data);
int adios_get_attr_byid(ADIOS_FILE* fp, int attrid, enum ADIOS_DATATYPES* type, int* size, void** data);

const char* adios_type_to_string(enum ADIOS_DATATYPES type);
/* Bytes of an element; of a string with its end. */
int adios_type_size(enum ADIOS_DATATYPES type, const void* data);

int adios_get_grouplist(ADIOS_FILE* fp, char*** group_namelist);
/* Lists only what a group has, until the view is -1 again. */
int adios_group_view(ADIOS_FILE* fp, int groupid);

/* Declared, but in no library. */
double adios_stat_cor(
    ADIOS_VARINFO* vix, ADIOS_VARINFO* viy, char* characteristic, uint32_t time_start, uint32_t time_end, uint32_t lag);
double adios_stat_cov(
    ADIOS_VARINFO* vix, ADIOS_VARINFO* viy, char* characteristic, uint32_t time_start, uint32_t time_end, uint32_t lag);
void adios_reset_dimension_order(ADIOS_FILE* fp, int is_fortran);

void adios_print_fileinfo(ADIOS_FILE* fp);

typedef struct {
  int nmethods;
  char** name;
  enum ADIOS_READ_METHOD* methodID;
} ADIOS_AVAILABLE_READ_METHODS;

ADIOS_AVAILABLE_READ_METHODS* adios_available_read_methods();
void adios_available_read_methods_free(ADIOS_AVAILABLE_READ_METHODS*);

#endif

#ifdef __cplusplus
}
#endif

#endif
