// SPDX-License-Identifier: BSD-3-Clause
#include "formats/otf2/superseded.hpp"

#include <array>

namespace weft::otf2 {

namespace {

struct RegionRow {
  RegionType type;
  RegionRole role;
  Paradigm paradigm;
  RegionFlag flags;
};

using enum RegionFlag;
constexpr auto openmp = Paradigm::openmp;
constexpr auto mpi = Paradigm::mpi;
constexpr auto user = Paradigm::user;

// What an old region type says in the words of today.
constexpr RegionRow region_rows[] = {
    {RegionType::function, RegionRole::function, Paradigm::unknown, none},
    {RegionType::loop, RegionRole::loop, user, none},
    {RegionType::user_region, RegionRole::function, Paradigm::unknown, none},
    {RegionType::file, RegionRole::file_io, user, none},
    {RegionType::omp_parallel, RegionRole::parallel, openmp, none},
    {RegionType::omp_loop, RegionRole::loop, openmp, none},
    {RegionType::omp_sections, RegionRole::sections, openmp, none},
    {RegionType::omp_section, RegionRole::section, openmp, none},
    {RegionType::omp_workshare, RegionRole::workshare, openmp, none},
    {RegionType::omp_single, RegionRole::single, openmp, none},
    {RegionType::omp_master, RegionRole::master, openmp, none},
    {RegionType::omp_critical, RegionRole::critical, openmp, none},
    {RegionType::omp_atomic, RegionRole::atomic, openmp, none},
    {RegionType::omp_barrier, RegionRole::barrier, openmp, none},
    {RegionType::omp_ibarrier, RegionRole::implicit_barrier, openmp, none},
    {RegionType::omp_flush, RegionRole::flush, openmp, none},
    {RegionType::omp_critical_sblock, RegionRole::critical_sblock, openmp, none},
    {RegionType::omp_single_sblock, RegionRole::single_sblock, openmp, none},
    {RegionType::omp_wrapper, RegionRole::wrapper, openmp, none},
    {RegionType::omp_task, RegionRole::task, openmp, none},
    {RegionType::omp_task_wait, RegionRole::task_wait, openmp, none},
    {RegionType::mpi_coll_barrier, RegionRole::barrier, mpi, none},
    {RegionType::mpi_coll_one2all, RegionRole::coll_one2all, mpi, none},
    {RegionType::mpi_coll_all2one, RegionRole::coll_all2one, mpi, none},
    {RegionType::mpi_coll_all2all, RegionRole::coll_all2all, mpi, none},
    {RegionType::mpi_coll_other, RegionRole::coll_other, mpi, none},
    {RegionType::phase, RegionRole::code, user, none},
    {RegionType::dynamic, RegionRole::code, user, RegionFlag::dynamic},
    {RegionType::dynamic_phase, RegionRole::code, user, RegionFlag::dynamic | RegionFlag::phase},
    {RegionType::dynamic_loop, RegionRole::loop, user, RegionFlag::dynamic},
    {RegionType::dynamic_function, RegionRole::function, user, RegionFlag::dynamic},
    {RegionType::dynamic_loop_phase, RegionRole::loop, user, RegionFlag::dynamic | RegionFlag::phase},
    {RegionType::omp_task_create, RegionRole::task_create, openmp, none},
    {RegionType::omp_ordered, RegionRole::ordered, openmp, none},
    {RegionType::omp_ordered_sblock, RegionRole::ordered_sblock, openmp, none},
};

RegionType user_region_type(RegionRole role, bool is_dynamic, bool is_phase) {
  switch (role) {
    case RegionRole::function:
      return is_dynamic ? RegionType::dynamic_function : RegionType::user_region;
    case RegionRole::file_io:
      return RegionType::file;
    case RegionRole::loop:
      if (is_dynamic) return is_phase ? RegionType::dynamic_loop_phase : RegionType::dynamic_loop;
      return is_phase ? RegionType::unknown : RegionType::loop;
    case RegionRole::code:
      if (is_dynamic) return is_phase ? RegionType::dynamic_phase : RegionType::dynamic;
      return is_phase ? RegionType::phase : RegionType::function;
    default:
      return RegionType::unknown;
  }
}

struct GroupRow {
  GroupTypePre12 old_type;
  GroupType type;
  Paradigm paradigm;
};

constexpr GroupRow group_rows[] = {
    {GroupTypePre12::locations, GroupType::locations, Paradigm::unknown},
    {GroupTypePre12::regions, GroupType::regions, Paradigm::unknown},
    {GroupTypePre12::metric, GroupType::metric, Paradigm::unknown},
    {GroupTypePre12::mpi_group, GroupType::comm_group, Paradigm::mpi},
    {GroupTypePre12::mpi_comm_self, GroupType::comm_self, Paradigm::mpi},
    {GroupTypePre12::mpi_locations, GroupType::comm_locations, Paradigm::mpi},
};

}  // namespace

RegionType region_type(const def::Region& region) {
  const bool is_dynamic = (region.region_flags & RegionFlag::dynamic) != none;
  const bool is_phase = (region.region_flags & RegionFlag::phase) != none;
  switch (region.paradigm) {
    case Paradigm::unknown:
    case Paradigm::compiler:
      return region.region_role == RegionRole::function ? RegionType::function : RegionType::unknown;
    case Paradigm::user:
      return user_region_type(region.region_role, is_dynamic, is_phase);
    case Paradigm::openmp:
    case Paradigm::mpi:
      for (const RegionRow& row : region_rows)
        if (row.paradigm == region.paradigm && row.role == region.region_role) return row.type;
      return RegionType::unknown;
    default:
      return RegionType::unknown;
  }
}

void fill_from(RegionType type, def::Region& region) {
  region.canonical_name = region.name;
  region.region_role = RegionRole::unknown;
  region.paradigm = Paradigm::unknown;
  region.region_flags = none;
  for (const RegionRow& row : region_rows) {
    if (row.type != type) continue;
    region.region_role = row.role;
    region.paradigm = row.paradigm;
    region.region_flags = row.flags;
  }
}

GroupTypePre12 group_type_pre12(const def::Group& group) {
  if (group.group_flags != GroupFlag::none) return GroupTypePre12::unknown;
  for (const GroupRow& row : group_rows)
    if (row.paradigm == group.paradigm && row.type == group.group_type) return row.old_type;
  return GroupTypePre12::unknown;
}

void fill_from(GroupTypePre12 type, def::Group& group) {
  group.group_type = GroupType::unknown;
  group.paradigm = Paradigm::unknown;
  group.group_flags = GroupFlag::none;
  for (const GroupRow& row : group_rows) {
    if (row.old_type != type) continue;
    group.group_type = row.type;
    group.paradigm = row.paradigm;
  }
}

}  // namespace weft::otf2
