# SPDX-License-Identifier: BSD-3-Clause
"""The high-level interface of OTF2's Python module, on Weft's core.

    import otf2
    from otf2.enums import Type

    with otf2.reader.open("trace/traces.otf2") as trace:
        for location, event in trace.events:
            print(location.name, event.time, event)

Names, signatures and results are those of OTF2 3.0; what differs is told in docs/python-otf2.md. Classes of events,
definitions and enumerations are made at import from the schema of Weft, which declares each of them once.
"""
from . import attribute_value, definitions, enums, error, event_reader, event_writer, events, reader, registry, writer
from .enums import *

__version__ = "3.0.2"
