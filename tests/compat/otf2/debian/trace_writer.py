# SPDX-License-Identifier: BSD-3-Clause
"""Records a small trace with the Python bindings of OTF2: many kinds of definition and event.

Every run writes the same: times count, and the day on which it all happened is made up.

    trace_writer.py DIRECTORY
"""
import itertools
import sys
import time

import otf2
from otf2.enums import (CollectiveOp, GroupType, LocationGroupType, MetricMode, Paradigm, ParameterType, RegionRole,
                        Type)

RANKS, ROUNDS = 3, 50


def define_attributes(definitions):
    """One of each simple type, with a value."""
    values = {Type.STRING: "a text", Type.UINT8: 255, Type.INT8: -128, Type.UINT32: 2 ** 32 - 1, Type.INT64: -2 ** 63,
              Type.UINT64: 2 ** 64 - 1, Type.DOUBLE: 0.1, Type.FLOAT: 0.5}
    return {definitions.attribute(f"of {kind}", "an attribute", kind): value for kind, value in values.items()}


def record(writer, rank, world, regions, attributes, metric, parameters):
    clock = itertools.count(rank, 10)
    compute, exchange, barrier = regions
    writer.enter(next(clock), compute, attributes=attributes)
    writer.parameter_string(next(clock), parameters[0], f"value {rank}")
    writer.parameter_int(next(clock), parameters[1], -rank)
    for i in range(ROUNDS):
        writer.metric(next(clock), metric, [i, i * 0.25])
        writer.enter(next(clock), exchange)
        writer.mpi_send(next(clock), (rank + 1) % RANKS, world, i, 1000 * i)
        writer.mpi_recv(next(clock), (rank - 1) % RANKS, world, i, 1000 * i)
        writer.leave(next(clock), exchange)
    writer.enter(next(clock), barrier)
    writer.mpi_collective_begin(next(clock))
    writer.mpi_collective_end(next(clock), CollectiveOp.BARRIER, world, otf2.enums.CollectiveRoot.NONE, 0, 0)
    writer.leave(next(clock), barrier)
    writer.leave(next(clock), compute)


def main():
    time.time = lambda: 1.7e9
    with otf2.writer.open(sys.argv[1], timer_resolution=1000) as trace:
        definitions = trace.definitions
        machine = definitions.system_tree_node("the machine", class_name="machine")
        node = definitions.system_tree_node("a node", class_name="node", parent=machine)
        definitions.system_tree_node_property(node, "colour", Type.STRING, "blue")
        definitions.system_tree_node_property(node, "height", Type.DOUBLE, 2.5)
        regions = (definitions.region("compute", source_file="program.py", begin_line_number=3, end_line_number=30),
                   definitions.region("MPI_Sendrecv", paradigm=Paradigm.MPI, region_role=RegionRole.POINT2POINT),
                   definitions.region("MPI_Barrier", paradigm=Paradigm.MPI, region_role=RegionRole.BARRIER))
        attributes = define_attributes(definitions)
        parameters = (definitions.parameter("which", parameter_type=ParameterType.STRING),
                      definitions.parameter("how many", parameter_type=ParameterType.INT64))
        members = (definitions.metric_member("step", "the round", unit="#", value_type=Type.INT64),
                   definitions.metric_member("work", "what was done", unit="J", value_type=Type.DOUBLE,
                                             metric_mode=MetricMode.ABSOLUTE_POINT))
        metric = definitions.metric_class(members)
        groups = [definitions.location_group(f"rank {i}", system_tree_parent=node,
                                             location_group_type=LocationGroupType.PROCESS) for i in range(RANKS)]
        locations = [definitions.location(f"thread of {group.name}", group=group) for group in groups]
        definitions.group("", group_type=GroupType.COMM_LOCATIONS, paradigm=Paradigm.MPI, members=locations)
        everybody = definitions.group("everybody", group_type=GroupType.COMM_GROUP, paradigm=Paradigm.MPI,
                                      members=locations)
        world = definitions.comm("world", group=everybody)
        for rank, location in enumerate(locations):
            record(trace.event_writer_from_location(location), rank, world, regions, attributes, metric, parameters)


if __name__ == "__main__":
    main()
