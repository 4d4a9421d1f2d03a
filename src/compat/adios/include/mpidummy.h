/* SPDX-License-Identifier: BSD-3-Clause */
/* The little of MPI that programs with ADIOS use, for one process. The libraries with _nompi in their names have these
   functions. */
#ifndef MPIDUMMY_H
#define MPIDUMMY_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int MPI_Comm;
typedef uint64_t MPI_Status; /* of a read: how many bytes came */
typedef int MPI_File;        /* a file descriptor */
typedef int MPI_Info;
typedef int MPI_Datatype;
typedef uint64_t MPI_Offset;
typedef int MPI_Fint;

enum mpi_operation { MPI_MIN, MPI_SUM };
typedef enum mpi_operation MPI_Op;

#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_MAX_ERROR_STRING 512

#define MPI_MODE_RDONLY O_RDONLY
#define MPI_SEEK_SET SEEK_SET
#define MPI_SEEK_CUR SEEK_CUR
#define MPI_SEEK_END SEEK_END

#define MPI_INFO_NULL 0
#define MPI_COMM_NULL 0
#define MPI_COMM_WORLD 1
#define MPI_COMM_SELF 2
#define MPI_FILE_NULL 0
#define MPI_ANY_SOURCE 0
#define MPI_ANY_TAG 0

#define MPI_INT 1
#define MPI_CHAR 2
#define MPI_FLOAT 3
#define MPI_DOUBLE 4
#define MPI_UINT64_T 5
#define MPI_UNSIGNED_LONG_LONG 6
#define MPI_BYTE (MPI_CHAR)
#define MPI_REAL (MPI_FLOAT)

#define MPI_MAX_PROCESSOR_NAME 32

int MPI_Init(int* argc, char*** argv);
int MPI_Finalize(void);
int MPI_Initialized(int* flag);
double MPI_Wtime(void);
int MPI_Get_processor_name(char* name, int* resultlen);
int MPI_Error_string(int errorcode, char* string, int* resultlen);

int MPI_Comm_rank(MPI_Comm comm, int* rank);
int MPI_Comm_size(MPI_Comm comm, int* size);
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm);
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* comm_out);
int MPI_Comm_free(MPI_Comm* comm);
MPI_Comm MPI_Comm_f2c(MPI_Fint comm);

int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
int MPI_Gather(void* sendbuf, int sendcnt, MPI_Datatype sendtype, void* recvbuf, int recvcnt, MPI_Datatype recvtype,
    int root, MPI_Comm comm);
int MPI_Gatherv(void* sendbuf, int sendcnt, MPI_Datatype sendtype, void* recvbuf, int* recvcnts, int* displs,
    MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Allgather(void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Scatter(void* sendbuf, int sendcnt, MPI_Datatype sendtype, void* recvbuf, int recvcnt, MPI_Datatype recvtype,
    int root, MPI_Comm comm);
int MPI_Scatterv(void* sendbuf, int* sendcnts, int* displs, MPI_Datatype sendtype, void* recvbuf, int recvcnt,
    MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);

int MPI_File_open(MPI_Comm comm, char* filename, int amode, MPI_Info info, MPI_File* fh);
int MPI_File_close(MPI_File* fh);
int MPI_File_get_size(MPI_File fh, MPI_Offset* size);
int MPI_File_read(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence);
int MPI_Get_count(MPI_Status* status, MPI_Datatype datatype, int* count);

#ifdef __cplusplus
}
#endif

#endif
