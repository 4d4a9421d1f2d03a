# SPDX-License-Identifier: BSD-3-Clause
"""The enumerations of OTF2. Members have a `value`, are equal if type and value are, and are shown as Type.STRING."""
from ._schema import ENUMERATIONS


class _Enumeration:
    __slots__ = ("_value",)
    _names = {}
    _mask = 0xff

    def __init__(self, value=0):
        if not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        self._value = value & self._mask

    @property
    def value(self):
        return self._value

    def _same_type(self, other):
        if type(self) is not type(other):
            raise TypeError("Trying to compare different enums.")

    def __eq__(self, other):
        self._same_type(other)
        return self._value == other._value

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((type(self).__name__, self._value))

    def __bool__(self):
        return self._value != 0

    def __repr__(self):
        name = self._names.get(self._value)
        return f"{type(self).__name__}.{name}" if name else self._repr_unnamed()

    def _repr_unnamed(self):
        return f"{type(self).__name__}({self._value})"


class _Flags(_Enumeration):
    __slots__ = ()
    _mask = 0xffffffff

    def _combined(self, other, value):
        if type(self) is not type(other):
            raise TypeError(f"{self!r} cannot be combined with {other!r}")
        return type(self)(value(self._value, other._value))

    def __or__(self, other):
        return self._combined(other, lambda a, b: a | b)

    def __and__(self, other):
        return self._combined(other, lambda a, b: a & b)

    def __xor__(self, other):
        return self._combined(other, lambda a, b: a ^ b)

    def __invert__(self):
        return type(self)(~self._value)

    def _repr_unnamed(self):
        known = [bit for bit in self._names if bit & self._value]
        rest = self._value & ~sum(known)
        parts = [f"{type(self).__name__}.{self._names[bit]}" for bit in known]
        return "|".join(parts + ([f"{type(self).__name__}({rest})"] if rest else []))


def _made(name, is_flags, members):
    wide = max(members.values()) > 0xff
    namespace = {"__slots__": (), "__module__": __name__, "_names": {value: member for member, value in members.items()}}
    if wide:
        namespace["_mask"] = 0xffffffff
    enumeration = type(name, (_Flags if is_flags else _Enumeration,), namespace)
    for member, value in members.items():
        setattr(enumeration, member, enumeration(value))
    return enumeration


globals().update({name: _made(name, *described) for name, described in ENUMERATIONS.items()})

# The name that accelerators' locations had before OTF2 3.0, and by which the original still shows them.
LocationType.GPU = LocationType.ACCELERATOR_STREAM
LocationType._names[LocationType.GPU.value] = "GPU"


class _Number(int):
    """A number that also has itself as its value, like the members of enumerations."""
    value = property(int)


class _Undefined:
    """What stands in a file where there is nothing: all bits of the type."""

    def __init__(self, **values):
        vars(self).update((name, _Number(value)) for name, value in values.items())

    def __setattr__(self, name, value):
        raise AttributeError("Change of values is not allowed.")


Undefined = _Undefined(
    **{f"UINT{bits}": (1 << bits) - 1 for bits in (8, 16, 32, 64)},
    **{f"INT{bits}": -(1 << bits - 1) for bits in (8, 16, 32, 64)},
    TYPE=0xff, TIMESTAMP=(1 << 64) - 1, IO_PARADIGM=0xff, LOCATION=(1 << 64) - 1,
    **dict.fromkeys(("STRING", "ATTRIBUTE", "SYSTEM_TREE_NODE", "LOCATION_GROUP", "REGION", "CALLSITE", "CALLPATH", "GROUP",
                     "METRIC_MEMBER", "METRIC", "COMM", "PARAMETER", "RMA_WIN", "CART_DIMENSION", "CART_TOPOLOGY",
                     "SOURCE_CODE_LOCATION", "CALLING_CONTEXT", "INTERRUPT_GENERATOR", "IO_FILE", "IO_HANDLE", "MARKER"),
                    0xffffffff))

__all__ = ["Undefined", *ENUMERATIONS]
