# SPDX-License-Identifier: BSD-3-Clause
"""The library that records, as Python sees it: its functions by ctypes, and where it is found."""
import ctypes
import os
import pathlib

VARIABLE = "DFTRACER_LIBRARY"
NAME = "libdftracer.so"


class Argument(ctypes.Structure):
    """struct dftracer_argument of dftracer/dftracer.h; the value is a union of eight bytes."""

    class Value(ctypes.Union):
        _fields_ = [("integer", ctypes.c_int64), ("real", ctypes.c_double), ("text", ctypes.c_char_p)]

    _fields_ = [("key", ctypes.c_char_p), ("type", ctypes.c_int), ("value", Value)]


INTEGER, REAL, TEXT = range(3)

_TEXT, _COUNT, _INT = ctypes.c_char_p, ctypes.c_uint64, ctypes.c_int
FUNCTIONS = {
    "initialize_main": (None, [_TEXT, _TEXT, ctypes.POINTER(ctypes.c_int)]),
    "initialize_no_bind": (None, [_TEXT, _TEXT, ctypes.POINTER(ctypes.c_int)]),
    "finalize": (None, []),
    "get_time": (_COUNT, []),
    "dftracer_is_on": (_INT, []),
    "dftracer_enter_event": (None, []),
    "dftracer_exit_event": (None, []),
    "dftracer_log_event": (None, [_TEXT, _TEXT, _COUNT, _COUNT, ctypes.POINTER(Argument), ctypes.c_size_t]),
    "dftracer_log_metadata": (None, [_TEXT, _TEXT]),
    "dftracer_app_metadata_int": (None, [_TEXT, _INT]),
    "dftracer_app_metadata_string": (None, [_TEXT, _TEXT]),
    "dftracer_mark_used": (None, [_TEXT]),
}


def places():
    """Where the library may be, best first. None is this process: where it was loaded before Python, that one counts."""
    yield None
    if os.environ.get(VARIABLE):
        yield os.environ[VARIABLE]
        return
    # PREFIX/share/weft/python/dftracer, with PREFIX/lib beside it.
    prefix = pathlib.Path(__file__).resolve().parents[4]
    for folder in ("lib", "lib64"):
        if (prefix / folder / NAME).exists():
            yield str(prefix / folder / NAME)
    yield NAME


def load():
    """The library with its functions declared; OSError if there is none."""
    reasons = []
    for place in places():
        try:
            library = ctypes.CDLL(place)
            for name, (result, arguments) in FUNCTIONS.items():
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
            return library
        except (OSError, AttributeError) as error:
            reasons.append(f"{place or 'this process'}: {error}")
    raise OSError(f"{NAME} was not found; set {VARIABLE} to its path ({'; '.join(reasons)})")


def text(value):
    """A text as the library takes it: bytes that are no UTF-8, as in names of files, come back as they were."""
    if isinstance(value, bytes):
        return value
    try:
        return str(value).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return str(value).encode("utf-8", "replace")
