# SPDX-License-Identifier: BSD-3-Clause
"""The records that Weft knows, as its schema declares them: what every class of this package is made from."""
import re
from collections import namedtuple

from weft import _weft

# `kind`: "number", "reference", "enumeration", "text", "value" (a number whose type stands in the field before it).
# `refers_to`: the id space of a reference, the name of an enumeration. `mask`: all bits a number may have.
Field = namedtuple("Field", "name doc kind refers_to is_list mask signed")
Record = namedtuple("Record", "number name doc fields")


def snake_case(name):
    """msgTag -> msg_tag, requestID -> request_id, IoFile -> io_file."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def _records(described):
    for number, (name, doc, fields) in enumerate(described):
        yield Record(number, name, doc, tuple(
            Field(snake_case(field), about, kind, refers_to, is_list, (1 << 8 * size) - 1, signed)
            for field, about, kind, refers_to, is_list, size, signed in fields))


EVENTS = {record.name: record for record in _records(_weft.otf2_records("events"))}
DEFINITIONS = {record.name: record for record in _records(_weft.otf2_records("definitions"))}
# name -> (is a set of flags, {name of a member: its value})
ENUMERATIONS = _weft.otf2_enumerations()

# Records of other formats, for which OTF2 has no word.
EVENTS.pop("Unknown", None)


def wrapped(value, mask, signed):
    """A whole number in as many bits as the file has for it: what is too large comes around, as in C."""
    value &= mask
    return value - mask - 1 if signed and value > mask >> 1 else value
