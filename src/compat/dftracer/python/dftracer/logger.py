# SPDX-License-Identifier: BSD-3-Clause
"""Recording events of Python programs as DFTracer.

    from dftracer.logger import dftracer, dft_fn
    log = dftracer.initialize_log(None, None, -1)
    fn = dft_fn("reader")

    @fn.log
    def read(step): ...

    with dft_fn("compute", "forward") as block:
        block.update(step=3)
    for batch in fn.iter(loader): ...
    log.finalize()

Nothing is recorded unless DFTRACER_ENABLE is 1; then none of this costs more than looking at a flag. A function that
raises has its event like any other, with nothing changed about the exception.
"""
import ctypes
import functools
import inspect
import os
import pathlib
import threading
import time

from . import library

__all__ = ["dftracer", "dft_fn", "DFTRACER_ENABLE", "DFTRACER_INIT_PRELOAD", "DFTRACER_LOG_LEVEL"]

_YES = ("1", "true", "on", "yes")


def _variable(name, default=""):
    for prefix in ("DFTRACER_", "DLIO_PROFILER_"):
        if prefix + name in os.environ:
            return os.environ[prefix + name]
    return default


# As they are when this module is imported. A configuration file may enable as well: the library knows.
DFTRACER_ENABLE = _variable("ENABLE").lower() in _YES
DFTRACER_INIT_PRELOAD = _variable("INIT", "FUNCTION") == "PRELOAD"
DFTRACER_LOG_LEVEL = _variable("LOG_LEVEL", "ERROR")
_MAY_BE_ENABLED = DFTRACER_ENABLE or bool(_variable("CONFIGURATION"))


def _arguments(int_args, float_args, string_args):
    """All arguments as an array of the library, or nothing; and how many."""
    count = len(int_args or ()) + len(float_args or ()) + len(string_args or ())
    if not count:
        return None, 0
    array = (library.Argument * count)()
    i = 0
    for values, kind in ((int_args, library.INTEGER), (float_args, library.REAL), (string_args, library.TEXT)):
        for key, value in (values or {}).items():
            entry = array[i]
            entry.key, entry.type = library.text(key), kind
            if kind == library.INTEGER:
                entry.value.integer = int(value)
            elif kind == library.REAL:
                entry.value.real = float(value)
            else:
                entry.value.text = library.text(value)
            i += 1
    return array, count


def _by_type(values):
    """Values by what they are: integers that 64 bits hold, other numbers, and texts of everything else."""
    ints, floats, strings = {}, {}, {}
    for key, value in values.items():
        if isinstance(value, int) and -(1 << 63) <= value < 1 << 63:
            ints[key] = int(value)
        elif isinstance(value, float):
            floats[key] = value
        else:
            strings[key] = value
    return ints, floats, strings


class dftracer:  # pylint: disable=invalid-name
    """The one logger of a process. `initialize_log` makes it."""

    _instance = None

    def __init__(self):
        self._library = None
        self._tell_to = None
        self.is_on = False

    @classmethod
    def get_instance(cls):
        if cls._instance is None:
            cls._instance = cls()
        return cls._instance

    @staticmethod
    def initialize_log(logfile=None, data_dir=None, process_id=-1):
        """Begins; None and -1 for what the configuration says. Answers the logger, which does nothing if nothing is
        enabled."""
        log = dftracer.get_instance()
        if log.is_on or not _MAY_BE_ENABLED:
            return log
        if log._library is None:
            log._library = library.load()
        if logfile is not None:
            pathlib.Path(logfile).absolute().parent.mkdir(parents=True, exist_ok=True)
        elif _variable("LOG_FILE"):
            pathlib.Path(_variable("LOG_FILE")).absolute().parent.mkdir(parents=True, exist_ok=True)
        number = ctypes.byref(ctypes.c_int(process_id)) if process_id is not None and process_id >= 0 else None
        log._library.initialize_main(None if logfile is None else library.text(os.fspath(logfile)),
                                     None if data_dir is None else library.text(data_dir), number)
        log.is_on = bool(log._library.dftracer_is_on())
        if log.is_on:
            log._library.dftracer_mark_used(b"PYTHON")
        log._tell_to = pathlib.Path(logfile or _variable("LOG_FILE") or "trace").absolute().with_name("dft.log")
        log._tell(f"{'on' if log.is_on else 'off'}: log file {logfile}, data {data_dir}, process {process_id}")
        return log

    def _tell(self, what):
        """For whoever wonders about a trace. A program never fails for it."""
        if DFTRACER_LOG_LEVEL.upper() not in ("INFO", "DEBUG"):
            return
        try:
            with open(self._tell_to, "a", encoding="utf-8") as file:
                file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {os.getpid()} {what}\n")
        except OSError:
            pass

    def get_time(self):
        return self._library.get_time() if self.is_on else 0

    def enter_event(self):
        if self.is_on:
            self._library.dftracer_enter_event()

    def exit_event(self):
        if self.is_on:
            self._library.dftracer_exit_event()

    def log_event(self, name, cat, start_time, duration, string_args=None, int_args=None, float_args=None):
        """An event that is over. Its times are those of get_time."""
        if not self.is_on:
            return
        array, count = _arguments(int_args, float_args, string_args)
        self._library.dftracer_log_event(library.text(name), library.text(cat), start_time, max(duration, 0), array,
                                         count)

    def log_metadata_event(self, key, value):
        if self.is_on:
            self._library.dftracer_log_metadata(library.text(key), library.text(value))

    def log_app_metadata(self, key, value):
        """Told by the last event of the process."""
        if not self.is_on:
            return
        if isinstance(value, int) and -(1 << 31) <= value < 1 << 31:
            self._library.dftracer_app_metadata_int(library.text(key), int(value))
        else:
            self._library.dftracer_app_metadata_string(library.text(key), library.text(value))

    def mark_used(self, name):
        if self.is_on:
            self._library.dftracer_mark_used(library.text(name))

    def finalize(self):
        """The end: whatever comes later is not recorded."""
        if self.is_on:
            self.is_on = False
            self._library.finalize()
            self._tell("finalized")


_LOG = dftracer.get_instance()
_NAMED = ("epoch", "step", "image_idx", "image_size")


class Span:
    """One event of a thread, from where it is made to `end`."""

    __slots__ = ("start",)

    def __init__(self):
        _LOG.enter_event()
        self.start = _LOG.get_time()

    def end(self, name, cat, values):
        _LOG.log_event(name, cat, self.start, _LOG.get_time() - self.start, *_ordered(values))
        _LOG.exit_event()


class _Blocks(threading.local):
    """Blocks that are open in a thread, and the arguments that the next one to end has. A copy has none."""

    def __init__(self, first):
        super().__init__()
        self.first = first
        self.spans = []
        self.values = dict(first)

    def __reduce__(self):
        return _Blocks, (self.first,)


def _ordered(values):
    ints, floats, strings = _by_type(values) if values else ({}, {}, {})
    return strings, ints, floats


def _caller_name():
    """Of the function that called the one that asks."""
    frame = inspect.currentframe()
    try:
        return frame.f_back.f_back.f_code.co_name
    finally:
        del frame


def _is_wanted(value):
    return value is not None and (not isinstance(value, (int, float)) or value != -1)


def _wanted(*values):
    """Those of the four that are there."""
    return {key: value for key, value in zip(_NAMED, values) if _is_wanted(value)}


class dft_fn:  # pylint: disable=invalid-name
    """Events of a category: of functions (`log`, `log_init`, `log_static`), of loops (`iter`) and of blocks (`with`)."""

    def __init__(self, cat, name=None, epoch=None, step=None, image_idx=None, image_size=None, enable=True):
        self._enable = enable
        self._cat = cat
        self._name = name
        self._first = _wanted(epoch, step, image_idx, image_size)
        self._blocks = _Blocks(self._first)
        if enable and _MAY_BE_ENABLED and name is None:
            self._name = _caller_name()

    @property
    def is_on(self):
        return self._enable and _LOG.is_on

    # Blocks.

    def __enter__(self):
        if self.is_on:
            self._blocks.spans.append(Span())
        return self

    def __exit__(self, kind, error, trace):
        self.flush()
        return False

    def update(self, epoch=None, step=None, image_idx=None, image_size=None, args=None):
        """Arguments of the block's event."""
        if not self.is_on:
            return self
        self._blocks.values.update(_wanted(epoch, step, image_idx, image_size))
        self._blocks.values.update(args or {})
        return self

    def flush(self):
        """Ends the block's event now."""
        blocks = self._blocks
        if blocks.spans:
            blocks.spans.pop().end(self._name, self._cat, blocks.values)
            self.reset()
        return self

    def reset(self):
        """Forgets arguments, and begins the event again if it has begun."""
        self._blocks.values = dict(self._first)
        if self._blocks.spans:
            self._blocks.spans[-1].start = _LOG.get_time()
        return self

    def log_metadata(self, key, value):
        if self.is_on:
            _LOG.log_metadata_event(key, value)

    # Functions.

    def log(self, function=None, name=None):
        """The event has the function's qualified name, and as arguments those of the four that are attributes of self
        or parameters; what is passed counts more."""
        return self._wrap(function, name, inspects=True)

    def log_init(self, function=None, name=None):
        return self._wrap(function, name, inspects=True)

    def log_static(self, function=None, name=None):
        if isinstance(function, staticmethod):
            return staticmethod(self._wrap(function.__func__, name, inspects=True))
        return self._wrap(function, name, inspects=True)

    def _wrap(self, function, name, inspects):
        if function is None:
            return lambda later: self._wrap(later, name, inspects)
        if not (self._enable and _MAY_BE_ENABLED):
            return function
        event = name or function.__qualname__
        find = _finder(function) if inspects else None
        first = self._first

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            if not self.is_on:
                return function(*args, **kwargs)
            values = {**first, **find(args, kwargs)} if find else first
            span = Span()
            try:
                return function(*args, **kwargs)
            finally:
                span.end(event, self._cat, values)

        return wrapper

    # Loops.

    def iter(self, func, name="loop", iter_name="step", include_yield=True, include_iter=True):
        """What `func` yields; with events NAME.iter for waiting for an element and NAME.yield for what is done with it,
        counted from 1."""
        return iterate(func, self, self._cat, f"{name}.iter" if include_iter else None,
                       f"{name}.yield" if include_yield else None, iter_name)


def iterate(iterable, switch, cat, waiting, working, counter, values=dict):
    """`switch.is_on` says whether events are wanted; None for a name that is not."""
    number = 1
    iterator = iter(iterable)
    while True:
        span = Span() if switch.is_on else None
        try:
            element = next(iterator)
        except StopIteration:
            if span:
                _LOG.exit_event()
            return
        except BaseException:
            if span:
                _end(span, waiting, cat, {**values(), counter: number})
            raise
        if span:
            _end(span, waiting, cat, {**values(), counter: number})
        span = Span() if switch.is_on else None
        try:
            yield element
        finally:
            if span:
                _end(span, working, cat, {**values(), counter: number})
        number += 1


def _end(span, name, cat, values):
    if name is None:
        _LOG.exit_event()
    else:
        span.end(name, cat, values)


def _finder(function):
    """A function that finds the four in the arguments of a call."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        parameters = {}
    places = {}
    defaults = {}
    for place, (name, parameter) in enumerate(parameters.items()):
        if name not in _NAMED:
            continue
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            places[name] = place
        if parameter.default is not parameter.empty:
            defaults[name] = parameter.default
    has_self = next(iter(parameters), None) == "self"

    def find(args, kwargs):
        values = {}
        if has_self and args:
            for name in _NAMED:
                values[name] = getattr(args[0], name, None)
        values.update(defaults)
        for name, place in places.items():
            if place < len(args):
                values[name] = args[place]
        for name in _NAMED:
            if name in kwargs:
                values[name] = kwargs[name]
        return {key: value for key, value in values.items() if _is_wanted(value)}

    return find
