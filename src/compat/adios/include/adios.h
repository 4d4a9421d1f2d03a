/* SPDX-License-Identifier: BSD-3-Clause */
/* Writing with ADIOS. Calls return 0, or a negative number of adios_error.h; adios_get_last_errmsg says more. */
#ifndef ADIOS_H
#define ADIOS_H

#include <stdint.h>

#include "adios_error.h"
#include "adios_mpi.h"
#include "adios_types.h"
#include "adios_version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Beginning and end. `config` is an XML file with groups and methods; without it, calls define them. */
int adios_init(const char* config, MPI_Comm comm);
int adios_init_noxml(MPI_Comm comm);
int adios_is_initialized(void);
int adios_finalize(int mype);

/* Output: open, write each variable, close. Arrays are written after the scalars that are their sizes. */
int adios_open(int64_t* fd, const char* group_name, const char* name, const char* mode, MPI_Comm comm);
int adios_group_size(int64_t fd_p, uint64_t data_size, uint64_t* total_size);
int adios_write(int64_t fd_p, const char* name, const void* var);
int adios_write_byid(int64_t fd_p, int64_t id, const void* var);
int adios_get_write_buffer(int64_t fd_p, const char* name, uint64_t* size, void** buffer);
int adios_read(int64_t fd_p, const char* name, void* buffer, uint64_t buffer_size);
int adios_set_path(int64_t fd_p, const char* path);
int adios_set_path_var(int64_t fd_p, const char* path, const char* name);
int adios_close(int64_t fd_p);
void adios_timing_write_xml(int64_t fd_p, const char* filename);

/* Hints of what the program is about to do. */
int adios_end_iteration(void);
int adios_start_calculation(void);
int adios_stop_calculation(void);

/* Memory. */
int adios_allocate_buffer(enum ADIOS_BUFFER_ALLOC_WHEN adios_buffer_alloc_when, uint64_t buffer_size);
void adios_set_max_buffer_size(uint64_t max_buffer_size_MB);

/* Groups, what they hold, and how they are written. */
int adios_declare_group(int64_t* id, const char* name, const char* time_index, enum ADIOS_STATISTICS_FLAG stats);
int adios_free_group(int64_t id);
int adios_select_method(int64_t group, const char* method, const char* parameters, const char* base_path);
int adios_set_time_aggregation(int64_t groupid, uint64_t buffersize, int64_t syncgroupid);

int64_t adios_define_var(int64_t group_id, const char* name, const char* path, enum ADIOS_DATATYPES type,
    const char* dimensions, const char* global_dimensions, const char* local_offsets);
int adios_delete_vardefs(int64_t id);
uint64_t adios_expected_var_size(int64_t var_id);
int adios_set_transform(int64_t var_id, const char* transform_type_str);

int adios_define_attribute(
    int64_t group, const char* name, const char* path, enum ADIOS_DATATYPES type, const char* value, const char* var);
int adios_define_attribute_byvalue(
    int64_t group, const char* name, const char* path, enum ADIOS_DATATYPES type, int nelems, const void* values);
int adios_delete_attrdefs(int64_t id);

/* Meshes, for those who draw the variables: all of these define attributes. */
int adios_define_schema_version(int64_t group_id, char* schema_version);
int adios_define_var_mesh(int64_t group_id, const char* varname, const char* meshname);
int adios_define_var_centering(int64_t group_id, const char* varname, const char* centering);
int adios_define_var_timesteps(const char* timesteps, int64_t group_id, const char* name);
int adios_define_var_timescale(const char* timescale, int64_t group_id, const char* name);
int adios_define_var_timeseriesformat(const char* timeseries, int64_t group_id, const char* name);
int adios_define_var_hyperslab(const char* hyperslab, int64_t group_id, const char* name);
int adios_define_mesh_file(int64_t group_id, char* name, char* file);
int adios_define_mesh_group(const char* group, int64_t group_id, const char* name);
int adios_define_mesh_timevarying(const char* timevarying, int64_t group_id, const char* name);
int adios_define_mesh_timesteps(const char* timesteps, int64_t group_id, const char* name);
int adios_define_mesh_timescale(const char* timescale, int64_t group_id, const char* name);
int adios_define_mesh_timeseriesformat(const char* timeseries, int64_t group_id, const char* name);
int adios_define_mesh_uniform(
    char* dimensions, char* origin, char* spacing, char* maximum, char* nspace, int64_t group_id, const char* name);
int adios_define_mesh_rectilinear(
    char* dimensions, char* coordinates, char* nspace, int64_t group_id, const char* name);
int adios_define_mesh_structured(char* dimensions, char* points, char* nspace, int64_t group_id, const char* name);
int adios_define_mesh_unstructured(char* points, char* data, char* count, char* cell_type, char* npoints, char* nspace,
    int64_t group_id, const char* name);

/* What adios_select_method takes. */
typedef struct {
  int nmethods;
  char** name;
} ADIOS_AVAILABLE_WRITE_METHODS;

ADIOS_AVAILABLE_WRITE_METHODS* adios_available_write_methods(void);
void adios_available_write_methods_free(ADIOS_AVAILABLE_WRITE_METHODS*);

#ifdef __cplusplus
}
#endif

#endif
