// SPDX-License-Identifier: BSD-3-Clause
// The enumerations of the common vocabulary. Names and values are those traces store, so that no value needs
// translating; values without a name are kept as they are.
#pragma once

#include "schema/enumeration.hpp"

namespace weft {

WEFT_ENUM(Type, std::uint8_t, none = 0, uint8 = 1, uint16 = 2, uint32 = 3, uint64 = 4, int8 = 5, int16 = 6, int32 = 7,
    int64 = 8, float_ = 9, double_ = 10, string = 11, attribute = 12, location = 13, region = 14, group = 15,
    metric = 16, comm = 17, parameter = 18, rma_win = 19, source_code_location = 20, calling_context = 21,
    interrupt_generator = 22, io_file = 23, io_handle = 24, location_group = 25)

WEFT_ENUM(Paradigm, std::uint8_t, unknown = 0, user = 1, compiler = 2, openmp = 3, mpi = 4, cuda = 5,
    measurement_system = 6, pthread = 7, hmpp = 8, ompss = 9, hardware = 10, gaspi = 11, upc = 12, shmem = 13,
    winthread = 14, qtthread = 15, acethread = 16, tbbthread = 17, openacc = 18, opencl = 19, mtapi = 20, sampling = 21,
    none = 22, hip = 23, kokkos = 24)

WEFT_ENUM(ParadigmClass, std::uint8_t, process = 0, thread_fork_join = 1, thread_create_wait = 2, accelerator = 3)

WEFT_ENUM(ParadigmProperty, std::uint8_t, comm_name_template = 0, rma_win_name_template = 1, rma_only = 2)

WEFT_ENUM(SystemTreeDomain, std::uint8_t, machine = 0, shared_memory = 1, numa = 2, socket = 3, cache = 4, core = 5,
    pu = 6, accelerator_device = 7, networking_device = 8)

WEFT_ENUM(LocationGroupType, std::uint8_t, unknown = 0, process = 1, accelerator = 2)

WEFT_ENUM(LocationType, std::uint8_t, unknown = 0, cpu_thread = 1, accelerator_stream = 2, metric = 3)

WEFT_ENUM(RegionRole, std::uint8_t, unknown = 0, function = 1, wrapper = 2, loop = 3, code = 4, parallel = 5,
    sections = 6, section = 7, workshare = 8, single = 9, single_sblock = 10, master = 11, critical = 12,
    critical_sblock = 13, atomic = 14, barrier = 15, implicit_barrier = 16, flush = 17, ordered = 18,
    ordered_sblock = 19, task = 20, task_create = 21, task_wait = 22, coll_one2all = 23, coll_all2one = 24,
    coll_all2all = 25, coll_other = 26, file_io = 27, point2point = 28, rma = 29, data_transfer = 30, artificial = 31,
    thread_create = 32, thread_wait = 33, task_untied = 34, allocate = 35, deallocate = 36, reallocate = 37,
    file_io_metadata = 38)

WEFT_FLAGS(RegionFlag, std::uint32_t, none = 0x0, dynamic = 0x1, phase = 0x2)

WEFT_ENUM(GroupType, std::uint8_t, unknown = 0, locations = 1, regions = 2, metric = 3, comm_locations = 4,
    comm_group = 5, comm_self = 6)

WEFT_FLAGS(GroupFlag, std::uint32_t, none = 0x0, global_members = 0x1)

WEFT_ENUM(Base, std::uint8_t, binary = 0, decimal = 1)

WEFT_ENUM(MetricOccurrence, std::uint8_t, synchronous_strict = 0, synchronous = 1, asynchronous = 2)

WEFT_ENUM(MetricType, std::uint8_t, other = 0, papi = 1, rusage = 2, user = 3)

WEFT_ENUM(MetricMode, std::uint8_t, accumulated_start = 0, accumulated_point = 16, accumulated_last = 32,
    accumulated_next = 48, absolute_point = 17, absolute_last = 33, absolute_next = 49, relative_point = 18,
    relative_last = 34, relative_next = 50)

WEFT_ENUM(MetricScope, std::uint8_t, location = 0, location_group = 1, system_tree_node = 2, group = 3)

WEFT_ENUM(RecorderKind, std::uint8_t, unknown = 0, abstract = 1, cpu = 2, gpu = 3)

WEFT_ENUM(ParameterType, std::uint8_t, string = 0, int64 = 1, uint64 = 2)

WEFT_ENUM(CartPeriodicity, std::uint8_t, false_ = 0, true_ = 1)

WEFT_ENUM(InterruptGeneratorMode, std::uint8_t, time = 0, count = 1)

WEFT_ENUM(MeasurementMode, std::uint8_t, on = 1, off = 2)

WEFT_ENUM(CollectiveOp, std::uint8_t, barrier = 0, bcast = 1, gather = 2, gatherv = 3, scatter = 4, scatterv = 5,
    allgather = 6, allgatherv = 7, alltoall = 8, alltoallv = 9, alltoallw = 10, allreduce = 11, reduce = 12,
    reduce_scatter = 13, scan = 14, exscan = 15, reduce_scatter_block = 16, create_handle = 17, destroy_handle = 18,
    allocate = 19, deallocate = 20, create_handle_and_allocate = 21, destroy_handle_and_deallocate = 22)

WEFT_ENUM(RmaSyncType, std::uint8_t, memory = 0, notify_in = 1, notify_out = 2)

WEFT_FLAGS(RmaSyncLevel, std::uint32_t, none = 0x0, process = 0x1, memory = 0x2)

WEFT_ENUM(LockType, std::uint8_t, exclusive = 0, shared = 1)

WEFT_ENUM(RmaAtomicType, std::uint8_t, accumulate = 0, increment = 1, test_and_set = 2, compare_and_swap = 3, swap = 4,
    fetch_and_add = 5, fetch_and_increment = 6, fetch_and_accumulate = 7)

WEFT_ENUM(IoParadigmClass, std::uint8_t, serial = 0, parallel = 1)

WEFT_FLAGS(IoParadigmFlag, std::uint32_t, none = 0x0, os = 0x1)

WEFT_ENUM(IoParadigmProperty, std::uint8_t, version = 0)

WEFT_FLAGS(IoHandleFlag, std::uint32_t, none = 0x0, pre_created = 0x1, all_proxy = 0x2)

WEFT_ENUM(IoAccessMode, std::uint8_t, read_only = 0, write_only = 1, read_write = 2, execute_only = 3, search_only = 4)

WEFT_FLAGS(IoCreationFlag, std::uint32_t, none = 0x0, create = 0x1, truncate = 0x2, directory = 0x4, exclusive = 0x8,
    no_controlling_terminal = 0x10, no_follow = 0x20, path = 0x40, temporary_file = 0x80, largefile = 0x100,
    no_seek = 0x200, unique = 0x400)

WEFT_FLAGS(IoStatusFlag, std::uint32_t, none = 0x0, close_on_exec = 0x1, append = 0x2, non_blocking = 0x4, async = 0x8,
    sync = 0x10, data_sync = 0x20, avoid_caching = 0x40, no_access_time = 0x80, delete_on_close = 0x100)

WEFT_ENUM(IoSeekOption, std::uint8_t, from_start = 0, from_current = 1, from_end = 2, data = 3, hole = 4)

WEFT_ENUM(IoOperationMode, std::uint8_t, read = 0, write = 1, flush = 2)

WEFT_FLAGS(IoOperationFlag, std::uint32_t, none = 0x0, non_blocking = 0x1, collective = 0x2)

WEFT_FLAGS(CommFlag, std::uint32_t, none = 0x0, create_destroy_events = 0x1)

WEFT_FLAGS(RmaWinFlag, std::uint32_t, none = 0x0, create_destroy_events = 0x1)

WEFT_ENUM(MarkerSeverity, std::uint8_t, none = 0, low = 1, medium = 2, high = 3)

WEFT_ENUM(
    MarkerScope, std::uint8_t, global = 0, location = 1, location_group = 2, system_tree_node = 3, group = 4, comm = 5)

}  // namespace weft
