# SPDX-License-Identifier: BSD-3-Clause
"""The classes of events, made from Weft's schema: Enter(time, region, attributes=None) and so on.

Events have the attributes `time`, `attributes` (None, or a dict of Attribute and value) and one for each field."""
from numbers import Number

from ._schema import EVENTS, snake_case
from .enums import Base

# Fields of the schema that are called otherwise, or that users do not see.
_RENAMED = {"Metric": {"type_i_ds": None, "metric_values": "values"}}


class _Event:
    """What all events have in common."""
    __slots__ = ("time", "attributes")
    _fields = ()

    def __init__(self, time, attributes=None):
        if attributes is not None and not isinstance(attributes, dict):
            raise TypeError("Unexpected type for argument: attributes")
        self.time = time
        self.attributes = attributes

    @property
    def __dict__(self):
        return {name: getattr(self, name) for name in ("time", "attributes", *self._fields)}

    def __str__(self):
        return str(self.__dict__)


class _MetricEvent(_Event):
    """Values with what they mean: as they are, and times the power that their member tells."""
    __slots__ = ()

    def _expect_one_value(self):
        if len(self.values) != 1:
            raise AttributeError(f"Trying to access singular metric value on metric event with {len(self.values)} values")

    @property
    def member(self):
        self._expect_one_value()
        return self.metric.members[0]

    @property
    def value(self):
        self._expect_one_value()
        return self.values[0]

    @value.setter
    def value(self, value):
        self._expect_one_value()
        self.values[0] = value

    @property
    def scaled_value(self):
        self._expect_one_value()
        return self.scaled_values[0]

    @property
    def scaled_values(self):
        return [value * (2 if member.base == Base.BINARY else 10) ** member.exponent
                for member, value in zip(self.metric.members, self.values)]


# Those that are more than their fields.
_BASES = {"Metric": _MetricEvent}


def names_of_fields(record):
    """The attributes that an event has for the fields of the schema, in order; None for those it has not."""
    renamed = _RENAMED.get(record.name, {})
    return [renamed.get(field.name, field.name) for field in record.fields]


def compiled(name, owner, parameters, body, scope):
    """A method with these parameters, as if it were written by hand."""
    lines = [f"def {name}({', '.join(['self', 'time', *parameters, 'attributes=None'])}):", *(f"    {line}" for line in body)]
    exec("\n".join(lines), scope)
    made = scope[name]
    made.__qualname__ = f"{owner}.{name}"
    made.__module__ = scope["__name__"]
    return made


def _made(record):
    fields = tuple(name for name in names_of_fields(record) if name)
    body = ["_Event.__init__(self, time, attributes)"]
    for field in fields:
        is_metric = record.name == "Metric" and field == "values"
        body.append(f"self.{field} = [{field}] if isinstance({field}, Number) else {field}" if is_metric
                    else f"self.{field} = {field}")
    init = compiled("__init__", record.name, fields, body, {"__name__": __name__, "_Event": _Event, "Number": Number})
    return type(record.name, (_BASES.get(record.name, _Event),), {
        "__slots__": fields, "__doc__": record.doc, "__module__": __name__, "__init__": init, "_fields": fields,
        "_method": snake_case(record.name)})


CLASSES = {name: _made(record) for name, record in EVENTS.items()}
globals().update(CLASSES)

__all__ = list(CLASSES)
