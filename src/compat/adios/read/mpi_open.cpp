// SPDX-License-Identifier: BSD-3-Clause
// Functions of version 2 that take a communicator.
#include "adios_read.h"
#include "compat/adios/common/mpi_communicator.hpp"
#include "compat/adios/common/tool.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/open_file.hpp"

using namespace weft::adios;

extern "C" {

// Every process reads by itself: the communicator is not needed.
int adios_read_init_method(enum ADIOS_READ_METHOD method, MPI_Comm comm, const char* parameters) {
  begin_watching();
  tell_tool<adiost_event_read_init_method>(adiost_event, [&](auto tell) { tell(method, comm, parameters); });
  forget_error();
  return guarded([&] { return init_read_method(method, text_of(parameters)); });
}

ADIOS_FILE* adios_read_open_file(const char* fname, enum ADIOS_READ_METHOD method, MPI_Comm comm) {
  begin_watching();
  ADIOS_FILE* answer = nullptr;
  const auto watch = watching<adiost_event_read_open_file>([&](auto tell) { tell(fname, method, comm, answer); });
  forget_error();
  return answer = guarded(nullptr, [&]() -> ADIOS_FILE* { return OpenFile::open(text_of(fname), method).release(); });
}

ADIOS_FILE* adios_read_open(
    const char* fname, enum ADIOS_READ_METHOD method, MPI_Comm comm, enum ADIOS_LOCKMODE lock_mode, float timeout_sec) {
  begin_watching();
  ADIOS_FILE* answer = nullptr;
  const auto watch = watching<adiost_event_read_open>(
      [&](auto tell) { tell(method, comm, lock_mode, timeout_sec, answer); });
  forget_error();
  return answer = guarded(nullptr, [&]() -> ADIOS_FILE* {
    return OpenFile::open_stream(text_of(fname), method, timeout_sec, communicator_of(comm)).release();
  });
}
}
