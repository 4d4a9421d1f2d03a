// SPDX-License-Identifier: BSD-3-Clause
// libadios_profiling: the functions of ADIOS that take time, by their own names, around the same of the library under
// the names with a P. A program is linked with it in front of the library and is not changed: groups whose
// configuration says profiling="yes" are measured, and adios_finalize writes the log. Compiled once with MPI and once
// without.
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include "adios.h"
#include "compat/adios/common/mpi_communicator.hpp"
#include "compat/adios/profiling/profile.hpp"

extern "C" {
decltype(adios_init) Padios_init;
decltype(adios_init_noxml) Padios_init_noxml;
decltype(adios_open) Padios_open;
decltype(adios_write) Padios_write;
decltype(adios_write_byid) Padios_write_byid;
decltype(adios_close) Padios_close;
decltype(adios_finalize) Padios_finalize;
// Whether the configuration wants a group measured.
int Padios_is_profiled(const char* group_name);
}

namespace weft::adios {
namespace {

struct Session {
  Profile profile;
  std::unique_ptr<Communicator> processes = serial_communicator();
  std::map<std::int64_t, ProfiledGroup*> files;  // those that are open and measured

  ProfiledGroup* group_of(std::int64_t file) {
    const auto found = files.find(file);
    return found == files.end() ? nullptr : found->second;
  }
};

Session& session() {
  static Session session;
  return session;
}

std::string log_path() {
  const char* const path = std::getenv("ADIOS_PROFILING_LOG");
  return path && *path ? path : "adios_profiling.log";
}

int write(std::int64_t file, const auto& call) {
  ProfiledGroup* const group = session().group_of(file);
  if (!group) return call();
  group->start_write();
  const int result = call();
  group->end_write();
  return result;
}

}  // namespace
}  // namespace weft::adios

using namespace weft::adios;

extern "C" {

int adios_init(const char* config, MPI_Comm comm) {
  session().processes = communicator_of(comm);
  return Padios_init(config, comm);
}

int adios_init_noxml(MPI_Comm comm) {
  session().processes = communicator_of(comm);
  return Padios_init_noxml(comm);
}

int adios_open(int64_t* file, const char* group_name, const char* name, const char* mode, MPI_Comm comm) {
  if (!group_name || !Padios_is_profiled(group_name)) return Padios_open(file, group_name, name, mode, comm);
  ProfiledGroup& group = session().profile.group(group_name);
  group.start_open(static_cast<std::int32_t>(group.outputs()));
  const int result = Padios_open(file, group_name, name, mode, comm);
  group.end_open();
  if (result == 0) session().files[*file] = &group;
  return result;
}

int adios_write(int64_t file, const char* name, const void* data) {
  return write(file, [&] { return Padios_write(file, name, data); });
}

int adios_write_byid(int64_t file, int64_t id, const void* data) {
  return write(file, [&] { return Padios_write_byid(file, id, data); });
}

int adios_close(int64_t file) {
  ProfiledGroup* const group = session().group_of(file);
  if (!group) return Padios_close(file);
  group->start_close();
  const int result = Padios_close(file);
  group->end_close();
  session().files.erase(file);
  return result;
}

int adios_finalize(int rank) {
  const int result = Padios_finalize(rank);
  Session& s = session();
  s.files.clear();
  s.profile.finish(*s.processes, log_path());
  s.processes = serial_communicator();
  return result;
}
}
