# SPDX-License-Identifier: BSD-3-Clause
"""Queries in SQL."""
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, overload

from weft import _weft
from weft._texts import as_bytes

if TYPE_CHECKING:
    import pandas

    from weft._trace import Trace

BATCH_ROWS = 65536


class SqlResult:
    """What a query found: iterate it, or take it as a list of tuples or a pandas.DataFrame."""

    def __init__(self, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
        self.columns = columns
        self._rows = rows

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[Any, ...]]: ...
    def __getitem__(self, place: int | slice) -> tuple[Any, ...] | list[tuple[Any, ...]]:
        return self._rows[place]

    def __repr__(self) -> str:
        return f"<SqlResult: {len(self)} rows of {', '.join(self.columns)}>"

    def to_list(self) -> list[tuple[Any, ...]]:
        return list(self._rows)

    def to_pandas(self) -> "pandas.DataFrame":
        import pandas
        return pandas.DataFrame(self._rows, columns=self.columns)


def asked(traces: "dict[str, Trace]", query: str) -> _weft.SqlRows:
    return _weft.SqlRows([(as_bytes(name), trace._trace) for name, trace in traces.items()], as_bytes(query))


def gathered(rows: _weft.SqlRows) -> SqlResult:
    found: list[tuple[Any, ...]] = []
    while some := rows.next(BATCH_ROWS):
        found += some
    return SqlResult(rows.columns, found)


def in_batches(rows: _weft.SqlRows, count: int) -> Iterator[SqlResult]:
    while some := rows.next(count):
        yield SqlResult(rows.columns, some)


def sql(query: str, /, **traces: "Trace") -> SqlResult:
    """What a query in SQL answers about several traces: each has its tables in a schema of the name that it is given
    here. Tables of the first are found without a schema, too.

    >>> before, after = weft.open(stencil), weft.open(stencil)
    >>> weft.sql("SELECT name, a.visits - b.visits FROM before.profile AS b JOIN after.profile AS a USING (name)"
    ...          " WHERE name = 'compute'", before=before, after=after).to_list()
    [('compute', 0)]
    """
    result = gathered(asked(traces, query))
    for trace in traces.values():
        trace._warn_of_damage()
    return result


def sql_batches(query: str, rows: int = BATCH_ROWS, /, **traces: "Trace") -> Iterator[SqlResult]:
    """The same, ``rows`` rows at a time, so that answers of any size need little memory.

    >>> [len(some) for some in weft.sql_batches("SELECT time FROM events", 200, trace=weft.open(stencil))]
    [200, 200, 62]
    """
    if rows < 1:
        raise ValueError("a batch has one row at least")
    yield from in_batches(asked(traces, query), rows)
    for trace in traces.values():
        trace._warn_of_damage()
