# SPDX-License-Identifier: BSD-3-Clause
"""Values that carry their type: of attributes, properties and metrics. In files they are numbers."""
from ._schema import wrapped
from .enums import Type

# What references of these types refer to.
_SPACES = {
    Type.STRING: "String", Type.ATTRIBUTE: "Attribute", Type.LOCATION: "Location", Type.REGION: "Region",
    Type.GROUP: "Group", Type.METRIC: "Metric", Type.COMM: "Comm", Type.PARAMETER: "Parameter", Type.RMA_WIN: "RmaWin",
    Type.SOURCE_CODE_LOCATION: "SourceCodeLocation", Type.CALLING_CONTEXT: "CallingContext",
    Type.INTERRUPT_GENERATOR: "InterruptGenerator", Type.IO_FILE: "IoFile", Type.IO_HANDLE: "IoHandle",
    Type.LOCATION_GROUP: "LocationGroup",
}
_NUMBERS = {
    getattr(Type, f"{prefix}INT{bits}"): ((1 << bits) - 1, not prefix) for prefix in ("", "U") for bits in (8, 16, 32, 64)
}
_FLOATS = (Type.FLOAT, Type.DOUBLE)

# By the value of a type.
SPACE_OF_TYPE = {type_id.value: space for type_id, space in _SPACES.items()}


def _whole_number(mask, signed):
    return lambda registry, value: wrapped(int(value), mask, signed)


_TO_FILE = {
    **{type_id.value: _whole_number(*width) for type_id, width in _NUMBERS.items()},
    **{type_id.value: lambda registry, value: float(value) for type_id in _FLOATS},
    **{type_id.value: lambda registry, value: value._ref for type_id in _SPACES},
    Type.STRING.value: lambda registry, value: registry.strings.get_ref(str(value)),
}


def to_file(registry, value, type_id):
    """The number that stands for `value` in a file."""
    convert = _TO_FILE.get(type_id.value)
    if convert is None:
        raise TypeError("Unexpected type id given")
    return convert(registry, value)


def from_file(registry, value, type_id):
    """What a number in a file stands for."""
    space = SPACE_OF_TYPE.get(type_id)
    return value if space is None else registry._resolved(space, value)
