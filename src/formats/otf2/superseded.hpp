// SPDX-License-Identifier: BSD-3-Clause
// Fields that newer ones replaced. Old files have only these, new files have both: reading fills the new fields from
// the old where need be, writing computes the old from the new (docs/formats/otf2.md, sections 8.2 and 8.3).
#pragma once

#include "model/definition_types.hpp"

namespace weft::otf2 {

WEFT_ENUM(RegionType, std::uint8_t, unknown = 0, function = 1, loop = 2, user_region = 3, file = 4, omp_parallel = 5,
    omp_loop = 6, omp_sections = 7, omp_section = 8, omp_workshare = 9, omp_single = 10, omp_master = 11,
    omp_critical = 12, omp_atomic = 13, omp_barrier = 14, omp_ibarrier = 15, omp_flush = 16, omp_critical_sblock = 17,
    omp_single_sblock = 18, omp_wrapper = 19, omp_task = 20, omp_task_wait = 21, mpi_coll_barrier = 22,
    mpi_coll_one2all = 23, mpi_coll_all2one = 24, mpi_coll_all2all = 25, mpi_coll_other = 26, phase = 27, dynamic = 28,
    dynamic_phase = 29, dynamic_loop = 30, dynamic_function = 31, dynamic_loop_phase = 32, omp_task_create = 33,
    omp_ordered = 34, omp_ordered_sblock = 35)

WEFT_ENUM(GroupTypePre12, std::uint8_t, unknown = 0, locations = 1, regions = 2, metric = 3, mpi_group = 4,
    mpi_comm_self = 5, mpi_locations = 6)

RegionType region_type(const def::Region& region);
void fill_from(RegionType type, def::Region& region);

GroupTypePre12 group_type_pre12(const def::Group& group);
void fill_from(GroupTypePre12 type, def::Group& group);

}  // namespace weft::otf2
