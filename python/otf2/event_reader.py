# SPDX-License-Identifier: BSD-3-Clause
"""All events of a trace, in order of time: an iterable of (location, event)."""
from . import enums, events
from ._schema import ENUMERATIONS, EVENTS
from .attribute_value import SPACE_OF_TYPE
from .definitions import Location
from .error import ArchiveError, told_by

# What the core needs to make events: their classes and the names of their slots ...
_TYPES = {name: (events.CLASSES[name], ("time", "attributes", *events.names_of_fields(record)))
          for name, record in EVENTS.items()}
# ... and what references inside of attributes refer to.
_SPACES = [SPACE_OF_TYPE.get(number) for number in range(max(SPACE_OF_TYPE) + 1)]


def _enumerations():
    """The members of all enumerations by value; the class of each is under None."""
    for name in ENUMERATIONS:
        cls = getattr(enums, name)
        yield name, {None: cls, **{value: getattr(cls, member) for value, member in cls._names.items()}}


_MEMBERS = dict(_enumerations())


class BufferedEventReader:
    """The events of a trace, or of some of its locations: `trace.events`, `trace.events([location, ...])`. Events can be
    iterated over once."""

    def __init__(self, reader, batch_events=100):
        self.reader = reader
        self.batch_events = batch_events
        self._locations = None
        self._begun = False

    def __call__(self, locations):
        if self._locations is not None:
            raise RuntimeError("Cannot specify locations for an event reader twice.")
        self._locations = [locations] if isinstance(locations, Location) else list(locations)
        return self

    def _wanted(self):
        """The ids of the selected locations; None for all of them."""
        if self._locations is None:
            return None
        for location in self._locations:
            if not isinstance(location, Location) or location not in self.reader.definitions.locations:
                raise ValueError("Trying to select invalid location while reading trace.")
        if not self._locations:
            raise ArchiveError("INVALID_ARGUMENT", 78, "Parameter value out of range", "no location is selected")
        return [location._ref for location in self._locations]

    def __iter__(self):
        if self._begun:
            raise EOFError("Cannot iterate over trace twice.")
        if self.reader.handle is None:
            raise ArchiveError("INVALID_CALL", 77, "Function call not allowed in current state", "the trace is closed")
        wanted = self._wanted()
        self._begun = True
        lookups = {**_MEMBERS, **self.reader.definitions._lookups()}
        return told_by(self.reader.handle.otf2_events, wanted, _TYPES, lookups, _SPACES)

    def __len__(self):
        locations = self.reader.definitions.locations if self._locations is None else self._locations
        return sum(location.number_of_events for location in locations)
