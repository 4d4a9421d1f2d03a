# SPDX-License-Identifier: BSD-3-Clause
"""Writing traces.

    with otf2.writer.open("trace", timer_resolution=1000000) as trace:
        main = trace.definitions.region("main")
        node = trace.definitions.system_tree_node("node")
        process = trace.definitions.location_group("process", system_tree_parent=node)
        writer = trace.event_writer("thread", group=process)
        writer.enter(17, main)
        writer.leave(23, main)
"""
import os
import time
from contextlib import closing

from weft import _weft
from weft._texts import as_bytes

from .definitions import ClockProperties, Location
from .enums import Compression, FileMode, FileSubstrate
from .error import ArchiveError, TraceWriterError, told_by  # noqa: F401: users know the error from here
from .event_writer import EventWriter
from .registry import DefinitionRegistry


def _text(name):
    """One of the texts in which an archive describes itself."""
    def get(self):
        if self._texts[name] is None:
            raise ArchiveError("MEM_FAULT", 84, "This could not be done with the given memory", f"no {name} was set")
        return self._texts[name]

    def set_text(self, text):
        self._texts[name] = str(text)

    return property(get, set_text, doc=f"The {name.replace('_', ' ')} of the archive.")


class Writer:
    """A trace that is being written. It is there when it is closed.

    Chunks go to disk as they are full; callbacks for flushing, memory and collective work are taken and not called."""

    machine_name = _text("machine_name")
    creator = _text("creator")
    description = _text("description")

    def __init__(self, archive_path, archive_name="traces", file_mode=FileMode.WRITE, chunk_size_events=1048576,
                 chunk_size_definitions=4194304, file_substrate=FileSubstrate.POSIX, compression=Compression.NONE,
                 pre_flush=None, post_flush=None, flush_data=None, collective_callbacks=None, collective_data=None,
                 global_comm_context=None, local_comm_context=None, memory_callbacks=None, memory_data=None,
                 timer_resolution=None, definitions=None):
        self._handle = None
        self._check(archive_name, file_mode, file_substrate, compression)
        self._texts = {"machine_name": None, "creator": None, "description": None}
        self._chunk_sizes = chunk_size_events, chunk_size_definitions
        if definitions is None:
            definitions = DefinitionRegistry()
            definitions.strings.get_ref("")
            definitions.clock_properties = ClockProperties(definitions, 1 if timer_resolution is None else timer_resolution)
        self._definitions = definitions
        self._timer_resolution = (definitions.clock_properties.timer_resolution if timer_resolution is None
                                  else timer_resolution)
        self._first_time = self._last_time = self._began_at = None
        self._event_writers = {}
        path = os.path.join(archive_path, f"{archive_name}.otf2")
        self._handle = told_by(_weft.ArchiveWriter, os.fsencode(path), "", "", "", [], *self._chunk_sizes)

    @staticmethod
    def _check(archive_name, file_mode, file_substrate, compression):
        if (file_mode != FileMode.WRITE or file_substrate != FileSubstrate.POSIX or compression != Compression.NONE
                or not archive_name or "/" in archive_name):
            raise ArchiveError("INVALID", 1, "Unknown error code", "archives are written as plain files of a directory")

    @property
    def definitions(self):
        """The definitions of the trace, which can be added to until it is closed."""
        return self._definitions

    @property
    def timer_resolution(self):
        """Ticks of the clock in a second."""
        return self._timer_resolution

    @property
    def handle(self):
        return self._handle

    @property
    def file_mode(self):
        return FileMode.WRITE

    @property
    def is_primary(self):
        return True

    @property
    def is_master(self):
        return True

    @property
    def version(self):
        return (3, 0, 2)

    @property
    def chunk_size(self):
        return self._chunk_sizes

    @property
    def file_substrate(self):
        return FileSubstrate.POSIX

    @property
    def compression(self):
        return Compression.NONE

    @property
    def trace_id(self):
        raise ArchiveError("INVALID_CALL", 77, "Function call not allowed in current state",
                           "an archive has an id when it is closed")

    def event_writer(self, *args, **kwargs):
        """The writer of a location, which is found or made as by `definitions.location`."""
        if args and args[0] is not None and not isinstance(args[0], str):
            raise TypeError("Wrong type for first argument.")
        return self.event_writer_from_location(self._definitions.location(*args, **kwargs))

    def event_writer_from_location(self, location):
        """The writer of a location."""
        if not isinstance(location, Location):
            raise TypeError(f"Wrong type for first argument. Expected a Location. Got {type(location)}.")
        writer = self._event_writers.get(location)
        if writer is None:
            writer = self._event_writers[location] = EventWriter(self, location)
        return writer

    def _update_timestamps(self, timestamp):
        if self._first_time is None:
            self._first_time = self._last_time = timestamp
            self._began_at = time.time()
        elif timestamp > self._last_time:
            self._last_time = timestamp
        elif timestamp < self._first_time:
            self._first_time = timestamp

    def _clock(self):
        if self._first_time is None:
            return ClockProperties(self._definitions, self._timer_resolution)
        return ClockProperties(self._definitions, self._timer_resolution, self._first_time,
                               self._last_time - self._first_time, int(self._began_at * 1e9))

    def _events_of(self, location):
        writer = self._event_writers.get(location)
        return writer.handle.events if writer else 0

    def close(self):
        """Writes the definitions and ends the archive."""
        if self._handle is None:
            return
        handle, self._handle = self._handle, None
        self._definitions._write(lambda number, values: told_by(handle.define, number, values), self._clock(), self._events_of)
        told_by(handle.describe, *(as_bytes(self._texts[name] or "") for name in ("machine_name", "creator", "description")))
        told_by(handle.close)

    def __del__(self):
        self.close()


def open(*args, **kwargs):
    """Creates a trace, as a context manager; what is there when the block ends, is written."""
    return closing(Writer(*args, **kwargs))
