# SPDX-License-Identifier: BSD-3-Clause
"""Traces of parallel programs, whatever their format, as tables.

>>> trace = weft.open(stencil)
>>> frame = trace.spans().to_pandas()
>>> frame.groupby("name", observed=True).duration.count()["compute"]
30
"""
import os
from dataclasses import dataclass

try:
    import numpy as _numpy  # noqa: F401: all else stands on it
except ModuleNotFoundError as error:
    raise ImportError(f"weft needs NumPy ({error}): python3-numpy of the distribution, or pip install numpy") from error

from weft import _weft
from weft._definitions import Definition, Definitions, DefinitionTable
from weft._tables import Batch, Names, Table
from weft._sql import SqlResult, sql, sql_batches
from weft._trace import Clock, DamageWarning, Example, Finding, Info, Profile, Trace, findings_of
from weft._weft import Error

__all__ = ["Batch", "Clock", "Conversion", "DamageWarning", "Definition", "DefinitionTable", "Definitions", "Error",
           "Example", "Finding", "Info", "Loss", "Names", "Profile", "SqlResult", "Table", "Trace", "convert", "open",
           "sql", "sql_batches"]


def open(path: str | os.PathLike[str]) -> Trace:  # as in weft.open(): nobody imports it by itself
    """Opens a trace of any format: the anchor of an OTF2 archive or its directory, a file of OTF, LiTL or DFTracer, a
    directory of DFTracer's files, a trace in a BP file.

    >>> weft.open("nowhere")
    Traceback (most recent call last):
    weft.Error: nowhere: no such file or directory; give the anchor (.otf2) of a trace, its directory, or a trace file
    """
    return Trace(path)


@dataclass(frozen=True)
class Loss:
    """What a conversion could not carry, or carried in other words."""

    what: str
    why: str
    count: int
    is_lost: bool  #: else it was translated
    example: str


@dataclass(frozen=True)
class Conversion:
    """What came of a conversion."""

    losses: list[Loss]
    findings: list[Finding]  #: what is wrong with the trace that was read


def convert(source: str | os.PathLike[str], target: str | os.PathLike[str], format: str = "", *, strict: bool = False,
            unify: bool = False, threads: int = 0) -> Conversion:
    """Writes the trace ``source`` as ``target``, which must not exist; its name says the format if ``format`` does not.
    With ``strict`` it is an error if something cannot be carried. ``unify`` applies clock correction and id mapping.

    >>> done = weft.convert(stencil, scratch + "/stencil.otf")
    >>> weft.open(scratch + "/stencil.otf").info.format, [loss.what for loss in done.losses if loss.is_lost][:4]
    ('OTF', ['ClockProperties.realtimeTimestamp', 'Group.groupType', 'Group.paradigm', 'LocationGroup.systemTreeParent'])
    """
    losses, findings = _weft.convert(os.fsencode(source), os.fsencode(target), format, strict, unify, threads)
    return Conversion([Loss(what, why, count, is_lost, example) for is_lost, what, why, count, example in losses],
                      findings_of(findings))
