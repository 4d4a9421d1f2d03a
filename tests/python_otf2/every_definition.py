# SPDX-License-Identifier: BSD-3-Clause
"""Writes an archive with definitions of every kind, in an order that is not the one of the file."""
import sys

import otf2
from otf2.enums import *

directory = sys.argv[1]

with otf2.writer.open(directory, archive_name="every", timer_resolution=1000) as trace:
    d = trace.definitions
    trace.machine_name = "loom"
    trace.creator = "a test"
    trace.description = "every definition"

    machine = d.system_tree_node("machine", "cluster")
    node = d.system_tree_node("node", class_name="host", parent=machine)
    process = d.location_group("process", system_tree_parent=node)
    helper = d.location_group("helper", LocationGroupType.ACCELERATOR, node, process)
    writer = trace.event_writer("first", group=process)
    first = d.locations[0]
    second = d.location("second", type=LocationType.ACCELERATOR_STREAM, group=helper)
    third = d.location("third", LocationType.METRIC, 0, process)
    second_writer = trace.event_writer_from_location(second)

    main = d.region("main")
    loop = d.region("loop", "loop@12", "A loop.", RegionRole.LOOP, Paradigm.USER, RegionFlag.PHASE, "main.c", 12, 20)
    unnamed = d.region()
    again = d.regions.create("main")
    d.callsite("main.c", 14, main, loop)
    d.callsite(entered_region=loop, left_region=main)
    path = d.callpath(None, main)
    path = d.callpath(path, loop)

    world_locations = d.group("locations", GroupType.COMM_LOCATIONS, Paradigm.MPI, members=[second, first])
    world = d.group("world", GroupType.COMM_GROUP, Paradigm.MPI, members=(first, second))
    only_second = d.group("only second", GroupType.COMM_GROUP, Paradigm.MPI, GroupFlag.NONE, [second])
    itself = d.group("self", GroupType.COMM_SELF, Paradigm.MPI, members=[])
    regions = d.group("regions", GroupType.REGIONS, members=[main, loop])
    places = d.group("places", GroupType.LOCATIONS, group_flags=GroupFlag.GLOBAL_MEMBERS, members=[third, first])
    world_comm = d.comm("MPI_COMM_WORLD", world)
    split = d.comm("split", only_second, parent=world_comm, flags=CommFlag.CREATE_DESTROY_EVENTS)
    d.comm("self", itself, world_comm)
    window = d.rma_win("window", comm=world_comm, flags=RmaWinFlag.CREATE_DESTROY_EVENTS)

    text = d.attribute("text", "A text.")
    number = d.attribute("number", type=Type.UINT32)
    parameter = d.parameter("parameter")
    count = d.parameter("count", ParameterType.UINT64)
    d.callpath_parameter(path, parameter, value="deep")
    d.callpath_parameter(path, count, Type.UINT64, 17)

    heat = d.metric("heat", unit="K")
    cycles = d.metric_member("cycles", "Clock ticks.", MetricType.PAPI, MetricMode.ACCUMULATED_START, Type.UINT64,
                             Base.BINARY, 3, "#")
    balance = d.metric_member("balance", value_type=Type.INT64)
    both = d.metric_class([cycles, balance], MetricOccurrence.SYNCHRONOUS, RecorderKind.CPU)
    here = d.metric_instance(both, first, scope=first)
    there = d.metric_instance(both, recorder=second, scope=node)
    whole = d.metric_instance(both, first, scope=process)
    grouped = d.metric_instance(heat, first, MetricScope.GROUP, places)
    d.metric_class_recorder(both, second)
    d.group("metrics", GroupType.METRIC, members=[heat, both])

    d.system_tree_node_property(node, "color", value="black")
    d.system_tree_node_property(machine, "rack", value=42)
    d.system_tree_node_domain(node, SystemTreeDomain.SHARED_MEMORY)
    d.location_group_property(process, "pid", Type.UINT32, 4711)
    d.location_property(first, "weight", value=0.5)
    d.location_property(second, "home", value=first)

    rows = d.cart_dimension("rows", 2)
    columns = d.cart_dimension("columns", 1, CartPeriodicity.TRUE)
    grid = d.cart_topology("grid", world_comm, [rows, columns])
    d.cart_coordinate(grid, 0, [0, 0])
    d.cart_coordinate(topology=grid, rank=1, coordinates=(1, 0))

    line = d.source_code_location("main.c", 13)
    outer = d.calling_context(main, None, None)
    inner = d.calling_context(loop, line, outer)
    d.calling_context_property(inner, "depth", Type.INT8, -2)
    timer = d.interrupt_generator("timer", period=1000)
    counter = d.interrupt_generator("counter", InterruptGeneratorMode.COUNT, Base.BINARY, 4, 7)

    d.paradigm(Paradigm.MPI, "MPI", ParadigmClass.PROCESS)
    d.paradigm_property(Paradigm.MPI, ParadigmProperty.COMM_NAME_TEMPLATE, value="${id}")
    d.paradigm_property(Paradigm.MPI, ParadigmProperty.RMA_ONLY, Type.UINT8, 1)

    posix = d.io_paradigm("POSIX", "POSIX I/O", IoParadigmClass.SERIAL, IoParadigmFlag.OS)
    folder = d.io_directory("/data", node)
    data = d.io_regular_file("/data/in", scope=node)
    d.io_file_property(data, "size", value=1 << 40)
    d.io_file_property(folder, "owner", value="nobody")
    stream = d.io_handle("stream", data, posix)
    copy = d.io_handle("copy", data, posix, IoHandleFlag.PRE_CREATED, world_comm, stream)
    d.io_pre_created_handle_state(copy, IoAccessMode.READ_WRITE)
    d.io_pre_created_handle_state(copy, IoAccessMode.READ_ONLY, IoStatusFlag.APPEND)

    writer.enter(100, main, {text: "begin", number: 7})
    second_writer.enter(101, loop)
    second_writer.leave(103, loop)
    writer.leave(110, main)
