// SPDX-License-Identifier: BSD-3-Clause
// Functions of version 1 that take a communicator, which files do not need: every process reads by itself.
#include "compat/adios/common/words.hpp"
#include "compat/adios/read/kept_memory.hpp"
#include "compat/adios/read/version1.hpp"

using namespace weft::adios;

extern "C" {

int adios_read_init_v1(MPI_Comm) {
  forget_error();
  return 0;
}

ADIOS_FILE_V1* adios_fopen_v1(const char* fname, MPI_Comm) {
  forget_error();
  return guarded(nullptr, [&]() -> ADIOS_FILE_V1* { return open_v1(text_of(fname)); });
}
}
