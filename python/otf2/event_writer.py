# SPDX-License-Identifier: BSD-3-Clause
"""Writing the events of one location: one method for each kind of event, made from Weft's schema."""
from numbers import Number

from . import enums, events
from ._schema import EVENTS, snake_case
from .attribute_value import to_file
from .enums import ParameterType
from .error import told_by


def _number(value, enumeration=None):
    """A whole number, or a member of an enumeration; of the right one, if it matters which."""
    if isinstance(value, int):
        return value
    if isinstance(value, enumeration or enums._Enumeration):
        return value.value
    raise TypeError(f"a whole number is needed, not {value!r}")


def _check_parameter(parameter, wanted):
    if parameter.parameter_type != wanted:
        raise TypeError(f"Expected parameter of type {repr(wanted).split('.')[1]}, but got {parameter.parameter_type}")


def _unsigned(value):
    if value < 0:
        raise TypeError(f"Expected UINT64 parameter value, but got {type(value)}")
    return value


class EventWriter:
    """Writes the events of a location, in order of time.

        writer.enter(time, region)
        writer.leave(time, region, {attribute: value})
        writer(event)
    """

    def __init__(self, archive, location):
        self._archive = archive
        self._location = location
        self._registry = archive.definitions
        self._text_ref = archive.definitions.strings.get_ref
        self._handle = archive.handle.events(location._ref)

    @property
    def handle(self):
        return self._handle

    def _write(self, kind, time, values, attributes):
        if attributes:
            if not isinstance(attributes, dict):
                raise TypeError("Unexpected type for argument: attributes")
            registry = self._registry
            attributes = [(key._ref, key.type.value, to_file(registry, value, key.type))
                          for key, value in attributes.items()]
        elif attributes is not None and not isinstance(attributes, dict):
            raise TypeError("Unexpected type for argument: attributes")
        self._archive._update_timestamps(time)
        told_by(self._handle.write, kind, time & 0xffffffffffffffff, values, attributes or None)

    def write(self, event):
        """Writes an event that is an object."""
        event.time  # what has no time is no event
        getattr(self, event._method)(event.time, *[getattr(event, name) for name in event._fields], event.attributes)

    __call__ = write

    def close(self):
        """No more events will come. Closing the trace closes all writers."""
        told_by(self._handle.close)


# Events that need more than their fields one by one: what is done before, and the values as the file has them.
_SPECIAL = {
    "Metric": (["values = metric._values_to_file([values] if isinstance(values, Number) else values)"],
               ["metric._ref", "metric._type_ids[:len(values)]", "values"]),
    "ParameterString": (["_check_parameter(parameter, ParameterType.STRING)"], None),
    "ParameterInt": (["_check_parameter(parameter, ParameterType.INT64)"], None),
    "ParameterUnsignedInt": (["_check_parameter(parameter, ParameterType.UINT64)", "value = _unsigned(value)"], None),
}


def _expression(field):
    """How a parameter becomes a value of the file."""
    if field.kind == "reference":
        one = "self._text_ref(str({}))" if field.refers_to == "String" else "{}._ref"
    else:
        mask = hex(field.mask)
        enumeration = f", enums.{field.refers_to}" if field.kind == "enumeration" else ""
        one = f"(_number({{}}{enumeration}) & {mask})"
        if field.signed:
            half = hex((field.mask + 1) >> 1)
            one = f"(({one} ^ {half}) - {half})"
    return f"[{one.format('one')} for one in {field.name}]" if field.is_list else one.format(field.name)


def _made(record):
    before, values = _SPECIAL.get(record.name, ([], None))
    names = [name for name in events.names_of_fields(record) if name]
    values = ", ".join(values or [_expression(field) for field in record.fields])
    body = [repr(record.doc), *before, f"self._write({record.number}, time, ({values}{',' if values else ''}), attributes)"]
    scope = {"__name__": __name__, "Number": Number, "ParameterType": ParameterType, "enums": enums, "_number": _number,
             "_check_parameter": _check_parameter, "_unsigned": _unsigned}
    return events.compiled(snake_case(record.name), "EventWriter", names, body, scope)


for _record in EVENTS.values():
    setattr(EventWriter, snake_case(_record.name), _made(_record))
