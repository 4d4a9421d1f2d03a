/* SPDX-License-Identifier: BSD-3-Clause */
/* How long the output of a program takes: calls around adios_open, adios_write and adios_close of each group. In the
 * end rank 0 writes a log with the least, the most, the mean and the spread over all processes.
 *
 *   int64_t timer;
 *   init_prof_all("io.log", 6);
 *   for (int cycle = 0; cycle < 100; ++cycle) {
 *     cycle_start(&cycle);
 *     open_start_for_group(&timer, "restart", &cycle);
 *     adios_open(&file, "restart", "restart.bp", "w", comm);
 *     open_end_for_group(&timer, &cycle);
 *     ...
 *     cycle_end(&cycle);
 *   }
 *   finalize_prof_all();
 *
 * Link with -ladios_timing, or with -ladios_timing_nompi in a program without MPI; call the last one before
 * MPI_Finalize. Names that end in an underscore are what Fortran calls. */
#ifndef ADIOS_TIMING_H
#define ADIOS_TIMING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The name of the log: so many characters, without the blanks behind it. 0, or -1 if there is no name. */
int init_prof_all_(char* prof_file_name, int prof_file_name_size);
int init_prof_all(char* prof_file_name, int prof_file_name_size);

/* A step of the simulation, as it counts them. */
void cycle_start_(int* cycle);
void cycle_start(int* cycle);
void cycle_end_(int* cycle);
void cycle_end(int* cycle);

/* Begins an output of a group and sets the handle that the others take. A name ends at its NUL or after
 * *gp_name_size characters, whichever comes first. Fortran may leave that out: what it passes for itself is as good. */
void open_start_for_group_(int64_t* gp_prof_handle, char* group_name, int* cycle, int* gp_name_size);
void open_start_for_group(int64_t* gp_prof_handle, char* group_name, int* cycle);
void open_end_for_group_(int64_t* gp_prof_handle, int* cycle);
void open_end_for_group(int64_t* gp_prof_handle, int* cycle);

void write_start_for_group_(int64_t* gp_prof_handle, int* cycle);
void write_start_for_group(int64_t* gp_prof_handle, int* cycle);
void write_end_for_group_(int64_t* gp_prof_handle, int* cycle);
void write_end_for_group(int64_t* gp_prof_handle, int* cycle);

void close_start_for_group_(int64_t* gp_prof_handle, int* cycle);
void close_start_for_group(int64_t* gp_prof_handle, int* cycle);
void close_end_for_group_(int64_t* gp_prof_handle, int* cycle);
void close_end_for_group(int64_t* gp_prof_handle, int* cycle);

/* Gathers from all processes and writes the log. 0, or -1 if that could not be written, which is said on stderr. */
int finalize_prof_all_(void);
int finalize_prof_all(void);
int finalize_prof_(void);
int finalize_prof(void);

#ifdef __cplusplus
}
#endif

#endif
