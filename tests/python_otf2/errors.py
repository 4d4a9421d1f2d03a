# SPDX-License-Identifier: BSD-3-Clause
"""What is refused, and how: every line is one use, and what came of it.

    errors.py DIRECTORY ANCHOR
"""
import sys

import otf2
from otf2.enums import *

directory, anchor = sys.argv[1:]


def told(uses, scope):
    for use in uses.strip().splitlines():
        use = use.strip()
        try:
            print(use, "->", repr(eval(use, globals(), scope)))
        except Exception as error:
            # Where files are concerned, the classes have names of their own.
            kind = "archive error" if hasattr(error, "description") else f"{type(error).__name__}: {error}"
            print(use, "!!", kind)


with otf2.writer.open(directory + "/written", timer_resolution=1000) as trace:
    d = trace.definitions
    node = d.system_tree_node("node")
    process = d.location_group("process", system_tree_parent=node)
    thread = d.location("thread", group=process)
    region = d.region("region")
    writer = trace.event_writer_from_location(thread)
    text = d.attribute("text")
    number = d.attribute("number", type=Type.INT64)
    small = d.attribute("small", type=Type.UINT8)
    nothing = d.attribute("nothing", type=Type.NONE)
    heat = d.metric("heat")
    pair = d.metric_class([d.metric_member("a", value_type=Type.INT64), d.metric_member("b")])
    parameter = d.parameter("parameter")
    counted = d.parameter("counted", ParameterType.UINT64)
    places = d.group("places", GroupType.LOCATIONS, members=[thread])
    comm = d.comm("comm", places)

    told("""
        d.region("region") is region
        d.region(name="region") is region
        d.region("region", description="other") is region
        d.region("region", "region", "") is region
        d.region(5)
        d.region("x", unknown=1)
        d.region("x", "y", "z", RegionRole.LOOP, Paradigm.MPI, RegionFlag.PHASE, "file.c", 1, 2, 3)
        d.region("x", region_role=1)
        d.region("x", region_role=Paradigm.MPI)
        d.region("x", begin_line_number="a")
        d.region("x", begin_line_number=1.5)
        d.region()
        d.region(None).name
        d.regions[77]
        d.regions["x"]
        d.regions[0]
        region in d.regions, thread in d.regions
        len(d.regions), len(d.locations)
        d.location_group("x")
        d.location("x")
        d.location("x", process)
        d.location("x", group=node)
        d.group("x")
        d.group("x", GroupType.LOCATIONS)
        d.group("x", GroupType.LOCATIONS, members=5)
        d.rma_win("x")
        d.callsite("a", 1, region)
        d.calling_context(region)
        d.cart_coordinate(1, 2, 3)
        d.metric(5)
        d.metric()
        d.metric("heat") is heat
        d.metric("heat", unit="K") is heat
        pair.member
        heat.member
        d.metric_instance(pair, thread)
        d.metric_instance(pair, thread, scope=region)
        d.metric_instance(5, thread, scope=thread)
        d.metric_instance(pair, thread, MetricScope.LOCATION, node).metric_scope
        d.location_property(thread, "name", 3)
        d.location_property(thread, "name", value=None)
        d.location_property(thread, "name", value=node)
        d.location_property(5, "name", value=5)
        d.location_property(thread, 5, value=5)
        thread["absent"]
        thread.__setitem__("absent", 1)
        d.location_property(thread, "there", value=1).value
        thread["there"]
        thread.__setitem__("there", 2)
        thread["there"]
        [str(p) for p in d.location_properties]
        region.absent
        region["absent"]
        region < region
        region == region, region == d.region("x")
        comm.rank(thread), comm.location(0)
        comm.rank(region)
        comm.location(7)
        d.strings.get_ref("new"), d.strings[0], d.strings.get("new"), d.strings.create("more")
        [s.name for s in d.strings]
        otf2.definitions.get_type_id(1), otf2.definitions.get_type_id(1.5), otf2.definitions.get_type_id("a")
        otf2.definitions.get_type_id(region), otf2.definitions.get_type_id(heat), otf2.definitions.get_type_id(comm)
        otf2.definitions.get_type_id(None)
        otf2.definitions.get_type_id(node)
        trace.event_writer("x")
        trace.event_writer(thread)
        trace.event_writer_from_location(3)
        trace.event_writer_from_location(thread) is writer
        trace.event_writer("thread", group=process) is writer
        trace.timer_resolution, trace.chunk_size, trace.version, trace.file_mode, trace.is_master
        trace.creator
        trace.trace_id
        trace.absent
        otf2.writer.open(directory + "/written")
        otf2.writer.open("/proc/none/x", archive_name="a/b")
        Type.STRING == 11
        Type.STRING == Type(11), Type.STRING != Type.DOUBLE, bool(Type.NONE), {Type.STRING: 1}[Type(11)]
        Paradigm.MPI == Type.PARAMETER
        Type.STRING < Type.DOUBLE
        Type.STRING.value, Type(11), RegionFlag.DYNAMIC & RegionFlag.PHASE, (RegionFlag.DYNAMIC | RegionFlag.PHASE).value
        (~RegionFlag.DYNAMIC).value, LocationType.ACCELERATOR_STREAM == LocationType.GPU
        Type.ABSENT
        Type("STRING")
        Undefined.UINT32.value, Undefined.LOCATION.value, Undefined.INT8.value
        setattr(Undefined, "x", 1)
        otf2.events.Enter(1)
        str(otf2.events.Enter(1, region))
        vars(otf2.events.Enter(1, "anything", {text: "x"}))
        otf2.events.Enter(1, region, attributes=5)
        otf2.events.Metric(1, heat, 3).values
        str(otf2.error.TraceWriterError("x")), str(otf2.error.TraceReaderError("x"))
        writer.enter(3, "region")
        writer.enter(3, None)
        writer.enter(3, region, {text: 5})
        writer.enter(3, region, {number: "x"})
        writer.enter(3, region, {number: "77", small: 300})
        writer.enter(3, region, {number: 1.5})
        writer.enter(3, region, {"text": 5})
        writer.enter(3, region, [])
        writer.enter(3, region, {})
        writer.enter(3, region, {nothing: 1})
        writer.enter(2, region)
        writer.metric(6, heat, 1)
        writer.metric(6, heat, [1])
        writer.metric(6, pair, (1.5, 2))
        writer.metric(6, pair, ("a", 2))
        writer.metric(6, pair, None)
        writer.mpi_send(7, -1, comm, 1, 2)
        writer.mpi_send(7, (1 << 40) + 5, comm, 1, 2)
        writer.mpi_send(7, 0, 0, 1, 2)
        writer.mpi_collective_end(8, CollectiveOp.BARRIER, comm, CollectiveRoot.SELF, 0, 0)
        writer.mpi_collective_end(8, 1, comm, 0, 0, 0)
        writer.parameter_string(9, parameter, 5)
        writer.parameter_string(9, counted, "a")
        writer.parameter_unsigned_int(9, counted, -5)
        writer.program_begin(10, "program", "ab")
        writer.program_begin(10, "program", None)
        writer(3)
        thread.number_of_events
    """, {**locals()})

with otf2.reader.open(anchor) as trace:
    first = trace.definitions.locations[0]
    told("""
        len(trace.events(first))
        trace.events(first)
        {location for location, event in trace.events} == {first}
        list(trace.events)
        trace.definitions.region("new") in trace.definitions.regions
        trace.close()
        trace.absent
        otf2.reader.open(directory + "/none.otf2")
        otf2.reader.open(__file__)
        otf2.reader.open()
        otf2.reader.open(anchor, unknown=1)
    """, {**locals()})

with otf2.reader.open(anchor) as trace:
    told("""
        type(trace.events([trace.definitions.regions[0]])).__name__
        [event for location, event in trace.events]
    """, {**locals()})

with otf2.reader.open(anchor) as trace:
    told("""
        type(trace.events([])).__name__
        [event for location, event in trace.events]
    """, {**locals()})
