# SPDX-License-Identifier: BSD-3-Clause
"""Tables of a trace: batches of columns that view what the library decoded."""
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from weft import _weft
from weft._texts import as_bytes

if TYPE_CHECKING:
    import pandas

    from weft._trace import Trace


class Names:
    """A column of names: numbers and what they stand for, so that a name that occurs a million times is there once.

    >>> names = Names(np.array([0, 1, 0], dtype=np.int32), ("left", "right"))
    >>> list(names), names[1], (names == "left").tolist()
    (['left', 'right', 'left'], 'right', [True, False, True])
    >>> np.asarray(names)
    array(['left', 'right', 'left'], dtype=object)
    """

    __slots__ = ("codes", "categories")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, codes: np.ndarray, categories: tuple[str, ...]) -> None:
        self.codes = codes  # -1: none
        self.categories = categories

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str | None]:
        categories = self.categories
        return (categories[code] if code >= 0 else None for code in self.codes.tolist())

    @overload
    def __getitem__(self, place: int | np.integer) -> str | None: ...
    @overload
    def __getitem__(self, place: slice | np.ndarray) -> "Names": ...
    def __getitem__(self, place: int | np.integer | slice | np.ndarray) -> "str | None | Names":
        if isinstance(place, (int, np.integer)):
            code = self.codes[place]
            return self.categories[code] if code >= 0 else None
        return Names(self.codes[place], self.categories)

    def _code(self, name):
        try:
            return self.categories.index(name)
        except ValueError:
            return -2

    def __eq__(self, other: object) -> np.ndarray:  # type: ignore[override]
        if other is None or isinstance(other, str):
            return self.codes == (-1 if other is None else self._code(other))
        return np.asarray(self) == np.asarray(other)

    def __ne__(self, other: object) -> np.ndarray:  # type: ignore[override]
        return ~(self == other)

    def isin(self, names: Iterable[str]) -> np.ndarray:
        """Which rows have one of these names."""
        return np.isin(self.codes, [self._code(name) for name in names])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        lookup = np.array([*self.categories, None], dtype=object)
        return lookup[self.codes].astype(dtype or object, copy=False)

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, list(self[:4])))
        return f"Names([{shown}{', ...' if len(self) > 4 else ''}])"

    def to_pandas(self) -> "pandas.Categorical":
        """As a pandas.Categorical."""
        import pandas
        return pandas.Categorical.from_codes(self.codes, categories=list(self.categories))


def _to_series(values, valid):
    """A column as pandas likes it best."""
    import pandas
    if isinstance(values, Names):
        return values.to_pandas()
    if valid is None or not isinstance(values, np.ndarray) or values.dtype == object:
        return values
    if values.dtype.kind == "f":
        return np.where(valid, values, np.nan)
    return pandas.arrays.IntegerArray(np.array(values), ~valid)


class Batch:
    """Some ten thousand rows of a table. ``batch["time"]`` or ``batch.time`` is a NumPy array that views the rows where
    the library decoded them: nothing is copied. It may be kept; the memory is used again when nobody refers to it.
    Columns of names are :class:`Names`, texts arrays of ``str``."""

    def __init__(self, table: "Table", batch: _weft.Batch) -> None:
        self._table = table
        self._batch = batch

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._table.columns

    def __len__(self) -> int:
        return len(self._batch)

    def __repr__(self) -> str:
        return f"<Batch of {self._table.name}: {len(self)} rows of {', '.join(self.columns)}>"

    def __getitem__(self, column: str) -> np.ndarray | Names:
        if column not in self._table.columns:
            raise KeyError(column)
        kind = self._table.types[column]
        if kind == "text":
            texts = np.empty(len(self), dtype=object)
            texts[:] = self._batch.texts(as_bytes(column))
            return texts
        values = self._batch.values(as_bytes(column))
        return self._names(column, values) if kind == "name" else values

    def __getattr__(self, column: str) -> Any:
        if column.startswith("_"):
            raise AttributeError(column)
        try:
            return self[column]
        except KeyError:
            raise AttributeError(column) from None

    def _names(self, column, codes):
        valid = self.valid(column)
        if valid is not None and not valid.all():
            codes = np.where(valid, codes, -1)
        return Names(codes, self._table.trace._categories(self._batch, column))

    def valid(self, column: str) -> np.ndarray | None:
        """Which rows have a value in a column, as an array of bool; None if all do."""
        return self._batch.valid(as_bytes(column))

    def to_numpy(self) -> dict[str, Any]:
        """All columns as a dict. Numbers that are missing in some rows are a masked array."""
        return {column: _masked(self[column], self.valid(column)) for column in self.columns}

    def to_pandas(self) -> "pandas.DataFrame":
        """The batch as a pandas.DataFrame: names are categories, numbers that may be missing are nullable."""
        import pandas
        return pandas.DataFrame({column: _to_series(self[column], self.valid(column)) for column in self.columns},
                                copy=False)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows as dicts, with ``None`` for what is missing."""
        columns = {column: _python_values(self[column], self.valid(column)) for column in self.columns}
        for values in zip(*columns.values()):
            yield dict(zip(columns, values))

    def __arrow_c_schema__(self) -> object:
        return self._batch.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self._batch.__arrow_c_array__(requested_schema)


def _masked(values, valid):
    if valid is None or valid.all() or isinstance(values, Names) or values.dtype == object:
        return values
    return np.ma.MaskedArray(values, mask=~valid)


def _python_values(values, valid):
    values = list(values) if isinstance(values, Names) else values.tolist()
    return values if valid is None else [value if good else None for value, good in zip(values, valid.tolist())]


class _Growing:
    """An array that others are appended to."""

    def __init__(self, room):
        self.size = 0
        self._room = room
        self._array = None

    def add(self, part):
        if self._array is None:
            self._array = np.empty(max(self._room, len(part)), dtype=part.dtype)
        if self.size + len(part) > len(self._array):
            grown = np.empty(max(2 * len(self._array), self.size + len(part)), dtype=part.dtype)
            grown[:self.size] = self._array[:self.size]
            self._array = grown
        self._array[self.size:self.size + len(part)] = part
        self.size += len(part)

    def taken(self, dtype):
        if self._array is None:
            return np.empty(0, dtype=dtype)
        whole = self._array[:self.size]
        return whole if 4 * self.size > 3 * len(self._array) else whole.copy()


class Table:
    """A table of a trace: nothing is read before it is iterated, and then batch by batch, so that memory is bounded
    whatever the size of the trace. Several threads decode ahead, without Python's lock.

    >>> trace = weft.open(stencil)
    >>> sum(int((batch.kind == "Enter").sum()) for batch in trace.events())
    129
    >>> next(trace.events(columns=["time", "kind", "name"]).rows())
    {'time': 7578716114919, 'kind': 'Enter', 'name': 'main'}
    """

    def __init__(self, trace: "Trace", name: str, columns: Iterable[str] | None = None, **options: Any) -> None:
        if name not in _weft.TABLES:
            raise ValueError(f"there is no table {name!r}; there are: {', '.join(_weft.TABLES)}")
        self.trace = trace
        self.name = name
        self.doc, described = _weft.TABLES[name]
        known = [column for column, *_ in described]
        for column in columns or ():
            if column not in known:
                raise ValueError(f"{name} has no column {column!r}; it has: {', '.join(known)}")
        self._wanted = list(columns) if columns is not None else trace._usual_columns(name, known)
        self._options = options
        if options.get("attributes") and name != "events":
            raise ValueError(f"{name} has no attributes; events have")
        try:
            described = trace._trace.columns(name, self._wanted, options.get("attributes"))
        except KeyError as error:
            raise ValueError(f"there is no {error}") from None
        self.columns: list[str] = [column for column, *_ in described]
        self.types: dict[str, str] = {column: kind for column, kind, *_ in described}
        self.docs = {column: doc for column, _, _, doc in described}

    def __repr__(self) -> str:
        return f"<Table {self.name}: {', '.join(self.columns)}>"

    def _scan(self):
        return self.trace._trace.scan(self.name, self._wanted, **self._options)

    def __iter__(self) -> Iterator[Batch]:
        scan = self._scan()
        while (batch := scan.next()) is not None:
            yield Batch(self, batch)
        self.trace._warn_of_damage()

    batches = __iter__

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows as dicts."""
        for batch in self:
            yield from batch.rows()

    def __len__(self) -> int:
        """The number of rows, for which the table is read."""
        return sum(map(len, self))

    def _gather(self):
        """All columns, each as one array, and their validity. Batches are copied and not kept: their memory is used again
        at once, while it is in the caches."""
        room = self.trace._announced_events(self._options) if self.name == "events" else 0
        values = {column: _Growing(room) for column in self.columns}
        valid = {column: _Growing(room) for column in self.columns}
        categories = {}
        for batch in self:
            for column in self.columns:
                part = batch[column]
                if isinstance(part, Names):
                    categories[column], part = part.categories, part.codes
                values[column].add(part)
                if (told := batch.valid(column)) is not None:
                    valid[column].add(told)
        for column in self.columns:
            kind = self.types[column]
            whole = values[column].taken({"name": np.int32, "text": object}.get(kind, kind))
            yield (column, Names(whole, categories.get(column, ())) if kind == "name" else whole,
                   valid[column].taken(bool) if valid[column].size else None)

    def to_numpy(self) -> dict[str, Any]:
        """All rows: a dict of one array for each column. Numbers that are missing in some rows are a masked array, names
        are :class:`Names`."""
        return {column: _masked(values, valid) for column, values, valid in self._gather()}

    def to_pandas(self) -> "pandas.DataFrame":
        """All rows as a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame({column: _to_series(values, valid) for column, values, valid in self._gather()},
                                copy=False)

    def __arrow_c_schema__(self) -> object:
        return self._scan().__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._scan().__arrow_c_stream__(requested_schema, self.trace._warn_of_damage)
