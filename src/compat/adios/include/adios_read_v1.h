/* SPDX-License-Identifier: BSD-3-Clause
 * Version 1 of the read API: files of groups of variables, with time as one more, slowest dimension. */
#ifndef WEFT_ADIOS_READ_V1_H
#define WEFT_ADIOS_READ_V1_H

#include <stdint.h>

#include "adios_mpi.h"
#include "adios_read_v1_defs.h"
#include "adios_types.h"
#include "adios_version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint64_t fh;
  int groups_count;
  int vars_count;
  int attrs_count;
  int tidx_start; /* the first time index, and how many there are */
  int ntimesteps;
  int version;
  uint64_t file_size;
  int endianness; /* 0 little, 1 big */
  char** group_namelist;
  void* internal_data;
} ADIOS_FILE;

typedef struct {
  uint64_t gh;
  int grpid;
  int vars_count;
  char** var_namelist;
  int attrs_count;
  char** attr_namelist;
  ADIOS_FILE* fp;
  int timestep;
  int lasttimestep;
} ADIOS_GROUP;

typedef struct {
  int grpid;
  int varid;
  enum ADIOS_DATATYPES type;
  int ndim;
  uint64_t* dims;
  int timedim; /* which of the dimensions is time, or -1 */
  int characteristics_count;
  void* value;
  void* gmin; /* of all steps */
  void* gmax;
  double* gavg;
  double* gstd_dev;
  void** mins; /* of each */
  void** maxs;
  double** avgs;
  double** std_devs;
  struct ADIOS_HIST {
    uint32_t num_breaks;
    double max;
    double min;
    double* breaks;
    uint32_t** frequenciess;
    uint32_t* gfrequencies;
  } * hist;
  void* internal_data;
} ADIOS_VARINFO;

typedef struct {
  uint64_t* start;
  uint64_t* count;
} ADIOS_VARBLOCK;

enum ADIOS_READ_METHOD {
  ADIOS_READ_METHOD_BP = 0,
  ADIOS_READ_METHOD_BP_STAGED = 1,
  ADIOS_READ_METHOD_BP_AGGREGATE = 1,
  ADIOS_READ_METHOD_HDF5 = 2,
  ADIOS_READ_METHOD_DART = 3,
  ADIOS_READ_METHOD_DIMES = 4,
  ADIOS_READ_METHOD_NSSI = 5,
  ADIOS_READ_METHOD_DATATAP = 6,
  ADIOS_READ_METHOD_BP_STAGED1 = 7
};

#ifndef __INCLUDED_FROM_FORTRAN_API__

extern int adios_errno;
const char* adios_errmsg();

int adios_set_read_method(enum ADIOS_READ_METHOD method);
int adios_set_application_id(int id);
int adios_read_init(MPI_Comm comm);
int adios_read_finalize();

ADIOS_FILE* adios_fopen(const char* fname, MPI_Comm comm);
int adios_fclose(ADIOS_FILE* fp);
void adios_reset_dimension_order(ADIOS_FILE* fp, int is_fortran); /* declared, but in no library */

ADIOS_GROUP* adios_gopen(ADIOS_FILE* fp, const char* grpname);
ADIOS_GROUP* adios_gopen_byid(ADIOS_FILE* fp, int grpid);
int adios_gclose(ADIOS_GROUP* gp);

ADIOS_VARINFO* adios_inq_var(ADIOS_GROUP* gp, const char* varname);
ADIOS_VARINFO* adios_inq_var_byid(ADIOS_GROUP* gp, int varid);
void adios_free_varinfo(ADIOS_VARINFO* cp);

/* Correlation and covariance over steps of "average", "standard_deviation", "minimum" or "maximum". */
double adios_stat_cor(
    ADIOS_VARINFO* vix, ADIOS_VARINFO* viy, char* characteristic, uint32_t time_start, uint32_t time_end, uint32_t lag);
double adios_stat_cov(
    ADIOS_VARINFO* vix, ADIOS_VARINFO* viy, char* characteristic, uint32_t time_start, uint32_t time_end, uint32_t lag);

/* The bytes that were read, or an error. */
int64_t adios_read_var(ADIOS_GROUP* gp, const char* varname, const uint64_t* start, const uint64_t* count, void* data);
int64_t adios_read_var_byid(ADIOS_GROUP* gp, int varid, const uint64_t* start, const uint64_t* count, void* data);
/* Of what one writer wrote. */
int64_t adios_read_local_var(
    ADIOS_GROUP* gp, const char* varname, int idx, const uint64_t* start, const uint64_t* count, void* data);

int adios_get_attr(ADIOS_GROUP* gp, const char* attrname, enum ADIOS_DATATYPES* type, int* size, void** data);
int adios_get_attr_byid(ADIOS_GROUP* gp, int attrid, enum ADIOS_DATATYPES* type, int* size, void** data);

const char* adios_type_to_string(enum ADIOS_DATATYPES type);
int adios_type_size(enum ADIOS_DATATYPES type, void* data);

void adios_print_fileinfo(ADIOS_FILE* fp);
void adios_print_groupinfo(ADIOS_GROUP* gp);

#endif

#ifdef __cplusplus
}
#endif

#endif
