# SPDX-License-Identifier: BSD-3-Clause
"""What a benchmark is made of: sides that do the same work, and rows that compare them."""
import pathlib
from dataclasses import dataclass, field
from typing import Callable, Optional


class BenchError(Exception):
    """A row cannot be given: a program failed, or the sides disagree."""


@dataclass
class Outcome:
    """One run: what it took and what it did. `work` is equal on both sides of a row."""
    seconds: float
    waited: float  # share of its time in which it had no processor
    memory_kib: int
    work: Optional[tuple] = None


@dataclass
class Side:
    """One way to do the work of a group. `measured` programs time themselves; of commands the whole run counts."""
    label: str
    command: Callable[[], list]
    measured: bool = True
    verify: Callable[[], Optional[tuple]] = lambda: None  # for commands, after the first run: the work it did
    library: Optional[pathlib.Path] = None  # where the loader looks first
    is_limit: bool = False  # does a part of the work only, which has another checksum
    outcomes: list = field(default_factory=list)
    error: str = ""

    def best(self):
        return min(self.outcomes, key=lambda outcome: outcome.seconds)


@dataclass
class Row:
    name: str
    ours: str    # key of a side
    beside: str  # key of a side
    goal: Optional[float] = None
    most_nanoseconds: Optional[float] = None  # for an event
    most_megabytes: Optional[float] = None    # of memory


@dataclass
class Work:
    """Sides that do the same work, by key."""
    events: int
    sides: dict
    expected: Optional[tuple] = None
    finish: Callable[[], str] = lambda: ""  # after all runs: a last check, and what else there is to say
    text_bytes: Optional[int] = None  # of traces that are text, or become it; of arrays


@dataclass
class Question:
    """Rows that compare sides of the same work, which is prepared only if one of them is wanted."""
    rows: list
    prepare: Callable[[], Work]
