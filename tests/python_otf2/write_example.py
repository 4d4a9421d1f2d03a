# SPDX-License-Identifier: BSD-3-Clause
"""The first example: an archive with a region, attributes, properties and metrics of several types.

    write_example.py DIRECTORY
"""
import sys

import otf2
from otf2.enums import Type

TICKS_PER_SECOND = 1000000

clock = iter(range(1000, 1000000, 250))

with otf2.writer.open(sys.argv[1], timer_resolution=TICKS_PER_SECOND) as trace:
    weave = trace.definitions.region("weave")

    machine = trace.definitions.system_tree_node("machine")
    host = trace.definitions.system_tree_node("host", parent=machine)
    trace.definitions.system_tree_node_property(host, "color", value="black")
    trace.definitions.system_tree_node_property(host, "rack #", value=42)
    process = trace.definitions.location_group("Master Process", system_tree_parent=host)

    note = trace.definitions.attribute("Note", "A text", Type.STRING)
    weight = trace.definitions.attribute("Weight", "A number", Type.DOUBLE)

    writer = trace.event_writer("Main Thread", group=process)

    writer.enter(next(clock), weave, {note: "Hello World"})
    writer.leave(next(clock), weave, attributes={weight: 42.0, note: "and goodbye"})

    # A metric with one member is the usual case.
    coffee = trace.definitions.metric("Time since last coffee", unit="min")
    writer.metric(next(clock), coffee, 72.0)

    # The type of its values may be another.
    threads = trace.definitions.metric("Threads", value_type=Type.UINT64)
    writer.metric(next(clock), threads, 8)

    # Several members are recorded together.
    room = trace.definitions.metric_class([
        trace.definitions.metric_member("Temperature", "Of the room", unit="C"),
        trace.definitions.metric_member("Balance", value_type=Type.INT64)])
    writer.metric(next(clock), room, (21.5, -17))

    # Somebody else's values.
    other = trace.event_writer("Sensor", group=process)
    shared = trace.definitions.metric_instance(room, trace.definitions.locations[1], scope=process)
    other.metric(next(clock), shared, [22.0, 3])
    other.enter(next(clock), weave)
    other.leave(next(clock), weave)
