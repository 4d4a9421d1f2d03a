# SPDX-License-Identifier: BSD-3-Clause
"""Traces: what weft.open() gives."""
import difflib
import math
import operator
import os
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from weft import _weft
from weft._definitions import Definition, Definitions, DefinitionTable
from weft._sql import BATCH_ROWS, SqlResult, asked, gathered, in_batches
from weft._tables import Table
from weft._texts import as_bytes

if TYPE_CHECKING:
    import pandas

# Definitions by id, name or object, one or several.
Which = int | str | Definition | Iterable[int | str | Definition] | None
TimeRange = tuple[int | float | None, int | float | None] | None
SomeNames = str | Iterable[str] | None


@dataclass(frozen=True)
class Info:
    """What a trace says of itself, without its events being read."""

    format: str
    version: str
    path: str
    creator: str
    machine: str
    description: str
    bytes: int  #: of all files
    files: int
    facts: dict[str, str]  #: of the format only: sizes of chunks, an id, ...
    properties: dict[str, str]  #: set by whoever recorded the trace


@dataclass(frozen=True)
class Clock:
    """Times are ticks of the clock of the trace."""

    ticks_per_second: float
    first_tick: int
    last_tick: int

    def seconds(self, ticks: Any) -> Any:
        """Ticks, or an array of them, as seconds from the beginning of the trace."""
        if isinstance(ticks, np.ndarray):
            return (ticks - np.uint64(self.first_tick)).astype(np.int64) / self.ticks_per_second
        return (int(ticks) - self.first_tick) / self.ticks_per_second

    def ticks(self, seconds: float) -> int:
        """Seconds from the beginning of the trace as ticks."""
        return self.first_tick + round(seconds * self.ticks_per_second)


@dataclass(frozen=True)
class Example:
    """One thing that is wrong, and where."""

    message: str
    file: str | None
    offset: int | None
    location: int | None


@dataclass(frozen=True)
class Finding:
    """What is wrong with a trace, by one rule."""

    rule: str
    count: int
    what: str
    advice: str
    examples: list[Example] = field(repr=False)  #: the first ones


class DamageWarning(UserWarning):
    """A trace is damaged: what could be read of it is there, and :attr:`Trace.findings` tells what could not."""


def findings_of(rows: Iterable[tuple[Any, ...]]) -> list[Finding]:
    return [Finding(rule, count, what, advice, [Example(m, f or None, o, l) for m, f, o, l in examples])
            for rule, count, what, advice, examples in rows]


class Profile:
    """How often regions were visited, and for how long: columns ``location`` (if asked for), ``region``, ``name``,
    ``visits``, ``inclusive``, ``exclusive``, ``shortest``, ``longest``, ``mean``; times are ticks. As in ``weft stats``,
    ``inclusive`` counts time within nested visits of a region once, and what is never left counts up to the last event of
    its location; the table ``visits`` of SQL counts it as ``open`` only."""

    _COLUMNS = ("region", "visits", "inclusive", "exclusive", "shortest", "longest", "mean")

    def __init__(self, trace: "Trace", rows: list[tuple[Any, ...]], by_location: bool) -> None:
        self._rows = []
        for location, *values in rows:
            row = {"location": location} if by_location else {}
            row |= dict(zip(self._COLUMNS, values))
            region = trace.regions.get(row["region"])
            row["name"] = region.name if region else None
            self._rows.append(row)
        self._rows.sort(key=lambda row: (row.get("location", 0), -row["exclusive"], row["region"]))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, name: str) -> dict[str, Any]:
        """The row of a region, by name (the first one)."""
        for row in self._rows:
            if row["name"] == name:
                return row
        raise KeyError(name)

    def to_numpy(self) -> dict[str, np.ndarray]:
        """A dict of one array for each column."""
        return {name: np.array([row[name] for row in self._rows], dtype=object if name == "name" else None)
                for name in (self._rows[0] if self._rows else ())}

    def to_pandas(self) -> "pandas.DataFrame":
        """As a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame(self._rows)


_KINDS = [name for name, *_ in _weft.EVENT_TYPES]

# Columns that cost much and few want: a text for each row.
_COSTLY = {"events": {"fields"}}


class Trace:
    """An open trace. Nothing is read that is not asked for, and traces may be larger than memory.

    >>> trace = weft.open(stencil)
    >>> trace.info.format, len(trace.locations), len(trace.regions)
    ('OTF2', 3, 7)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._trace = _weft.Trace(os.fsencode(path))
        self._dictionaries: dict[int, tuple[str, ...]] = {}
        self._info: Info | None = None
        self._has_warned = False
        self.definitions = Definitions(self._trace)

    def __repr__(self) -> str:
        return f"<Trace {self.info.path}: {self.info.format}, {len(self.locations)} locations>"

    @property
    def info(self) -> Info:
        """What the trace says of itself: an :class:`Info`."""
        if self._info is None:
            self._info = Info(**self._trace.info)
        return self._info

    @property
    def regions(self) -> DefinitionTable:
        """The regions: named stretches of code."""
        return self.definitions["Region"]

    @property
    def locations(self) -> DefinitionTable:
        """The locations: threads, streams of accelerators and whatever else events happen on."""
        return self.definitions["Location"]

    @property
    def clock(self) -> Clock:
        """What ticks mean."""
        rows = self._trace.definitions("ClockProperties")
        if not rows:
            return Clock(1e9, 0, 0)
        values = dict(zip(self.definitions["ClockProperties"].type.fields, rows[0]))
        first = values["global_offset"]
        return Clock(float(values["timer_resolution"]) or 1e9, first, first + values["trace_length"])

    # --- tables ------------------------------------------------------------------------------------------------------

    @property
    def tables(self) -> list[str]:
        """The names of all tables, for :meth:`table`."""
        return list(_weft.TABLES)

    def table(self, name: str, *, columns: SomeNames = None, locations: Which = None, time: TimeRange = None,
              kinds: SomeNames = None, regions: Which = None, attributes: SomeNames = None, threads: int = 0) -> Table:
        """A table by name. See :meth:`events` for the arguments; what a table has no column for is refused when it is read.

        >>> trace = weft.open(stencil)
        >>> len(trace.table("collectives", locations=[0]))
        10
        """
        wanted = _names(attributes)
        return Table(self, name, _names(columns), locations=self._ids(locations, self.locations), time=self._ticks(time),
                     kinds=_kinds(kinds), regions=self._region_ids(regions),
                     attributes=wanted and [as_bytes(attribute) for attribute in wanted], threads=threads)

    def events(self, *, columns: SomeNames = None, locations: Which = None, time: TimeRange = None,
               kinds: SomeNames = None, regions: Which = None, attributes: SomeNames = None, threads: int = 0) -> Table:
        """All events, or some of them, as a :class:`Table`.

        columns: names of the columns that are wanted; the fewer, the faster.
        locations: of these only: ids, names or objects of ``trace.locations``.
        time: ``(first, last)``, both included, either may be None; whole numbers are ticks, others seconds from the
            beginning of the trace.
        kinds: of these only, such as ``["Enter", "Leave"]``.
        regions: of these only: ids, names or objects of ``trace.regions``.
        attributes: names of attributes that become columns.
        threads: how many decode ahead; as many as the machine has without.

        >>> trace = weft.open(stencil)
        >>> for batch in trace.events(columns=["time", "region"], kinds=["Enter"], locations=["worker 1"]):
        ...     print(len(batch), batch.time.dtype, batch.region[:3])
        43 uint64 [0 1 2]
        """
        return self.table("events", columns=columns, locations=locations, time=time, kinds=kinds, regions=regions,
                          attributes=attributes, threads=threads)

    def spans(self, **options: Any) -> Table:
        """Stretches of time from entering a region to leaving it."""
        return self.table("spans", **options)

    def messages(self, **options: Any) -> Table:
        """Messages, sends and receives matched."""
        return self.table("messages", **options)

    def collectives(self, **options: Any) -> Table:
        """Collective operations: a row for each location that took part."""
        return self.table("collectives", **options)

    def metrics(self, **options: Any) -> Table:
        """Values of metrics."""
        return self.table("metrics", **options)

    def io(self, **options: Any) -> Table:
        """Operations on files."""
        return self.table("io", **options)

    def attributes(self, **options: Any) -> Table:
        """Attributes of events: a row for each."""
        return self.table("attributes", **options)

    def files(self, **options: Any) -> Table:
        """Files that the program used."""
        return self.table("files", **options)

    def records(self, *, locations: Which = None, time: TimeRange = None, kinds: SomeNames = None,
                merged: bool = True) -> Iterator[tuple[Any, str, int, dict[str, Any], dict[str, Any]]]:
        """Every event with all its fields, as ``(location, name, time, fields, attributes)``, in order of time or, not
        ``merged``, location by location. Fields and attributes are dicts of plain values: names for regions and
        the like, texts for strings. Of attributes that share a name, the second is ``name:1``. Some hundred times slower
        than columns.

        >>> trace = weft.open(stencil)
        >>> next(trace.records(kinds=["Metric"]))[3]
        {'metric': MetricClass(id=0), 'type_ids': ('DOUBLE', 'UINT64'), 'metric_values': (398.4344362627307, 16256)}
        """
        reader = self._trace.records(locations=self._ids(locations, self.locations), time=self._ticks(time),
                                     kinds=_kinds(kinds), merged=merged)
        return self._records(reader)

    def markers(self) -> list[dict[str, Any]]:
        """Remarks of people and tools: dicts with ``time``, ``duration``, ``group``, ``category``, ``severity``,
        ``scope`` and ``text``."""
        kinds, marks = self._trace.markers()
        by_id = {kind[0]: kind[1:] for kind in kinds}
        found = []
        for time, duration, kind, scope_type, scope, text in marks:
            group, category, severity = by_id.get(kind, (None, None, None))
            found.append({"time": time, "duration": duration, "group": group, "category": category,
                          "severity": severity, "scope": (scope_type, scope), "text": text})
        return found

    # --- answers -----------------------------------------------------------------------------------------------------

    def profile(self, *, by_location: bool = False, threads: int = 0) -> Profile:
        """How often regions were visited and how long that took, most exclusive time first.

        >>> trace = weft.open(stencil)
        >>> profile = trace.profile()
        >>> profile["compute"]["visits"], max(profile, key=lambda row: row["inclusive"])["name"]
        (30, 'main')
        """
        profile = Profile(self, self._trace.profile(by_location=by_location, threads=threads), by_location)
        self._warn_of_damage()
        return profile

    def check(self, *, threads: int = 0) -> list[Finding]:
        """What is wrong with the trace: a list of :class:`Finding`, empty if nothing is.

        >>> weft.open(stencil).check()
        []
        """
        return findings_of(self._trace.check(threads=threads))

    @property
    def findings(self) -> list[Finding]:
        """What was found to be damaged while the trace was read, up to now. :meth:`check` reads all of it and looks at
        more than that.

        >>> weft.open(stencil).findings
        []
        """
        return findings_of(self._trace.findings())

    def sql(self, query: str) -> SqlResult:
        """What a query in SQL answers; the tables are those of ``weft query``. :func:`weft.sql` asks several traces.

        >>> trace = weft.open(stencil)
        >>> trace.sql("SELECT name, count(*) FROM spans WHERE depth = 2 GROUP BY name ORDER BY name").to_list()
        [('compute', 30), ('exchange', 30), ('reduce', 30)]
        """
        result = gathered(asked({"trace": self}, query))
        self._warn_of_damage()
        return result

    def sql_batches(self, query: str, rows: int = BATCH_ROWS) -> Iterator[SqlResult]:
        """The same, ``rows`` rows at a time, so that answers of any size need little memory.

        >>> trace = weft.open(stencil)
        >>> [len(batch) for batch in trace.sql_batches("SELECT kind, time FROM events", rows=300)]
        [300, 162]
        """
        if rows < 1:
            raise ValueError("a batch has one row at least")
        yield from in_batches(asked({"trace": self}, query), rows)
        self._warn_of_damage()

    # --- for ourselves -----------------------------------------------------------------------------------------------

    def _records(self, reader):
        from weft._records import records_of
        yield from records_of(self.definitions, reader)
        self._warn_of_damage()

    @staticmethod
    def _ids(wanted, table):
        """Ids of definitions given as ids, names or objects, one or several."""
        if wanted is None:
            return None
        if isinstance(wanted, (str, int, np.integer, Definition)):
            wanted = [wanted]
        ids = []
        for one in wanted:
            if isinstance(one, table.type):
                ids.append(one.id)
            elif isinstance(one, Definition):
                raise TypeError(f"{one!r} is no {table.type.__name__}")
            elif isinstance(one, str):
                named = table.named(one)
                if not named:
                    raise ValueError(f"there is no {table.type.__name__} named {one!r}")
                ids += [row.id for row in named]
            elif 0 <= operator.index(one) < 2**64:
                ids.append(operator.index(one))
            else:
                raise ValueError(f"{one} is not the id of a {table.type.__name__}")
        return ids

    def _region_ids(self, regions):
        return self._ids(regions, self.regions) if regions is not None else None

    def _ticks(self, time):
        if time is None:
            return None
        first, last = time

        def ticks(moment, default):
            if moment is None:
                return default
            if isinstance(moment, (int, np.integer)):
                return int(moment)
            if math.isnan(moment):
                raise ValueError("nan is no time")
            return self.clock.ticks(moment) if math.isfinite(moment) else 0 if moment < 0 else 2**64 - 1
        return tuple(min(max(one, 0), 2**64 - 1) for one in (ticks(first, 0), ticks(last, 2**64 - 1)))

    def _announced_events(self, options):
        """How many events there may be, as the definitions tell; 0 if that says little. Whatever they claim, an event is
        no smaller than a byte, unless it is packed."""
        if any(options.get(name) is not None for name in ("time", "kinds", "regions")):
            return 0
        wanted = options.get("locations")
        announced = sum(location.number_of_events for location in self.locations if wanted is None or location.id in wanted)
        return min(announced, self.info.bytes)

    def _warn_of_damage(self):
        """Once, and when something was read that is not whole."""
        if not self._has_warned and (found := self.findings):
            self._has_warned = True
            first = next((example.message for finding in found for example in finding.examples), found[0].what)
            warnings.warn(f"{self.info.path} is damaged, what could be read is there: {first}", DamageWarning, stacklevel=3)

    @staticmethod
    def _usual_columns(table, columns):
        return [column for column in columns if column not in _COSTLY.get(table, ())]

    def _categories(self, batch, column):
        """The names of a column, made once for each dictionary."""
        key = batch.dictionary_id(column)
        if key not in self._dictionaries:
            self._dictionaries[key] = batch.dictionary(column)
        return self._dictionaries[key]


def _names(names):
    if names is None:
        return None
    return [names] if isinstance(names, str) else list(dict.fromkeys(names))


def _kinds(names):
    kinds = _names(names)
    for kind in kinds or ():
        if kind not in _KINDS:
            close = difflib.get_close_matches(kind, _KINDS, 1)
            raise ValueError(f"there is no kind of event {kind!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
    return kinds
