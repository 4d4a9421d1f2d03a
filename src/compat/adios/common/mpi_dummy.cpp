// SPDX-License-Identifier: BSD-3-Clause
// What stands in for MPI in programs of one process. Only in the libraries without MPI.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string_view>

#include "compat/adios/common/mpi_communicator.hpp"

namespace weft::adios {

namespace {

std::size_t bytes_of(MPI_Datatype type) {
  switch (type) {
    case MPI_INT:
      return sizeof(int);
    case MPI_CHAR:
      return 1;
    case MPI_FLOAT:
      return sizeof(float);
    case MPI_DOUBLE:
      return sizeof(double);
    case MPI_UINT64_T:
    case MPI_UNSIGNED_LONG_LONG:
      return sizeof(std::uint64_t);
    default:
      return 0;
  }
}

// Every exchange of one process with itself is a copy.
int copy(const void* from, int from_count, MPI_Datatype from_type, void* to, int to_count, MPI_Datatype to_type) {
  if (from_count < 0 || to_count < 0) return MPI_ERR_COUNT;
  const std::size_t bytes = static_cast<std::size_t>(from_count) * bytes_of(from_type);
  if (bytes_of(from_type) == 0 || bytes_of(to_type) == 0) return MPI_ERR_TYPE;
  if (bytes != static_cast<std::size_t>(to_count) * bytes_of(to_type)) return MPI_ERR_COUNT;
  if (bytes == 0) return MPI_SUCCESS;
  if (!from || !to) return MPI_ERR_BUFFER;
  std::memmove(to, from, bytes);
  return MPI_SUCCESS;
}

int tell(std::string_view text, char* into, int* length, std::size_t room) {
  const std::size_t bytes = std::min(text.size(), room - 1);
  std::memcpy(into, text.data(), bytes);
  into[bytes] = 0;
  *length = static_cast<int>(bytes);
  return MPI_SUCCESS;
}

}  // namespace

std::unique_ptr<Communicator> communicator_of(MPI_Comm comm) {
  return serial_communicator(comm != MPI_COMM_NULL && comm != MPI_COMM_SELF);
}

}  // namespace weft::adios

extern "C" {

int MPI_Init(int*, char***) { return MPI_SUCCESS; }
int MPI_Finalize() { return MPI_SUCCESS; }
int MPI_Initialized(int* flag) {
  *flag = 1;
  return MPI_SUCCESS;
}

double MPI_Wtime() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

int MPI_Get_processor_name(char* name, int* resultlen) {
  char host[256] = "localhost";
  gethostname(host, sizeof host - 1);
  return weft::adios::tell(host, name, resultlen, MPI_MAX_PROCESSOR_NAME);
}

int MPI_Error_string(int errorcode, char* string, int* resultlen) {
  constexpr std::string_view texts[] = {"no error", "a buffer that is null", "a count that does not fit",
      "a type that is not known", "a tag that is not known", "a communicator that is not known"};
  const bool is_known = errorcode >= 0 && static_cast<std::size_t>(errorcode) < std::size(texts);
  return weft::adios::tell(
      is_known ? texts[errorcode] : "an error that is not known", string, resultlen, MPI_MAX_ERROR_STRING);
}

int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 0;
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm, int* size) {
  *size = 1;
  return MPI_SUCCESS;
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  *newcomm = comm;
  return MPI_SUCCESS;
}
int MPI_Comm_split(MPI_Comm comm, int, int, MPI_Comm* comm_out) {
  *comm_out = comm;
  return MPI_SUCCESS;
}
int MPI_Comm_free(MPI_Comm* comm) {
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
MPI_Comm MPI_Comm_f2c(MPI_Fint comm) { return comm; }

int MPI_Barrier(MPI_Comm) { return MPI_SUCCESS; }
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) { return MPI_SUCCESS; }

int MPI_Gather(void* sendbuf, int sendcnt, MPI_Datatype sendtype, void* recvbuf, int recvcnt, MPI_Datatype recvtype,
    int, MPI_Comm) {
  return weft::adios::copy(sendbuf, sendcnt, sendtype, recvbuf, recvcnt, recvtype);
}
int MPI_Gatherv(void* sendbuf, int sendcnt, MPI_Datatype sendtype, void* recvbuf, int* recvcnts, int* displs,
    MPI_Datatype recvtype, int, MPI_Comm) {
  const std::size_t at = displs ? static_cast<std::size_t>(displs[0]) * weft::adios::bytes_of(recvtype) : 0;
  return weft::adios::copy(
      sendbuf, sendcnt, sendtype, recvbuf ? static_cast<char*>(recvbuf) + at : nullptr, recvcnts[0], recvtype);
}
int MPI_Allgather(void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm) {
  return weft::adios::copy(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
}
int MPI_Scatter(void* sendbuf, int sendcnt, MPI_Datatype sendtype, void* recvbuf, int recvcnt, MPI_Datatype recvtype,
    int, MPI_Comm) {
  return weft::adios::copy(sendbuf, sendcnt, sendtype, recvbuf, recvcnt, recvtype);
}
int MPI_Scatterv(void* sendbuf, int* sendcnts, int* displs, MPI_Datatype sendtype, void* recvbuf, int recvcnt,
    MPI_Datatype recvtype, int, MPI_Comm) {
  const std::size_t at = displs ? static_cast<std::size_t>(displs[0]) * weft::adios::bytes_of(sendtype) : 0;
  return weft::adios::copy(
      sendbuf ? static_cast<char*>(sendbuf) + at : nullptr, sendcnts[0], sendtype, recvbuf, recvcnt, recvtype);
}
int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op, MPI_Comm) {
  return weft::adios::copy(sendbuf, count, datatype, recvbuf, count, datatype);
}

int MPI_File_open(MPI_Comm, char* filename, int amode, MPI_Info, MPI_File* fh) {
  *fh = open(filename, amode | O_CLOEXEC);
  return *fh < 0 ? MPI_ERR_COMM : MPI_SUCCESS;
}
int MPI_File_close(MPI_File* fh) {
  const int failed = close(*fh);
  *fh = MPI_FILE_NULL;
  return failed ? MPI_ERR_COMM : MPI_SUCCESS;
}
int MPI_File_get_size(MPI_File fh, MPI_Offset* size) {
  struct stat facts = {};
  if (fstat(fh, &facts) != 0) return MPI_ERR_COMM;
  *size = static_cast<MPI_Offset>(facts.st_size);
  return MPI_SUCCESS;
}
int MPI_File_read(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
  if (count < 0) return MPI_ERR_COUNT;
  std::size_t left = static_cast<std::size_t>(count) * weft::adios::bytes_of(datatype);
  char* to = static_cast<char*>(buf);
  *status = 0;
  while (left > 0) {
    const ssize_t got = read(fh, to, left);
    if (got < 0) return MPI_ERR_BUFFER;
    if (got == 0) break;
    to += got;
    left -= static_cast<std::size_t>(got);
    *status += static_cast<MPI_Status>(got);
  }
  return MPI_SUCCESS;
}
int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
  return lseek(fh, static_cast<off_t>(offset), whence) < 0 ? MPI_ERR_COUNT : MPI_SUCCESS;
}
int MPI_Get_count(MPI_Status* status, MPI_Datatype datatype, int* count) {
  const std::size_t bytes = weft::adios::bytes_of(datatype);
  if (bytes == 0) return MPI_ERR_TYPE;
  *count = static_cast<int>(*status / bytes);
  return MPI_SUCCESS;
}
}
