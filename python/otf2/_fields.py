# SPDX-License-Identifier: BSD-3-Clause
"""The fields of definitions. They come from Weft's schema; the tables below say what only this interface knows: which
fields have another name here, and which may be left out when a definition is made."""
from . import enums
from ._schema import wrapped
from .enums import *

REQUIRED = object()

# Fields that are called otherwise than in the schema.
_RENAMED = {
    "String": {"string": "name"},
    "Location": {"location_type": "type", "location_group": "group"},
    "MetricClass": {"metric_members": "members", "metric_occurrence": "occurrence"},
    "MetricClassRecorder": {"metric": "metric_class"},
    "SystemTreeNodeDomain": {"system_tree_domain": "system_tree_node_domain"},
    "CartTopology": {"cart_dimensions": "dimensions"},
    "CartCoordinate": {"cart_topology": "topology"},
    "IoPreCreatedHandleState": {"mode": "io_access_mode", "status_flags": "io_status_flags"},
    "InterComm": {"group_a": "groupA", "group_b": "groupB", "common_communicator": "parent"},
}

# What fields are when nothing is said; all others must be given.
_DEFAULTS = {
    "ClockProperties": {"global_offset": 0, "trace_length": 0, "realtime_timestamp": Undefined.TIMESTAMP.value},
    "Attribute": {"description": "", "type": Type.STRING},
    "SystemTreeNode": {"class_name": "", "parent": None},
    "LocationGroup": {"location_group_type": LocationGroupType.PROCESS, "creating_location_group": None},
    "Location": {"type": LocationType.CPU_THREAD, "number_of_events": 0},
    "Region": {"canonical_name": None, "description": "", "region_role": RegionRole.FUNCTION, "paradigm": Paradigm.NONE,
               "region_flags": RegionFlag.NONE, "source_file": None, "begin_line_number": 0, "end_line_number": 0},
    "Callsite": {"source_file": None, "line_number": 0},
    "Group": {"paradigm": Paradigm.NONE, "group_flags": GroupFlag.NONE},
    "MetricMember": {"description": "", "metric_type": MetricType.OTHER, "metric_mode": MetricMode.ABSOLUTE_POINT,
                     "value_type": Type.DOUBLE, "base": Base.DECIMAL, "exponent": 0, "unit": ""},
    "MetricClass": {"occurrence": MetricOccurrence.ASYNCHRONOUS, "recorder_kind": RecorderKind.UNKNOWN},
    "Comm": {"parent": None, "flags": CommFlag.NONE},
    "InterComm": {"parent": None, "flags": CommFlag.NONE},
    "Parameter": {"parameter_type": ParameterType.STRING},
    "RmaWin": {"flags": RmaWinFlag.NONE},
    "CartDimension": {"cart_periodicity": CartPeriodicity.FALSE},
    "SourceCodeLocation": {"line_number": 0},
    "CallingContext": {"source_code_location": None},
    "InterruptGenerator": {"interrupt_generator_mode": InterruptGeneratorMode.TIME, "base": Base.DECIMAL, "exponent": 0},
    "IoHandle": {"io_handle_flags": IoHandleFlag.NONE, "comm": None, "parent": None},
    "IoPreCreatedHandleState": {"io_status_flags": IoStatusFlag.NONE},
}


class DefinitionField:
    """One field of a class of definitions."""
    __slots__ = ("name", "kind", "type", "default", "space", "is_list", "mask", "signed")

    def __init__(self, record, field):
        self.name = _RENAMED.get(record.name, {}).get(field.name, field.name)
        self.default = _DEFAULTS.get(record.name, {}).get(self.name, REQUIRED)
        self.kind = field.kind
        self.space = field.refers_to
        self.is_list = field.is_list
        self.mask, self.signed = field.mask, field.signed
        if field.kind == "enumeration":
            self.type = getattr(enums, field.refers_to)
        elif field.kind == "text" or self.space == "String":
            self.type = str
        else:  # of references, set when all classes are there
            self.type = object if field.kind == "value" else int

    def checked(self, value):
        """`value` as this field keeps it."""
        if self.is_list:
            return tuple(value)
        if value is not None and not isinstance(value, self.type):
            expected = (self.type,) if self.type is str else self.type
            raise TypeError(f"Wrong type for {self.name}, expected {expected}, actual {type(value)}")
        return value

    def from_file(self, registry, value):
        if self.is_list:
            return tuple(self._element_from_file(registry, element) for element in value)
        return self._element_from_file(registry, value)

    def _element_from_file(self, registry, value):
        if self.kind == "reference":
            return None if value is None else registry._resolved(self.space, value)
        if self.kind == "enumeration":
            return self.type(value)
        return value

    def to_file(self, registry, value):
        if self.is_list:
            return [self._element_to_file(registry, element) for element in value]
        return self._element_to_file(registry, value)

    def _element_to_file(self, registry, value):
        if self.kind == "text":
            return value
        if self.kind == "reference":
            if value is None:
                return None
            if self.space == "String":
                return registry.strings.get_ref(value)
            return value if isinstance(value, int) else value._ref  # what was not defined is still its number
        if self.kind == "enumeration":
            return value.value
        return wrapped(value, self.mask, self.signed)
