# SPDX-License-Identifier: BSD-3-Clause
"""Reading traces.

    with otf2.reader.open("trace/traces.otf2") as trace:
        for location, event in trace.events:
            ...
"""
import os
from contextlib import closing

from weft import _weft

from .error import TraceReaderError, told_by  # noqa: F401: users know the error from here
from .event_reader import BufferedEventReader
from .registry import DefinitionRegistry


class Reader:
    """An open trace: its definitions and events. `anchor_file_path` may also be a trace of another format that Weft reads.

    The parameters behind it are there for programs that give them; reading is buffered anyway, and not collective."""

    def __init__(self, anchor_file_path, batch_events=100, collective_callbacks=None, collective_data=None,
                 global_comm_context=None, local_comm_context=None):
        self.batch_events = batch_events
        self._handle = told_by(_weft.Trace, os.fsencode(str(anchor_file_path)))
        self._definitions = DefinitionRegistry()
        self._definitions._read(self._handle.definitions)
        self._events = BufferedEventReader(self, batch_events)

    @property
    def definitions(self):
        """All definitions of the trace."""
        return self._definitions

    @property
    def events(self):
        """The events of all locations in order of time: pairs of location and event. May be called with locations."""
        return self._events

    @property
    def timer_resolution(self):
        """Ticks of the clock in a second."""
        return self._definitions.clock_properties.timer_resolution

    @property
    def handle(self):
        return self._handle

    def close(self):
        """Reading is over; definitions and events that were read stay."""
        self._handle = None


def open(*args, **kwargs):
    """Opens a trace for reading, as a context manager."""
    return closing(Reader(*args, **kwargs))
