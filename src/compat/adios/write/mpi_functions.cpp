// SPDX-License-Identifier: BSD-3-Clause
// The functions of the write interface that take a communicator. Compiled with MPI and without.
#include "adios.h"
#include "compat/adios/common/mpi_communicator.hpp"
#include "compat/adios/common/tool.hpp"
#include "compat/adios/common/words.hpp"
#include "compat/adios/write/c_calls.hpp"
#include "compat/adios/write/configuration.hpp"
#include "compat/adios/write/session.hpp"

using weft::adios::Session;

extern "C" {

int adios_init(const char* config, MPI_Comm comm) {
  weft::adios::begin_watching();
  weft::adios::tell_tool<adiost_event_init>(adiost_event, [&](auto tell) { tell(config, comm); });
  return weft::adios::guarded([&] {
    Session& session = Session::the();
    session.begin(weft::adios::communicator_of(comm));
    return weft::adios::code_of(weft::adios::configure(session, weft::adios::text_of(config)));
  });
}

int adios_init_noxml(MPI_Comm comm) {
  weft::adios::begin_watching();
  weft::adios::tell_tool<adiost_event_init_noxml>(adiost_event, [&](auto tell) { tell(comm); });
  return weft::adios::guarded([&] {
    Session::the().begin(weft::adios::communicator_of(comm));
    return static_cast<int>(err_no_error);
  });
}

int adios_open(int64_t* fd, const char* group_name, const char* name, const char* mode, MPI_Comm comm) {
  const auto watch = weft::adios::watching<adiost_event_open>(
      [&](auto tell) { tell(fd ? *fd : 0, group_name, name, mode, comm); });
  return weft::adios::guarded([&] {
    if (!fd) return weft::adios::fail(err_invalid_argument, "adios_open: expected room for a handle, found null");
    return weft::adios::code_of(Session::the().open(*fd, weft::adios::text_of(group_name), weft::adios::text_of(name),
        weft::adios::text_of(mode), weft::adios::communicator_of(comm)));
  });
}
}
