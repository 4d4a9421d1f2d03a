# SPDX-License-Identifier: BSD-3-Clause
"""What definitions and events have besides their fields.

    conveniences.py DIRECTORY
"""
import sys

import otf2
from otf2.enums import Base, GroupType, MetricMode, Paradigm, Type


def told(what, name):
    try:
        return getattr(what, name)
    except (AttributeError, OverflowError) as error:
        return type(error).__name__, str(error)


def write(path):
    with otf2.writer.open(path, timer_resolution=1000) as trace:
        d = trace.definitions
        process = d.location_group("process", system_tree_parent=d.system_tree_node("machine"))
        first, second = (d.location(name, group=process) for name in ("first", "second"))
        scales = [(Base.DECIMAL, 0, Type.UINT64), (Base.BINARY, 4, Type.INT64), (Base.DECIMAL, -3, Type.DOUBLE),
                  (Base.BINARY, 70, Type.UINT64), (Base.DECIMAL, 400, Type.DOUBLE)]
        members = [d.metric_member(f"member {i}", metric_mode=MetricMode.ABSOLUTE_POINT, base=base, exponent=exponent,
                                   value_type=kind) for i, (base, exponent, kind) in enumerate(scales)]
        one, most, all_of_them, none = map(d.metric_class, ([members[1]], members[:4], members, []))
        place = d.metric_instance(one, recorder=first, scope=first)
        d.group("places", GroupType.COMM_LOCATIONS, Paradigm.MPI, members=(first, second))
        ranks = d.group("ranks", GroupType.COMM_GROUP, Paradigm.MPI, members=(second, first))
        d.rma_win("window", comm=d.comm("world", group=ranks))
        writer = trace.event_writer_from_location(first)
        for time, (metric, values) in enumerate([(one, 9), (place, 11), (most, (5, -7, 2.5, 2**63)), (none, ()),
                                                 (all_of_them, (5, -7, 2.5, 1, 1.0))]):
            writer.metric(time, metric, values)


def read(path):
    with otf2.reader.open(path) as trace:
        for window in trace.definitions.rma_wins:
            print([window.location(rank) for rank in range(2)], [window.rank(one) for one in trace.definitions.locations])
        for _, event in trace.events:
            print(*(told(event, name) for name in ("member", "value", "scaled_value", "scaled_values")))
            if len(event.values) == 1:
                event.value += 1
                print(event.values)


write(sys.argv[1])
read(sys.argv[1] + "/traces.otf2")
print(otf2.reader.TraceReaderError is otf2.error.TraceReaderError, otf2.writer.TraceWriterError is otf2.error.TraceWriterError)
