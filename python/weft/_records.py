# SPDX-License-Identifier: BSD-3-Clause
"""Records of events with names for what they refer to."""
from collections.abc import Iterator
from typing import Any

from weft import _weft
from weft._definitions import ENUMERATORS, FLAGS, STRING, Definition, Definitions, snake_case

# What the values of attributes refer to, by type.
_SPACES = {_weft.ENUMERATIONS["Type"][name]: space for name, space in {
    "ATTRIBUTE": "Attribute", "LOCATION": "Location", "REGION": "Region", "GROUP": "Group", "METRIC": "Metric",
    "COMM": "Comm", "PARAMETER": "Parameter", "RMA_WIN": "RmaWin", "SOURCE_CODE_LOCATION": "SourceCodeLocation",
    "CALLING_CONTEXT": "CallingContext", "INTERRUPT_GENERATOR": "InterruptGenerator", "IO_FILE": "IoFile",
    "IO_HANDLE": "IoHandle", "LOCATION_GROUP": "LocationGroup"}.items()}


class _Plain:
    """Numbers of records as plain values."""

    def __init__(self, definitions):
        self._definitions = definitions
        self._known = {}

    def reference(self, space, number):
        key = space, number
        if key not in self._known:
            found = self._definitions.text(number) if space == "String" else self._definitions.find(space, number)
            if isinstance(found, Definition):
                found = getattr(found, "name", None) or found
            self._known[key] = found
        return self._known[key]

    def field(self, refers_to, is_enumeration, value):
        if isinstance(value, tuple):
            return tuple(self.field(refers_to, is_enumeration, one) for one in value)
        if value is None or not refers_to:
            return value
        if is_enumeration:
            return value if refers_to in FLAGS else ENUMERATORS[refers_to].get(value, value)
        return self.reference(refers_to, value)

    def attribute(self, type_number, value):
        if type_number == STRING:
            return self._definitions.text(value)
        space = _SPACES.get(type_number)
        return self.reference(space, value) if space else value


def _named(pairs):
    """Attributes as a dict. Names that are there already get a number, as columns do where SQL answers in JSON."""
    named: dict[Any, Any] = {}
    numbers: dict[Any, int] = {}
    for name, value in pairs:
        key = name
        while key in named:
            numbers[name] = numbers.get(name, 0) + 1
            key = f"{name}:{numbers[name]}"
        named[key] = value
    return named


def records_of(definitions: Definitions,
               reader: _weft.RecordReader) -> Iterator[tuple[Any, str, int, dict[str, Any], dict[str, Any]]]:
    """(location, name, time, fields, attributes) of all that the reader has."""
    plain = _Plain(definitions)
    types = {name: [(snake_case(field), refers_to, is_enumeration)
                    for field, refers_to, _, is_enumeration, _ in fields]
             for name, fields, _ in _weft.EVENT_TYPES}
    while batch := reader.read(1024):
        for location, (name, time, values, attributes) in batch:
            fields = {field: plain.field(refers_to, is_enumeration, value)
                      for (field, refers_to, is_enumeration), value in zip(types[name], values)}
            named = _named((plain.reference("Attribute", attribute), plain.attribute(kind, value))
                           for attribute, kind, value in attributes)
            yield definitions.find("Location", location), name, time, fields, named
