/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scenario `sane`: a trace as a good measurement system would write it. Two processes of two threads on
 * two nodes exchange messages, do collectives, work with files and windows, fork threads and count; a device
 * stream and a metric location belong to the first process. otf2-print reads it without a warning. */
#include "reference_writer.h"

/* Texts are named once: s_<name> is the id, the definition follows from the list. */
/* clang-format off */
#define STRINGS(X) \
  X(empty, "") X(machine, "machine") X(cluster, "cluster") X(node, "node") X(node0, "node 0") X(node1, "node 1") \
  X(rank0, "rank 0") X(rank1, "rank 1") X(device, "device") X(master, "master thread") X(worker, "worker thread") \
  X(stream, "stream") X(sensor, "sensor") X(main, "main") X(main_file, "main.c") X(work, "work") X(mangled, "_Z4workv") \
  X(mpi_send, "MPI_Send") X(mpi_recv, "MPI_Recv") X(mpi_isend, "MPI_Isend") X(mpi_irecv, "MPI_Irecv") \
  X(mpi_wait, "MPI_Wait") X(mpi_barrier, "MPI_Barrier") X(mpi_bcast, "MPI_Bcast") X(mpi_put, "MPI_Put") \
  X(open, "open") X(read, "read") X(parallel, "!$omp parallel @main.c:12") X(kernel, "kernel") \
  X(world, "MPI_COMM_WORLD") X(self, "MPI_COMM_SELF") X(inter, "intercommunicator") X(team, "OpenMP team") \
  X(window, "window") X(iteration, "iteration") X(label, "label") X(delta, "delta") X(coarse, "coarse grid") \
  X(cycles, "PAPI_TOT_CYC") X(cycles_unit, "cycles") X(power, "power") X(watts, "W") X(mode, "mode") X(grid, "grid") \
  X(x, "x") X(y, "y") X(posix_id, "POSIX") X(posix, "POSIX I/O") X(input, "/data/input.dat") X(data, "/data") \
  X(input_handle, "input handle") X(copy_handle, "copy") X(stdout_handle, "stdout") X(terminal, "/dev/pts/0") \
  X(timer, "timer") X(site, "site") X(here, "f\xc3\xbcr") X(request, "request") X(argument, "--grid=64") X(mpi, "MPI") \
  X(mpi_template, "MPI Communicator ${id}") X(offset, "offset")
/* clang-format on */

#define STRING_ID(name, text) s_##name,
#define STRING_TEXT(name, text) text,
enum { STRINGS(STRING_ID) };
static const char* const strings[] = {STRINGS(STRING_TEXT)};

enum {
  r_main,
  r_work,
  r_send,
  r_recv,
  r_isend,
  r_irecv,
  r_wait,
  r_barrier,
  r_bcast,
  r_put,
  r_open,
  r_read,
  r_parallel,
  r_kernel
};
enum {
  g_mpi_locations,
  g_world,
  g_self,
  g_left,
  g_right,
  g_omp_locations,
  g_team0,
  g_team1,
  g_regions,
  g_some,
  g_metrics
};
enum { c_world, c_self, c_left, c_right, c_inter, c_team0, c_team1 };
enum { m_cycles, m_power, m_power_of_node };
enum { p_iteration, p_label, p_delta };
enum { h_input, h_copy, h_stdout };
enum { f_data, f_input, f_terminal };
enum { a_request, a_here, a_mode, a_offset };
enum { second = 1000000, trace_length = 10 * second };

static const OTF2_LocationRef master[] = {0, UINT64_C(1) << 32};
static const OTF2_LocationRef worker[] = {1, (UINT64_C(1) << 32) + 1};
static const OTF2_LocationRef stream = 2, sensor = 3;

#define DEF(record, ...) CHECK(OTF2_GlobalDefWriter_Write##record(writer, __VA_ARGS__))
#define EVT(record, ...) CHECK(OTF2_EvtWriter_##record(writer, NULL, __VA_ARGS__))

static OTF2_AttributeValue string_value(OTF2_StringRef string) {
  OTF2_AttributeValue value;
  value.uint64 = 0;
  value.stringRef = string;
  return value;
}

static void define_system(OTF2_GlobalDefWriter* writer) {
  OTF2_AttributeValue on = {0};
  on.uint8 = OTF2_TRUE;
  DEF(ClockProperties, second, 0, trace_length, UINT64_C(1700000000123456789));
  DEF(Paradigm, OTF2_PARADIGM_MPI, s_mpi, OTF2_PARADIGM_CLASS_PROCESS);
  DEF(ParadigmProperty, OTF2_PARADIGM_MPI, OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE, OTF2_TYPE_STRING,
      string_value(s_mpi_template));
  DEF(ParadigmProperty, OTF2_PARADIGM_MPI, OTF2_PARADIGM_PROPERTY_RMA_ONLY, OTF2_TYPE_UINT8, on);
  DEF(IoParadigm, 0, s_posix_id, s_posix, OTF2_IO_PARADIGM_CLASS_SERIAL, OTF2_IO_PARADIGM_FLAG_OS, 0, NULL, NULL, NULL);
  DEF(SystemTreeNode, 0, s_cluster, s_machine, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  DEF(SystemTreeNode, 1, s_node0, s_node, 0);
  DEF(SystemTreeNode, 2, s_node1, s_node, 0);
  DEF(SystemTreeNodeDomain, 0, OTF2_SYSTEM_TREE_DOMAIN_MACHINE);
  DEF(SystemTreeNodeDomain, 1, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY);
  DEF(SystemTreeNodeProperty, 1, s_mode, OTF2_TYPE_STRING, string_value(s_here));
  DEF(LocationGroup, 0, s_rank0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 1, OTF2_UNDEFINED_LOCATION_GROUP);
  DEF(LocationGroup, 1, s_rank1, OTF2_LOCATION_GROUP_TYPE_PROCESS, 2, OTF2_UNDEFINED_LOCATION_GROUP);
  DEF(LocationGroup, 2, s_device, OTF2_LOCATION_GROUP_TYPE_ACCELERATOR, 1, 0);
  DEF(LocationGroupProperty, 2, s_mode, OTF2_TYPE_STRING, string_value(s_here));
}

static void define_locations(OTF2_GlobalDefWriter* writer, const uint64_t* events) {
  for (unsigned rank = 0; rank < 2; ++rank) {
    DEF(Location, master[rank], s_master, OTF2_LOCATION_TYPE_CPU_THREAD, *events++, rank);
    DEF(Location, worker[rank], s_worker, OTF2_LOCATION_TYPE_CPU_THREAD, *events++, rank);
  }
  DEF(Location, stream, s_stream, OTF2_LOCATION_TYPE_ACCELERATOR_STREAM, *events++, 2);
  DEF(Location, sensor, s_sensor, OTF2_LOCATION_TYPE_METRIC, *events++, 0);
  DEF(LocationProperty, stream, s_mode, OTF2_TYPE_STRING, string_value(s_here));
}

static void define_region(OTF2_GlobalDefWriter* writer, OTF2_RegionRef self, OTF2_StringRef name, OTF2_RegionRole role,
    OTF2_Paradigm paradigm) {
  DEF(Region, self, name, self == r_work ? s_mangled : name, s_empty, role, paradigm,
      self == r_work ? OTF2_REGION_FLAG_DYNAMIC | OTF2_REGION_FLAG_PHASE : OTF2_REGION_FLAG_NONE, s_main_file,
      10 * self, 10 * self + 9);
}

static void define_code(OTF2_GlobalDefWriter* writer) {
  define_region(writer, r_main, s_main, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_COMPILER);
  define_region(writer, r_work, s_work, OTF2_REGION_ROLE_CODE, OTF2_PARADIGM_USER);
  define_region(writer, r_send, s_mpi_send, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI);
  define_region(writer, r_recv, s_mpi_recv, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI);
  define_region(writer, r_isend, s_mpi_isend, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI);
  define_region(writer, r_irecv, s_mpi_irecv, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI);
  define_region(writer, r_wait, s_mpi_wait, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI);
  define_region(writer, r_barrier, s_mpi_barrier, OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_MPI);
  define_region(writer, r_bcast, s_mpi_bcast, OTF2_REGION_ROLE_COLL_ONE2ALL, OTF2_PARADIGM_MPI);
  define_region(writer, r_put, s_mpi_put, OTF2_REGION_ROLE_RMA, OTF2_PARADIGM_MPI);
  define_region(writer, r_open, s_open, OTF2_REGION_ROLE_FILE_IO, OTF2_PARADIGM_USER);
  define_region(writer, r_read, s_read, OTF2_REGION_ROLE_FILE_IO, OTF2_PARADIGM_USER);
  define_region(writer, r_parallel, s_parallel, OTF2_REGION_ROLE_PARALLEL, OTF2_PARADIGM_OPENMP);
  define_region(writer, r_kernel, s_kernel, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_CUDA);
  DEF(Callsite, 0, s_main_file, 12, r_work, r_main);
  DEF(Callpath, 0, OTF2_UNDEFINED_CALLPATH, r_main);
  DEF(Callpath, 1, 0, r_work);
  DEF(SourceCodeLocation, 0, s_main_file, 12);
  DEF(CallingContext, 0, r_main, 0, OTF2_UNDEFINED_CALLING_CONTEXT);
  DEF(CallingContext, 1, r_work, OTF2_UNDEFINED_SOURCE_CODE_LOCATION, 0);
  DEF(CallingContextProperty, 1, s_site, OTF2_TYPE_STRING, string_value(s_here));
  DEF(InterruptGenerator, 0, s_timer, OTF2_INTERRUPT_GENERATOR_MODE_TIME, OTF2_BASE_DECIMAL, -6, 100);
  DEF(Parameter, p_iteration, s_iteration, OTF2_PARAMETER_TYPE_UINT64);
  DEF(Parameter, p_label, s_label, OTF2_PARAMETER_TYPE_STRING);
  DEF(Parameter, p_delta, s_delta, OTF2_PARAMETER_TYPE_INT64);
  DEF(CallpathParameter, 1, p_label, OTF2_TYPE_STRING, string_value(s_coarse));
  DEF(Attribute, a_request, s_request, s_empty, OTF2_TYPE_UINT64);
  DEF(Attribute, a_here, s_here, s_site, OTF2_TYPE_STRING);
  DEF(Attribute, a_mode, s_mode, s_empty, OTF2_TYPE_DOUBLE);
  DEF(Attribute, a_offset, s_offset, s_empty, OTF2_TYPE_INT64);
}

static void define_group(OTF2_GlobalDefWriter* writer, OTF2_GroupRef self, OTF2_GroupType type, OTF2_Paradigm paradigm,
    uint32_t count, uint64_t first, uint64_t then) {
  const uint64_t members[] = {first, then};
  DEF(Group, self, s_empty, type, paradigm, OTF2_GROUP_FLAG_NONE, count, members);
}

static void define_groups(OTF2_GlobalDefWriter* writer) {
  const uint64_t threads[] = {master[0], worker[0], master[1], worker[1]};
  define_group(writer, g_mpi_locations, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, 2, master[0], master[1]);
  define_group(writer, g_world, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, 2, 0, 1);
  define_group(writer, g_self, OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI, 0, 0, 0);
  define_group(writer, g_left, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, 1, 0, 0);
  define_group(writer, g_right, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, 1, 1, 0);
  DEF(Group, g_omp_locations, s_team, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_OPENMP, OTF2_GROUP_FLAG_NONE, 4,
      threads);
  define_group(writer, g_team0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_OPENMP, 2, 0, 1);
  define_group(writer, g_team1, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_OPENMP, 2, 2, 3);
  define_group(writer, g_regions, OTF2_GROUP_TYPE_REGIONS, OTF2_PARADIGM_UNKNOWN, 2, r_main, r_work);
  define_group(writer, g_some, OTF2_GROUP_TYPE_LOCATIONS, OTF2_PARADIGM_UNKNOWN, 1, stream, 0);
  DEF(Comm, c_world, s_world, g_world, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  DEF(Comm, c_self, s_self, g_self, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  DEF(Comm, c_left, s_empty, g_left, c_world, OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS);
  DEF(Comm, c_right, s_empty, g_right, c_world, OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS);
  DEF(InterComm, c_inter, s_inter, g_left, g_right, c_world, OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS);
  DEF(Comm, c_team0, s_team, g_team0, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  DEF(Comm, c_team1, s_team, g_team1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  DEF(RmaWin, 0, s_window, c_world, OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS);
}

static void define_metrics_and_files(OTF2_GlobalDefWriter* writer) {
  const OTF2_MetricMemberRef members[] = {0, 1};
  const OTF2_CartDimensionRef dimensions[] = {0, 1};
  const uint32_t coordinates[] = {1, 0};
  DEF(MetricMember, 0, s_cycles, s_empty, OTF2_METRIC_TYPE_PAPI, OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_UINT64,
      OTF2_BASE_DECIMAL, 0, s_cycles_unit);
  DEF(MetricMember, 1, s_power, s_empty, OTF2_METRIC_TYPE_OTHER, OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_DOUBLE,
      OTF2_BASE_DECIMAL, -3, s_watts);
  DEF(MetricClass, m_cycles, 1, members, OTF2_METRIC_SYNCHRONOUS_STRICT, OTF2_RECORDER_KIND_CPU);
  DEF(MetricClass, m_power, 2, members, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_ABSTRACT);
  DEF(MetricInstance, m_power_of_node, m_power, sensor, OTF2_SCOPE_SYSTEM_TREE_NODE, 1);
  DEF(MetricClassRecorder, m_cycles, master[0]);
  define_group(writer, g_metrics, OTF2_GROUP_TYPE_METRIC, OTF2_PARADIGM_UNKNOWN, 2, 0, 1);
  DEF(CartDimension, 0, s_x, 2, OTF2_CART_PERIODIC_TRUE);
  DEF(CartDimension, 1, s_y, 1, OTF2_CART_PERIODIC_FALSE);
  DEF(CartTopology, 0, s_grid, c_world, 2, dimensions);
  DEF(CartCoordinate, 0, 1, 2, coordinates);
  DEF(IoDirectory, f_data, s_data, 1);
  DEF(IoRegularFile, f_input, s_input, 1);
  DEF(IoRegularFile, f_terminal, s_terminal, 2);
  DEF(IoFileProperty, f_input, s_mode, OTF2_TYPE_STRING, string_value(s_here));
  DEF(IoHandle, h_input, s_input_handle, f_input, 0, OTF2_IO_HANDLE_FLAG_NONE, OTF2_UNDEFINED_COMM,
      OTF2_UNDEFINED_IO_HANDLE);
  DEF(IoHandle, h_copy, s_copy_handle, f_input, 0, OTF2_IO_HANDLE_FLAG_NONE, OTF2_UNDEFINED_COMM, h_input);
  DEF(IoHandle, h_stdout, s_stdout_handle, f_terminal, 0, OTF2_IO_HANDLE_FLAG_PRE_CREATED, OTF2_UNDEFINED_COMM,
      OTF2_UNDEFINED_IO_HANDLE);
  DEF(IoPreCreatedHandleState, h_stdout, OTF2_IO_ACCESS_MODE_WRITE_ONLY, OTF2_IO_STATUS_FLAG_APPEND);
}

/* Blocking and non-blocking messages in both directions. */
static OTF2_TimeStamp exchange(OTF2_EvtWriter* writer, unsigned rank, OTF2_TimeStamp t) {
  const uint32_t peer = 1 - rank;
  for (uint32_t tag = 0; tag < 10; ++tag) {
    EVT(Enter, t, rank == 0 ? r_send : r_recv);
    if (rank == 0)
      EVT(MpiSend, t + 1, peer, c_world, tag, UINT64_C(1) << (4 * tag));
    else
      EVT(MpiRecv, t + 2, peer, c_world, tag, UINT64_C(1) << (4 * tag));
    EVT(Leave, t + 3, rank == 0 ? r_send : r_recv);
    EVT(Enter, t + 4, r_isend);
    EVT(MpiIsend, t + 5, peer, c_world, tag, 4096, 2 * tag);
    EVT(Leave, t + 6, r_isend);
    EVT(Enter, t + 6, r_irecv);
    EVT(MpiIrecvRequest, t + 7, 2 * tag + 1);
    EVT(Leave, t + 8, r_irecv);
    EVT(Enter, t + 10, r_wait);
    EVT(MpiRequestTest, t + 11, 2 * tag);
    EVT(MpiIsendComplete, t + 12, 2 * tag);
    EVT(MpiIrecv, t + 13, peer, c_world, tag, 4096, 2 * tag + 1);
    EVT(Leave, t + 14, r_wait);
    t += 20;
  }
  EVT(MpiIrecvRequest, t, 99);
  EVT(MpiRequestCancelled, t + 1, 99);
  return t + 10;
}

static OTF2_TimeStamp collectives(OTF2_EvtWriter* writer, unsigned rank, OTF2_TimeStamp t) {
  EVT(Enter, t, r_barrier);
  EVT(MpiCollectiveBegin, t + 1 + rank);
  EVT(MpiCollectiveEnd, t + 5, OTF2_COLLECTIVE_OP_BARRIER, c_world, OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
  EVT(Leave, t + 6, r_barrier);
  EVT(Enter, t + 10, r_bcast);
  EVT(MpiCollectiveBegin, t + 11);
  EVT(MpiCollectiveEnd, t + 12 + rank, OTF2_COLLECTIVE_OP_BCAST, c_world, 1, rank == 1 ? 8192 : 0, 8192);
  EVT(NonBlockingCollectiveRequest, t + 14, 7);
  EVT(NonBlockingCollectiveComplete, t + 15, OTF2_COLLECTIVE_OP_ALLREDUCE, c_world, OTF2_COLLECTIVE_ROOT_NONE, 8, 8, 7);
  EVT(CommCreate, t + 16, rank == 0 ? c_left : c_right);
  EVT(CommCreate, t + 16, c_inter);
  EVT(MpiSend, t + 17, 0, c_inter, 1, 100);
  EVT(MpiRecv, t + 18, 0, c_inter, 1, 100);
  EVT(CommDestroy, t + 19, c_inter);
  EVT(CommDestroy, t + 19, rank == 0 ? c_left : c_right);
  EVT(Leave, t + 20, r_bcast);
  return t + 30;
}

static OTF2_TimeStamp one_sided(OTF2_EvtWriter* writer, unsigned rank, OTF2_TimeStamp t) {
  const uint32_t peer = 1 - rank;
  EVT(Enter, t, r_put);
  EVT(RmaCollectiveBegin, t);
  EVT(RmaWinCreate, t + 1, 0);
  EVT(RmaCollectiveEnd, t + 2, OTF2_COLLECTIVE_OP_CREATE_HANDLE,
      OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY, 0, OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
  EVT(RmaGroupSync, t + 3, OTF2_RMA_SYNC_LEVEL_PROCESS, 0, g_world);
  EVT(RmaRequestLock, t + 4, 0, peer, 5, OTF2_LOCK_SHARED);
  EVT(RmaAcquireLock, t + 5, 0, peer, 5, OTF2_LOCK_SHARED);
  EVT(RmaTryLock, t + 5, 0, peer, 6, OTF2_LOCK_EXCLUSIVE);
  EVT(RmaPut, t + 6, 0, peer, 64, 1);
  EVT(RmaGet, t + 7, 0, peer, 64, 2);
  EVT(RmaAtomic, t + 8, 0, peer, OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ADD, 8, 8, 3);
  EVT(RmaOpTest, t + 9, 0, 1);
  EVT(RmaOpCompleteNonBlocking, t + 10, 0, 1);
  EVT(RmaOpCompleteBlocking, t + 11, 0, 2);
  EVT(RmaOpCompleteRemote, t + 12, 0, 3);
  EVT(RmaReleaseLock, t + 13, 0, peer, 5);
  EVT(RmaSync, t + 14, 0, peer, OTF2_RMA_SYNC_TYPE_MEMORY);
  EVT(RmaWaitChange, t + 15, 0);
  EVT(RmaWinDestroy, t + 16, 0);
  EVT(Leave, t + 17, r_put);
  return t + 20;
}

static OTF2_TimeStamp files(OTF2_EvtWriter* writer, OTF2_TimeStamp t) {
  EVT(Enter, t, r_open);
  EVT(IoCreateHandle, t + 1, h_input, OTF2_IO_ACCESS_MODE_READ_WRITE,
      OTF2_IO_CREATION_FLAG_CREATE | OTF2_IO_CREATION_FLAG_TRUNCATE, OTF2_IO_STATUS_FLAG_CLOSE_ON_EXEC);
  EVT(IoDuplicateHandle, t + 2, h_input, h_copy, OTF2_IO_STATUS_FLAG_NONE);
  EVT(IoChangeStatusFlags, t + 3, h_copy, OTF2_IO_STATUS_FLAG_NON_BLOCKING);
  EVT(Leave, t + 4, r_open);
  EVT(Enter, t + 5, r_read);
  EVT(IoTryLock, t + 5, h_input, OTF2_LOCK_EXCLUSIVE);
  EVT(IoAcquireLock, t + 6, h_input, OTF2_LOCK_EXCLUSIVE);
  EVT(IoSeek, t + 7, h_input, -100, OTF2_IO_SEEK_FROM_END, 924);
  EVT(IoOperationBegin, t + 8, h_input, OTF2_IO_OPERATION_MODE_READ, OTF2_IO_OPERATION_FLAG_NON_BLOCKING, 4096, 1);
  EVT(IoOperationIssued, t + 9, h_input, 1);
  EVT(IoOperationTest, t + 10, h_input, 1);
  EVT(IoOperationComplete, t + 11, h_input, 100, 1);
  EVT(IoOperationBegin, t + 12, h_copy, OTF2_IO_OPERATION_MODE_WRITE, OTF2_IO_OPERATION_FLAG_NONE,
      OTF2_UNDEFINED_UINT64, 2);
  EVT(IoOperationCancelled, t + 13, h_copy, 2);
  EVT(IoReleaseLock, t + 14, h_input, OTF2_LOCK_EXCLUSIVE);
  EVT(IoDestroyHandle, t + 15, h_copy);
  EVT(IoDestroyHandle, t + 15, h_input);
  EVT(IoDeleteFile, t + 16, 0, f_input);
  EVT(Leave, t + 17, r_read);
  return t + 20;
}

static OTF2_TimeStamp threads(OTF2_EvtWriter* writer, unsigned rank, OTF2_TimeStamp t) {
  const OTF2_CommRef team = rank == 0 ? c_team0 : c_team1;
  EVT(ThreadFork, t, OTF2_PARADIGM_OPENMP, 2);
  EVT(ThreadTeamBegin, t + 1, team);
  EVT(Enter, t + 2, r_parallel);
  EVT(ThreadTaskCreate, t + 3, team, 0, 1);
  EVT(ThreadTaskSwitch, t + 4, team, 0, 1);
  EVT(ThreadAcquireLock, t + 5, OTF2_PARADIGM_OPENMP, 3, 1);
  EVT(ThreadReleaseLock, t + 6, OTF2_PARADIGM_OPENMP, 3, 2);
  EVT(ThreadTaskComplete, t + 7, team, 0, 1);
  EVT(Leave, t + 8, r_parallel);
  EVT(ThreadTeamEnd, t + 9, team);
  EVT(ThreadJoin, t + 10, OTF2_PARADIGM_OPENMP);
  return t + 20;
}

/* A piece of nested work with parameters, attributes and a counter. */
static OTF2_TimeStamp iterations(OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp t) {
  for (unsigned i = 0; i < 50; ++i) {
    const OTF2_Type type = OTF2_TYPE_UINT64;
    const OTF2_MetricValue cycles = {.unsigned_int = UINT64_C(12345678) * i};
    CHECK(OTF2_AttributeList_AddUint64(attributes, a_request, i));
    CHECK(OTF2_AttributeList_AddStringRef(attributes, a_here, s_here));
    CHECK(OTF2_AttributeList_AddDouble(attributes, a_mode, i / 7.0));
    CHECK(OTF2_AttributeList_AddInt64(attributes, a_offset, -(int64_t)i));
    CHECK(OTF2_EvtWriter_Enter(writer, attributes, t, r_work));
    EVT(Metric, t, m_cycles, 1, &type, &cycles);
    EVT(ParameterUnsignedInt, t, p_iteration, i);
    EVT(ParameterInt, t, p_delta, -(int64_t)i);
    EVT(ParameterString, t, p_label, s_coarse);
    EVT(CallingContextSample, t + 1, 1, 1, 0);
    CHECK(OTF2_AttributeList_AddDouble(attributes, a_mode, 1e-3 * i));
    CHECK(OTF2_EvtWriter_Leave(writer, attributes, t + 2, r_work));
    t += 5;
  }
  return t + 10;
}

static void run_master(OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, unsigned rank) {
  const OTF2_StringRef argument = s_argument;
  OTF2_TimeStamp t = 100;
  EVT(MeasurementOnOff, 0, OTF2_MEASUREMENT_ON);
  EVT(ProgramBegin, 0, s_main, 1, &argument);
  EVT(Enter, 10, r_main);
  t = exchange(writer, rank, t);
  t = collectives(writer, rank, t);
  t = one_sided(writer, rank, t);
  t = files(writer, t);
  t = threads(writer, rank, t);
  t = iterations(writer, attributes, t);
  EVT(BufferFlush, t, t + 50);
  EVT(Leave, trace_length - 10, r_main);
  EVT(ProgramEnd, trace_length - 9, rank == 0 ? 0 : OTF2_UNDEFINED_INT64);
  EVT(MeasurementOnOff, trace_length, OTF2_MEASUREMENT_OFF);
}

static void run_worker(OTF2_EvtWriter* writer, unsigned rank) {
  const OTF2_CommRef team = rank == 0 ? c_team0 : c_team1;
  EVT(ThreadBegin, 50, team, 1);
  EVT(CallingContextEnter, 60, 0, 1);
  EVT(CallingContextEnter, 61, 1, 1);
  EVT(CallingContextSample, 62, 1, 2, 0);
  EVT(CallingContextLeave, 63, 1);
  EVT(CallingContextLeave, 64, 0);
  EVT(ThreadCreate, 70, team, 2);
  EVT(ThreadWait, 75, team, 2);
  EVT(ThreadEnd, 80, team, 1);
}

static void run_stream(OTF2_EvtWriter* writer) {
  for (unsigned i = 0; i < 100; ++i) {
    EVT(Enter, 1000 * i, r_kernel);
    EVT(Leave, 1000 * i + 500, r_kernel);
  }
}

static void run_sensor(OTF2_EvtWriter* writer) {
  const OTF2_Type types[] = {OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE};
  for (unsigned i = 0; i < 100; ++i) {
    OTF2_MetricValue values[2];
    values[0].unsigned_int = i;
    values[1].floating_point = 230 + i / 9.0;
    EVT(Metric, second / 10 * i, i % 2 == 0 ? m_power : m_power_of_node, 2, types, values);
  }
}

/* At half time the first region is open and nothing else. */
static void write_snapshot(OTF2_Archive* archive, OTF2_LocationRef location, bool in_main) {
  OTF2_SnapWriter* writer = MUST(OTF2_Archive_GetSnapWriter(archive, location));
  const OTF2_TimeStamp half = trace_length / 2;
  CHECK(OTF2_SnapWriter_SnapshotStart(writer, NULL, half, in_main));
  if (in_main) CHECK(OTF2_SnapWriter_Enter(writer, NULL, half, 10, r_main));
  CHECK(OTF2_SnapWriter_SnapshotEnd(writer, NULL, half, 4));
  CHECK(OTF2_Archive_CloseSnapWriter(archive, writer));
}

static void write_local_definitions(OTF2_Archive* archive, OTF2_LocationRef location) {
  OTF2_DefWriter* writer = MUST(OTF2_Archive_GetDefWriter(archive, location));
  CHECK(OTF2_DefWriter_WriteString(writer, 0, "a text nobody refers to"));
  CHECK(OTF2_Archive_CloseDefWriter(archive, writer));
}

static void write_markers(OTF2_Archive* archive) {
  OTF2_MarkerWriter* writer = MUST(OTF2_Archive_GetMarkerWriter(archive));
  CHECK(OTF2_MarkerWriter_WriteDefMarker(writer, 0, "WEFT", "late", OTF2_SEVERITY_MEDIUM));
  CHECK(OTF2_MarkerWriter_WriteMarker(writer, 1000, 20, 0, OTF2_MARKER_SCOPE_LOCATION, master[0], "late sender"));
  CHECK(OTF2_MarkerWriter_WriteMarker(writer, 0, 0, 0, OTF2_MARKER_SCOPE_GLOBAL, OTF2_UNDEFINED_UINT64, "everywhere"));
  CHECK(OTF2_Archive_CloseMarkerWriter(archive, writer));
}

void write_sane(const char* directory) {
  const OTF2_LocationRef locations[] = {master[0], worker[0], master[1], worker[1], stream, sensor};
  uint64_t events[COUNT_OF(locations)];
  OTF2_Archive* archive = create_archive(
      directory, OTF2_CHUNK_SIZE_EVENTS_DEFAULT, OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT);
  OTF2_AttributeList* attributes = MUST(OTF2_AttributeList_New());
  OTF2_GlobalDefWriter* writer = MUST(OTF2_Archive_GetGlobalDefWriter(archive));
  CHECK(OTF2_Archive_SetNumberOfSnapshots(archive, 1));
  CHECK(OTF2_Archive_SetMachineName(archive, "cluster"));
  for (size_t i = 0; i < COUNT_OF(locations); ++i) {
    OTF2_EvtWriter* thread = MUST(OTF2_Archive_GetEvtWriter(archive, locations[i]));
    if (i == 0 || i == 2)
      run_master(thread, attributes, i / 2);
    else if (i == 1 || i == 3)
      run_worker(thread, i / 2);
    else if (locations[i] == stream)
      run_stream(thread);
    else
      run_sensor(thread);
    events[i] = close_events(archive, thread);
    write_snapshot(archive, locations[i], i == 0 || i == 2);
    write_local_definitions(archive, locations[i]);
  }
  for (unsigned i = 0; i < COUNT_OF(strings); ++i) DEF(String, i, strings[i]);
  define_system(writer);
  define_locations(writer, events);
  define_code(writer);
  define_groups(writer);
  define_metrics_and_files(writer);
  write_markers(archive);
  CHECK(OTF2_AttributeList_Delete(attributes));
  close_archive(archive);
}
