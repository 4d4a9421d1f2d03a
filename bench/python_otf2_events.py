# SPDX-License-Identifier: BSD-3-Clause
"""Work for the module otf2, whichever PYTHONPATH leads to. Prints events, nanoseconds and a checksum.

    python_otf2_events.py read ANCHOR
    python_otf2_events.py write DIRECTORY EVENTS
"""
import sys
import time

import otf2


def read(anchor):
    with otf2.reader.open(anchor) as trace:
        events = times = names = 0
        for location, event in trace.events:
            events += 1
            times += event.time
            names += len(event.region.name) * (location.number_of_events % 7 + 1)
    return events, times + names


def write(directory, events):
    with otf2.writer.open(directory, timer_resolution=1000) as trace:
        region = trace.definitions.region("region")
        node = trace.definitions.system_tree_node("node")
        process = trace.definitions.location_group("process", system_tree_parent=node)
        writer = trace.event_writer("thread", group=process)
        for now in range(int(events) // 2):
            writer.enter(now, region)
            writer.leave(now, region)
    return int(events), int(events)


begin = time.perf_counter_ns()
done, checksum = {"read": read, "write": write}[sys.argv[1]](*sys.argv[2:])
print(done, time.perf_counter_ns() - begin, checksum % 2**64)
