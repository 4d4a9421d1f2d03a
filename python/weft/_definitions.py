# SPDX-License-Identifier: BSD-3-Clause
"""Definitions as objects: what the ids in events mean.

The classes are made from the types of records that the library knows, so that there is nothing to keep up to date: a
field of a record is an attribute of its object, in snake_case, and its id is ``id``.
"""
import operator
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from weft import _weft

if TYPE_CHECKING:
    import pandas


def snake_case(name: str) -> str:
    """``MpiSend`` -> ``mpi_send``, ``requestID`` -> ``request_id``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name.replace("IDs", "Ids")).lower()


def plural(name: str) -> str:
    name = snake_case(name)
    if name.endswith("y"):
        return name[:-1] + "ies"
    if name.endswith("ies"):
        return name
    return name + ("es" if name.endswith("s") else "s")


ENUMERATORS = {name: {number: text for text, number in values.items()}
               for name, values in _weft.ENUMERATIONS.items()}
# Values that are combined with |: they stay numbers.
FLAGS = {name for name in ENUMERATORS if name.endswith(("Flag", "SyncLevel"))}
STRING = _weft.ENUMERATIONS["Type"]["STRING"]


class Definition:
    """One definition. Attributes are its fields: texts are ``str``, references the objects they refer to (``None`` where
    there is nothing, a number where the trace does not define it), enumerations the name of the value."""

    __slots__ = ("_all", "_values")
    fields: tuple[str, ...] = ()

    def __init__(self, all_definitions: "Definitions", values: tuple[Any, ...]) -> None:
        self._all = all_definitions
        self._values = values

    def __repr__(self) -> str:
        shown = [f"{name}={getattr(self, name)!r}" for name in self.fields if name in ("id", "name")]
        if not shown:
            shown = [f"{name}={getattr(self, name)!r}" for name in self.fields[:2]]
        return f"{type(self).__name__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Definition) and type(self) is type(other) and self._all is other._all and self._values == other._values

    def __hash__(self) -> int:
        return hash((type(self), self._values))

    if TYPE_CHECKING:  # the fields, which are those of the type of record
        def __getattr__(self, field: str) -> Any: ...

    def as_dict(self) -> dict[str, Any]:
        """All fields by name."""
        return {name: getattr(self, name) for name in self.fields}


def _field(place, refers_to, is_list, is_enumeration, name):
    """How a field is read from the values of a record."""
    if name == "value":  # of a type that the field before says
        def read(self, value):
            return self._all.text(value) if self._values[place - 1] == STRING else value
    elif is_enumeration:
        names = {} if refers_to in FLAGS else ENUMERATORS[refers_to]

        def read(self, value):
            return names.get(value, value)
    elif refers_to == "String":
        def read(self, value):
            return None if value is None else self._all.text(value)
    elif refers_to:
        def read(self, value):
            return None if value is None else self._all.find(refers_to, value)
    else:
        def read(self, value):
            return value
    if is_list:
        return lambda self: tuple(read(self, value) for value in self._values[place])
    return lambda self: read(self, self._values[place])


def _make_class(name, fields, doc):
    members = {"__slots__": (), "__doc__": doc, "__module__": "weft"}
    names = []
    for place, (field, refers_to, is_list, is_enumeration, field_doc) in enumerate(fields):
        attribute = "id" if field == "self" else snake_case(field)
        # An id is a number, whatever it may be looked up in.
        get = ((lambda self, place=place: self._values[place]) if field == "self"
               else _field(place, refers_to, is_list, is_enumeration, field))
        members[attribute] = property(get, doc=field_doc)
        names.append(attribute)
    members["fields"] = tuple(names)
    return type(name, (Definition,), members)


CLASSES = {name: _make_class(name, fields, doc) for name, fields, doc in _weft.DEFINITION_TYPES}
_HAS_ID = {name: bool(fields) and fields[0][0] == "self" for name, fields, _ in _weft.DEFINITION_TYPES}
# An id space may be shared: communicators are of one process group or between two.
_TYPES_OF_SPACE: dict[str, list[str]] = {}
for _name, _fields, _ in _weft.DEFINITION_TYPES:
    if _HAS_ID[_name]:
        _TYPES_OF_SPACE.setdefault(_fields[0][1], []).append(_name)


class DefinitionTable:
    """All definitions of one type, in the order of the trace.

    >>> trace = weft.open(stencil)
    >>> trace.regions[0].name                # by id
    'main'
    >>> trace.regions["exchange"].id         # by name: the first of that name
    3
    >>> len(trace.locations), trace.locations[1].location_group
    (3, LocationGroup(id=0, name='stencil'))
    """

    def __init__(self, definitions: "Definitions", name: str, rows: list[tuple[Any, ...]]) -> None:
        self.type = CLASSES[name]
        self._rows = [self.type(definitions, row) for row in rows]
        self._by_id: dict[int, Definition] = {}
        if _HAS_ID[name]:
            for row in self._rows:
                self._by_id.setdefault(row.id, row)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def __contains__(self, key: int | str | Definition) -> bool:
        return key in self._rows if isinstance(key, Definition) else self.get(key) is not None

    def __getitem__(self, key: int | str) -> Any:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __repr__(self) -> str:
        return f"<{len(self)} of {self.type.__name__}>"

    def get(self, key: int | str, default: Any = None) -> Any:
        """The definition with this id (int) or name (str)."""
        if isinstance(key, str):
            return next((row for row in self._rows if getattr(row, "name", None) == key), default)
        return self._by_id.get(operator.index(key), default)

    def named(self, name: str) -> list[Any]:
        """All definitions of this name."""
        return [row for row in self._rows if getattr(row, "name", None) == name]

    def to_numpy(self) -> dict[str, np.ndarray]:
        """The columns as a dict of arrays; what is referred to by its name, or id if it has none."""
        def plain(value):
            if isinstance(value, Definition):
                return getattr(value, "name", None) or getattr(value, "id", None)
            return tuple(map(plain, value)) if isinstance(value, tuple) else value

        columns = {}
        for field in self.type.fields:
            column = [plain(getattr(row, field)) for row in self._rows]
            is_whole = all(isinstance(value, int) for value in column)
            is_signed = is_whole and min(column, default=0) < 0
            if is_whole and not (is_signed and max(column) >= 2**63):  # of which no type of numbers holds both
                columns[field] = np.array(column, dtype=np.int64 if is_signed else np.uint64)
            else:
                columns[field] = np.empty(len(column), dtype=object)
                columns[field][:] = column
        return columns

    def to_pandas(self) -> "pandas.DataFrame":
        """The same as a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame(self.to_numpy())


class Definitions(Mapping[str, DefinitionTable]):
    """All definitions of a trace: ``definitions.regions`` or ``definitions["Region"]``."""

    _NAMES = {plural(name): name for name in CLASSES}

    def __init__(self, trace: _weft.Trace) -> None:
        self._trace = trace
        self._tables: dict[str, DefinitionTable] = {}
        self._texts: dict[int, str] | None = None

    def __getitem__(self, name: str) -> DefinitionTable:
        if name not in CLASSES:
            raise KeyError(name)
        if name not in self._tables:
            self._tables[name] = DefinitionTable(self, name, self._trace.definitions(name))
        return self._tables[name]

    def __getattr__(self, name: str) -> DefinitionTable:
        if name not in self._NAMES:
            raise AttributeError(name)
        return self[self._NAMES[name]]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._NAMES]

    def __iter__(self) -> Iterator[str]:
        return iter(CLASSES)

    def __len__(self) -> int:
        return len(CLASSES)

    def text(self, string: int) -> str | int:
        """The text behind the id of a string; the id if there is none."""
        if self._texts is None:
            self._texts = {}
            for number, value in self._trace.definitions("String"):
                self._texts.setdefault(number, value)
        return self._texts.get(string, string)

    def find(self, space: str, number: int) -> Any:
        """The definition that an id of an id space stands for; the id if there is none."""
        for name in _TYPES_OF_SPACE.get(space, ()):
            found = self[name].get(number)
            if found is not None:
                return found
        return number
