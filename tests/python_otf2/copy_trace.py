# SPDX-License-Identifier: BSD-3-Clause
"""A copy of an archive, made of the definitions and events of another.

    copy_trace.py ANCHOR DIRECTORY [LOCATION]
"""
import sys

import otf2

source, target, *only = sys.argv[1:]

with otf2.reader.open(source) as trace:
    with otf2.writer.open(target, definitions=trace.definitions) as copy:
        copied = 0
        for location, event in trace.events(trace.definitions.locations[int(only[0])]) if only else trace.events:
            copy.event_writer_from_location(location)(event)
            copied += 1
print(copied)
