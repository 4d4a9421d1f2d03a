# SPDX-License-Identifier: BSD-3-Clause
"""Recording from Python: functions and blocks become regions of a trace.

::

    import weft.record

    @weft.record.region                      # a region named after the function
    def solve(grid):
        for step in range(steps):
            with weft.record.region("step", number=step):     # a block, with an attribute
                residual = relax(grid)
            weft.record.metric("residual", residual)

Recording begins with the first event and ends with the program; the trace is an OTF2 archive
``weft-PROGRAM-TIME/trace.otf2`` unless :func:`start` or the environment (``WEFT_RECORD_DIR``, ``WEFT_RECORD=off``, ...: see
docs/record.md) says otherwise. Every thread is a location of its own, under the name it has in ``threading``. Processes of
``multiprocessing``, forked or spawned, become part of the same trace.
"""
import functools
import inspect
import multiprocessing.process
import multiprocessing.util
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast, overload

from weft import _record

__all__ = ["Region", "dump", "finish", "flush", "is_on", "lost", "mark", "message_received", "message_sent", "metric",
           "name_process", "name_thread", "pause", "region", "resume", "start"]

_Function = TypeVar("_Function", bound=Callable[..., Any])

_lock = threading.RLock()
_has_begun = False
_regions: dict[tuple[Any, ...], int] = {}
_attributes: dict[tuple[Any, ...], int] = {}
_metrics: dict[tuple[Any, ...], int] = {}
_markers: dict[tuple[Any, ...], int] = {}


def start(directory: str | os.PathLike[str] | None = None, *, name: str | None = None, **settings: object) -> None:
    """Begins now instead of with the first event. ``directory`` and ``name`` say where the trace goes, ``settings`` are
    those of docs/record.md in lower case: ``start("run1", policy="flight", filter="-debug*")``. What is not given is taken
    from the environment."""
    with _lock:
        if _has_begun:
            raise RuntimeError("recording has begun already")
        given: dict[str, Any] = {"dir": directory, "name": name, **settings}
        for key, value in given.items():
            if value is not None:
                os.environ[f"WEFT_RECORD_{key.upper()}"] = os.fspath(value) if key == "dir" else str(value)
        _begin()


def _begin():
    """Settles where the trace goes, so that processes to come, which may be spawned, find it."""
    global _has_begun
    with _lock:
        if _has_begun:
            return
        _has_begun = True
        environment = os.environ
        if environment.get("WEFT_RECORD_RUN", "off") == "off":
            program = os.path.basename(sys.argv[0] if sys.argv and sys.argv[0] else "python")
            directory = environment.get("WEFT_RECORD_DIR") or f"weft-{program}-{time.strftime('%Y%m%d-%H%M%S')}"
            environment["WEFT_RECORD_DIR"] = os.path.abspath(directory)
            environment["WEFT_RECORD_NAME"] = _free_name(environment["WEFT_RECORD_DIR"],
                                                         environment.get("WEFT_RECORD_NAME") or "trace")
            _record.begin()
            environment["WEFT_RECORD_RUN"] = "on"
        else:
            _record.begin()
        _settle_in_child()


def _free_name(directory, name):
    """What the recorder would not have to change."""
    number, free = 1, name
    while any(os.path.lexists(os.path.join(directory, free + ending)) for ending in ("", ".otf2", ".trace")):
        number += 1
        free = f"{name}-{number}"
    return free


def _defined(table, key, define):
    """What a key stands for, defined when first used."""
    found = table.get(key)
    if found is None:
        with _lock:
            _begin()
            found = table.get(key)
            if found is None:
                found = table[key] = define()
    return found


def _type_of(value):
    if isinstance(value, bool) or hasattr(value, "__index__"):
        return _record.INT64 if -2**63 <= int(value) < 2**63 else _record.STRING
    return _record.DOUBLE if hasattr(value, "__float__") else _record.STRING


def _place(what, word, words):
    if word not in words:
        raise ValueError(f"there is no {what} {word!r}; there are: {', '.join(words)}")
    return words.index(word)


def _attach(attributes):
    for name, value in attributes.items():
        kind = _type_of(value)
        value = int(value) if kind == _record.INT64 else value if kind == _record.DOUBLE else str(value)
        _record.attach(_defined(_attributes, (name, kind), lambda: _record.define_attribute(name, kind)), kind, value)


@overload
def region(what: _Function, /) -> _Function: ...
@overload
def region(what: str | None = None, /, **attributes: object) -> "Region": ...
def region(what: Any = None, /, **attributes: object) -> Any:
    """A region of the trace: decorates functions, with or without a name, or surrounds a block.

    >>> @region
    ... def work():
    ...     return 42
    >>> work()
    42
    >>> with region("phase", step=1):
    ...     pass

    Keywords become attributes of the event that enters it. Generators and ``async`` functions cannot be decorated: their
    calls do not nest.
    """
    if what is None or isinstance(what, str):
        return Region(what, attributes)
    return Region(None, attributes)(what)


class Region:
    """What :func:`region` gives when there is no function yet."""

    def __init__(self, name: str | None, attributes: dict[str, object]) -> None:
        self._name = name
        self._attributes = attributes
        self._entered = threading.local()

    def __call__(self, function: _Function) -> _Function:
        if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function) or \
                inspect.isasyncgenfunction(function):
            raise TypeError(f"{function.__qualname__}: generators and async functions cannot be regions")
        if not callable(function):
            raise TypeError(f"{function!r} cannot be called; @classmethod comes above @region")
        name = self._name or getattr(function, "__qualname__", type(function).__qualname__)
        code = getattr(function, "__code__", None)
        key = (name, code.co_filename if code else None, code.co_firstlineno if code else 0)
        attributes, enter, leave = self._attributes, _record.enter, _record.leave
        number = None

        @functools.wraps(function)
        def recorded(*arguments, **keywords):
            nonlocal number
            if number is None:
                number = _defined(_regions, key, lambda: _record.define_region(*key))
            if attributes:
                _attach(attributes)
            enter(number)
            try:
                return function(*arguments, **keywords)
            finally:
                leave(number)

        return cast(_Function, recorded)

    def __enter__(self) -> "Region":
        caller = sys._getframe(1)
        key = (self._name or caller.f_code.co_qualname, caller.f_code.co_filename, caller.f_lineno)
        number = _defined(_regions, key, lambda: _record.define_region(*key))
        if self._attributes:
            _attach(self._attributes)
        # One object may be entered again while it is entered, and by several threads.
        stack = self._entered.__dict__.setdefault("stack", [])
        stack.append(number)
        _record.enter(number)
        return self

    def __exit__(self, *error: object) -> None:
        _record.leave(self._entered.stack.pop())


def metric(name: str, value: int | float, *, unit: str = "", mode: str = "gauge") -> None:
    """A number at this time. ``mode`` says what it is: a ``gauge``, a ``counter`` (a total since the start) or a ``delta``
    (what was added since the last)."""
    modes = ("gauge", "counter", "delta")
    kind = _type_of(value)
    if kind == _record.STRING:
        raise TypeError(f"a metric is a number of up to 64 bits, not {value!r}")
    number = _defined(_metrics, (name, unit, mode, kind),
                      lambda: _record.define_metric(name, unit, _place("mode", mode, modes), kind))
    _record.metric(number, kind, value)


def mark(text: str, *, group: str = "python", category: str = "remark", severity: str = "low") -> None:
    """A remark for people. It goes to the disk at once, so not for every event."""
    severities = ("none", "low", "medium", "high")
    kind = _defined(_markers, (group, category, severity),
                    lambda: _record.define_marker(group, category, _place("severity", severity, severities)))
    _record.marker(kind, text)


class _Comms(threading.local):
    """What each thread has defined by itself: its rank is part of it. A thread's number may be another's later on."""

    def __init__(self):
        self.known: dict[tuple[Any, ...], int] = {}


_comms = _Comms()


def _comm(name, size, rank):
    return _defined(_comms.known, (name, size, rank), lambda: _record.define_comm(name, size, rank))


def message_sent(comm: str, to: int, size: int, *, rank: int, ranks: int, tag: int = 0) -> None:
    """This thread, which is ``rank`` of the ``ranks`` of the communicator ``comm`` (a name), sent ``size`` bytes."""
    _record.send(_comm(comm, ranks, rank), to, tag, size)


def message_received(comm: str, sender: int, size: int, *, rank: int, ranks: int, tag: int = 0) -> None:
    """The other side of it."""
    _record.receive(_comm(comm, ranks, rank), sender, tag, size)


def name_thread(name: str) -> None:
    """What the trace calls this thread; without it, the name it has in ``threading``."""
    _begin()
    _record.name_thread(name)


def name_process(name: str) -> None:
    """What the trace calls this process."""
    _begin()
    _record.name_process(name)


def pause() -> None:
    """From here to :func:`resume` nothing is recorded."""
    _begin()
    _record.pause()


def resume() -> None:
    """Goes on after :func:`pause`."""
    _record.resume()


def flush() -> None:
    """Brings everything to the disk that has been recorded so far. Recording goes on."""
    _raise(_record.flush())


def dump(path: str | os.PathLike[str]) -> None:
    """Writes what a flight recorder (policy ``flight``) holds as an archive."""
    _raise(_record.dump(os.fspath(path)))


def _raise(error):
    if error:
        raise OSError(error, os.strerror(error))


def finish() -> None:
    """Ends recording now instead of with the program, and completes the trace."""
    _record.finish()


def is_on() -> bool:
    """Whether events are recorded."""
    return bool(_record.is_on())


def lost() -> int:
    """Events lost so far."""
    return _record.lost()


# A child of fork has a name and a thread of its own. multiprocessing ends its processes without what ends programs: so we
# end the recording in them.
def _in_child():
    global _lock
    _lock = threading.RLock()
    _record.forget_thread()


def _in_child_of_multiprocessing(_):
    if _has_begun:
        _settle_in_child()


def _settle_in_child():
    """In a process of multiprocessing that records, however it began. A pool ends those that wait for work by a signal."""
    if multiprocessing.process.parent_process() is None:
        return
    _record.name_process(multiprocessing.process.current_process().name)
    multiprocessing.util.Finalize(None, _record.finish, exitpriority=-1000)
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminated)


def _terminated(number, _):
    _record.finish()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


class _Anchor:
    """multiprocessing tells objects of the fork."""


_anchor = _Anchor()
os.register_at_fork(after_in_child=_in_child)
multiprocessing.util.register_after_fork(_anchor, _in_child_of_multiprocessing)
