# SPDX-License-Identifier: BSD-3-Clause
"""A consumer of the Arrow C data interface that knows nothing of Weft: ctypes and the published layout of the structs."""
import ctypes
import struct


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
RELEASE_STREAM = ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))
Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)), ("release", RELEASE_SCHEMA), ("private_data", ctypes.c_void_p)]
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", RELEASE_ARRAY), ("private_data", ctypes.c_void_p)]
Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
    ("release", RELEASE_STREAM), ("private_data", ctypes.c_void_p)]

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes = [ctypes.py_object, ctypes.c_char_p]

NUMBERS = {b"l": "q", b"L": "Q", b"g": "d", b"i": "i"}


def from_capsule(capsule, name, kind):
    return ctypes.cast(_pointer(capsule, name), ctypes.POINTER(kind)).contents


def is_capsule(capsule, name):
    return bool(_is_valid(capsule, name))


def schema_of(capsule):
    return from_capsule(capsule, b"arrow_schema", Schema)


def array_of(capsule):
    return from_capsule(capsule, b"arrow_array", Array)


def stream_of(capsule):
    return from_capsule(capsule, b"arrow_array_stream", Stream)


def is_released(structure):
    return not ctypes.cast(structure.release, ctypes.c_void_p).value


def release(structure):
    structure.release(ctypes.pointer(structure))


def _bytes(address, size):
    return ctypes.string_at(address, size) if size else b""


def _texts(array):
    """What is no UTF-8 is an error."""
    ends = struct.unpack(f"{array.length + 1}i", _bytes(array.buffers[1], 4 * (array.length + 1)))
    content = _bytes(array.buffers[2], ends[-1])
    return [content[begin:end].decode("utf-8") for begin, end in zip(ends, ends[1:])]


def values(schema, array):
    """The values of a column as a list, None for what is missing."""
    assert array.offset == 0 and array.n_buffers == (3 if schema.format == b"u" else 2)
    if schema.format == b"u":
        column = _texts(array)
    else:
        code = NUMBERS[schema.format]
        size = struct.calcsize(code) * array.length
        column = list(struct.unpack(f"{array.length}{code}", _bytes(array.buffers[1], size)))
    if array.buffers[0]:
        bits = _bytes(array.buffers[0], (array.length + 7) // 8)
        column = [value if bits[i // 8] >> i % 8 & 1 else None for i, value in enumerate(column)]
        assert column.count(None) == array.null_count
    else:
        assert array.null_count == 0
    if schema.dictionary:
        assert schema.dictionary.contents.format == b"u"
        names = _texts(array.dictionary.contents)
        column = [None if code is None else names[code] for code in column]
    return column


def rows(schema, array):
    """The rows of a struct array as dicts."""
    assert schema.format == b"+s" and array.n_buffers == 1 and schema.n_children == array.n_children
    columns = {}
    for i in range(schema.n_children):
        child = schema.children[i].contents
        column = values(child, array.children[i].contents)
        assert child.flags & 2 or None not in column, f"{child.name} says that it has no nulls"
        columns[child.name.decode()] = column
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def read_stream(table):
    """All rows of a table, through its stream; everything is released."""
    capsule = table.__arrow_c_stream__()
    stream = stream_of(capsule)
    schema, found = Schema(), []
    assert stream.get_schema(ctypes.pointer(stream), ctypes.pointer(schema)) == 0
    while True:
        array = Array()
        assert stream.get_next(ctypes.pointer(stream), ctypes.pointer(array)) == 0
        if is_released(array):
            break
        found += rows(schema, array)
        release(array)
        assert is_released(array)
    release(schema)
    release(stream)
    assert is_released(stream)
    del capsule  # nothing is left for it to release
    return found
