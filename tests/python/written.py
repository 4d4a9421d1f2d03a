# SPDX-License-Identifier: BSD-3-Clause
"""Traces that tests write for themselves."""
import os

from traces import scratch
from weft import _weft

KINDS = {name: place for place, (name, _, _) in enumerate(_weft.EVENT_TYPES)}
TYPES = {name: place for place, (name, _, _) in enumerate(_weft.DEFINITION_TYPES)}
STRING = _weft.ENUMERATIONS["Type"]["STRING"]
INT64, UINT64 = (_weft.ENUMERATIONS["Type"][name] for name in ("INT64", "UINT64"))


def begin(texts, **options):
    """(path, archive) of a trace with a process and these texts, of which the second is the name of all that has one."""
    path = scratch() / "trace.otf2"
    archive = _weft.ArchiveWriter(str(path), **options)
    for number, text in enumerate(texts):
        archive.define(TYPES["String"], (number, text))
    archive.define(TYPES["ClockProperties"], (10**9, 0, 10**9, 2**64 - 1))
    archive.define(TYPES["SystemTreeNode"], (0, 1, 1, None))
    archive.define(TYPES["LocationGroup"], (0, 1, 1, 0, None))
    return path, archive


def large_trace(events, locations, **options):
    """Large enough that several threads read it. Events have their number as an attribute."""
    path, archive = begin(["", "main", "number"], **options)
    archive.define(TYPES["Attribute"], (0, 2, 0, UINT64))
    for region in range(10):
        archive.define(TYPES["Region"], (region, 1, 1, 0, 1, 1, 0, 0, 0, 0))
    for location in range(locations):
        writer = archive.events(location)
        for i in range(events):
            kind = KINDS["Enter"] if i % 2 == 0 else KINDS["Leave"]
            writer.write(kind, 1000 * i + location, (i // 2 % 10,), ((0, UINT64, i),))
        archive.define(TYPES["Location"], (location, 1, 1, events, 0))
    archive.close()
    return path


def repeated_trace(like, locations):
    """It takes a while to read: each location has the events of the first one of another trace."""
    path, archive = begin(["", "main"])
    for region in range(10):
        archive.define(TYPES["Region"], (region, 1, 1, 0, 1, 1, 0, 0, 0, 0))
    for location in range(locations):
        archive.define(TYPES["Location"], (location, 1, 1, 0, 0))
    archive.close()
    for location in range(locations):
        file = path.with_suffix("") / f"{location}.evt"
        file.unlink()
        os.link(like.with_suffix("") / "0.evt", file)
    return path


def trace_of_any_bytes(attributes):
    """Names, and values of attributes, are no UTF-8. The last event has all attributes."""
    path, archive = begin(["", "caf\udce9 \udcff", "gut", "ä\udcf0"])
    archive.define(TYPES["Region"], (0, 1, 1, 0, 1, 1, 0, 0, 0, 0))
    archive.define(TYPES["Region"], (1, 2, 2, 0, 1, 1, 0, 0, 0, 0))
    for number in range(attributes):
        archive.define(TYPES["String"], (4 + number, f"attribute {number}"))
        archive.define(TYPES["Attribute"], (number, 4 + number, 0, STRING if number == 0 else UINT64))
    writer = archive.events(0)
    for time, text in enumerate((1, 2, 3)):
        writer.write(KINDS["Enter"], time, (time % 2,), ((0, STRING, text),))
    writer.write(KINDS["Leave"], 3, (0,), tuple((i, UINT64 if i else STRING, i) for i in range(attributes)))
    archive.define(TYPES["Location"], (0, 1, 1, 4, 0))
    archive.close()
    return path


def claiming_trace(claimed):
    """Two events, of which its definitions say that they are more."""
    path, archive = begin(["", "main"])
    archive.define(TYPES["Region"], (0, 1, 1, 0, 1, 1, 0, 0, 0, 0))
    writer = archive.events(0)
    for time, kind in enumerate(("Enter", "Leave")):
        writer.write(KINDS[kind], time, (0,))
    archive.define(TYPES["Location"], (0, 1, 1, claimed, 0))
    archive.close()
    return path


def nested_trace():
    """Two locations, a region that is entered within itself, and one call that never ends."""
    path, archive = begin(["", "main", "outer", "inner"])
    for region in range(2):
        archive.define(TYPES["Region"], (region, 2 + region, 2 + region, 0, 1, 1, 0, 0, 0, 0))
    calls = {0: [(100, 0), (110, 1), (113, -1), (115, 0), (120, 1), (124, -1), (135, -1), (150, -1), (160, 1)],
             1: [(100, 0), (105, 1), (113, -1), (130, -1)]}
    for location, events in calls.items():
        writer, open_regions = archive.events(location), []
        for time, region in events:
            if region < 0:
                writer.write(KINDS["Leave"], time, (open_regions.pop(),))
            else:
                open_regions.append(region)
                writer.write(KINDS["Enter"], time, (region,))
        archive.define(TYPES["Location"], (location, 1, 1, len(events), 0))
    archive.close()
    return path


def trace_of_properties(*values):
    """Properties of a location."""
    path, archive = begin(["", "main"])
    archive.define(TYPES["Location"], (0, 1, 1, 0, 0))
    for value in values:
        archive.define(TYPES["LocationProperty"], (0, 1, INT64 if value < 0 else UINT64, value))
    archive.close()
    return path


def trace_of_attributes(*definitions, is_one_event=False):
    """An event for each value: `definitions` are (name, type, values), and each of these is (type, value), of which the type
    may be another one. Or one for all of them."""
    names = list(dict.fromkeys(name for name, _, _ in definitions))
    path, archive = begin(["", "main", *names])
    archive.define(TYPES["Region"], (0, 1, 1, 0, 1, 1, 0, 0, 0, 0))
    types = _weft.ENUMERATIONS["Type"]
    writer, entries = archive.events(0), []
    for number, (name, kind, values) in enumerate(definitions):
        archive.define(TYPES["Attribute"], (number, 2 + names.index(name), 0, types[kind]))
        entries += [(number, types[kind_of_value], value) for kind_of_value, value in values]
    events = [entries] if is_one_event else [[entry] for entry in entries]
    for time, attributes in enumerate(events):
        writer.write(KINDS["Enter"], time, (0,), attributes)
    archive.define(TYPES["Location"], (0, 1, 1, len(events), 0))
    archive.close()
    return path
