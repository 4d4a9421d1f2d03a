# SPDX-License-Identifier: BSD-3-Clause
"""Writes archives without events: with nothing at all, with definitions, with a writer that is never used.

    without_events.py DIRECTORY
"""
import sys

import otf2
from otf2.enums import IoParadigmClass, IoParadigmFlag, IoParadigmProperty

with otf2.writer.open(sys.argv[1] + "/nothing"):
    pass

with otf2.writer.open(sys.argv[1] + "/definitions", "named", timer_resolution=7) as trace:
    node = trace.definitions.system_tree_node("node")
    trace.definitions.location_group("process", system_tree_parent=node)
    trace.definitions.io_paradigm("POSIX", "POSIX I/O", IoParadigmClass.SERIAL, IoParadigmFlag.OS,
                                  {IoParadigmProperty.VERSION: "1.0"})
    trace.creator = "somebody"

with otf2.writer.open(sys.argv[1] + "/unused", timer_resolution=7) as trace:
    node = trace.definitions.system_tree_node("node")
    process = trace.definitions.location_group("process", system_tree_parent=node)
    trace.event_writer("thread", group=process)
    trace.definitions.location("other", group=process)
    print(trace.definitions.clock_properties)

with otf2.reader.open(sys.argv[1] + "/unused/traces.otf2") as trace:
    print(len(trace.events), list(trace.events), trace.definitions.clock_properties)
