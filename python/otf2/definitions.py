# SPDX-License-Identifier: BSD-3-Clause
"""The classes of definitions, made from Weft's schema on the bases that stand here."""
from numbers import Integral, Real

from ._fields import REQUIRED, DefinitionField
from ._schema import DEFINITIONS, snake_case
from .attribute_value import from_file, to_file
from .enums import *

class _Definition:
    """What all definitions have in common: fields, which are shown by str() and checked when they are set."""
    __slots__ = ("_registry",)
    _fields = ()
    _by_name = {}

    def __init__(self, registry, *args, **kwargs):
        self._set(registry, self._bound(args, kwargs))

    def _set(self, registry, values):
        put = object.__setattr__
        put(self, "_registry", registry)
        for field, value in zip(self._fields, values):
            put(self, field.name, value)

    @classmethod
    def _bound(cls, args, kwargs):
        """The values of all fields, from the arguments of a call."""
        if len(args) > len(cls._fields):
            raise TypeError("Too many arguments.")
        values = []
        for number, field in enumerate(cls._fields):
            if number < len(args):
                if field.name in kwargs:
                    raise TypeError(f"Multiple values for '{field.name}'.")
                value = args[number]
            else:
                value = kwargs.pop(field.name, field.default)
            if value is REQUIRED:
                raise TypeError(f"Required parameter '{field.name}' missing.")
            values.append(field.checked(value))
        if kwargs:
            raise TypeError("Unused argument.")
        return values

    def __setattr__(self, name, value):
        field = self._by_name.get(name)
        object.__setattr__(self, name, value if field is None else field.checked(value))

    def _str_fields(self):
        return ", ".join(f"{field.name!r}: {getattr(self, field.name)!r}" for field in self._fields)

    def __str__(self):
        return f"{type(self).__name__}: {self._str_fields()}"

    # Reading and writing: `values` and what is returned are the fields of the schema, in its order.
    def _read(self, registry, values):
        self._set(registry, [field.from_file(registry, value) for field, value in zip(self._fields, values)])

    def _values(self, registry):
        return [field.to_file(registry, getattr(self, field.name)) for field in self._fields]


class _RefDefinition(_Definition):
    """A definition that others refer to, by its id. May have properties: definition["name of a property"]."""
    __slots__ = ("_ref", "_properties")

    def __init__(self, registry, ref, *args, **kwargs):
        super().__init__(registry, *args, **kwargs)
        object.__setattr__(self, "_ref", ref)

    @classmethod
    def _of(cls, registry, ref, values):
        made = cls.__new__(cls)
        object.__setattr__(made, "_ref", ref)
        made._set(registry, values)
        return made

    def _complete(self, args, kwargs):
        """What a new definition takes from the arguments of the call besides its fields."""

    def _properties_of(self):
        try:
            return self._properties
        except AttributeError:
            object.__setattr__(self, "_properties", {})
            return self._properties

    def __getitem__(self, key):
        return self._properties_of()[key].value

    def __setitem__(self, key, value):
        self._properties_of()[key].value = value

    def _add_property(self, key, definition):
        if key in self._properties_of():
            raise ValueError(f"{self!r} has a property {key!r} already")
        self._properties[key] = definition

    def __repr__(self):
        return f"{type(self).__name__} [{self._ref}]"

    def __str__(self):
        return f"{_RefDefinition.__repr__(self)}: {self._str_fields()}"

    def _values(self, registry):
        return [self._ref, *super()._values(registry)]


class _NamedRefDefinition(_RefDefinition):
    """A definition with an id and a name; without a name it is called after its id."""
    __slots__ = ()

    def __init__(self, registry, ref, name=None, *args, **kwargs):
        super().__init__(registry, ref, self._name_for(ref) if name is None else name, *args, **kwargs)

    @classmethod
    def _name_for(cls, ref):
        return f"{cls.__name__} #{ref}"

    def __repr__(self):
        return f"{type(self).__name__} [{self._ref}] {self.name!r}"


class _PropertyDefinition(_Definition):
    """A named value of another definition."""
    __slots__ = ()

    def __init__(self, registry, arg0, arg1, type_id=None, value=None):
        super().__init__(registry, arg0, arg1, type_id, value)

    @classmethod
    def _bound(cls, args, kwargs):
        return cls._with_type(*args, **kwargs)

    @classmethod
    def _with_type(cls, arg0, arg1, type_id=None, value=None):
        if value is None:
            raise TypeError("Missing argument 'value' for PropertyDefinition.")
        owner, key = cls._fields[:2]
        type_id = get_type_id(value) if type_id is None else cls._fields[2].checked(type_id)
        if type_id == Type.STRING and not isinstance(value, str):
            raise TypeError(f"Wrong type for value, expected {str}, actual {type(value)}")
        return [owner.checked(arg0), key.checked(arg1), type_id, value]

    def _set(self, registry, values):
        super()._set(registry, values)
        owner = values[0]
        if isinstance(owner, _RefDefinition):
            owner._add_property(values[1], self)

    def __setattr__(self, name, value):
        if name == "type":
            raise AttributeError(f"property 'type' of {type(self).__name__!r} object has no setter")
        super().__setattr__(name, value)

    def _read(self, registry, values):
        owner, key, type_id = [field.from_file(registry, value) for field, value in zip(self._fields, values[:3])]
        read = [owner, key, type_id, from_file(registry, values[3], values[2])]
        try:
            self._set(registry, read)
        except ValueError:  # said twice; the first is found by its name, both are in the registry
            pass

    def _values(self, registry):
        owner, key = [field.to_file(registry, getattr(self, field.name)) for field in self._fields[:2]]
        return [owner, key, self.type.value, to_file(registry, self.value, self.type)]


class _MetricValues:
    """What metric classes and instances have in common: members that say how values are to be understood."""
    __slots__ = ()

    @property
    def member(self):
        if len(self.members) != 1:
            raise AttributeError(f"Trying to read single member from {type(self).__name__} with {len(self.members)} members")
        return self.members[0]

    @property
    def _type_ids(self):
        return [member.value_type.value for member in self.members]

    def _values_to_file(self, values):
        """The values of an event, as their members' types need them."""
        values = tuple(values)
        if len(values) < len(self.members):
            raise ValueError(f"{self!r} has {len(self.members)} members, but {len(values)} values were given")
        return [to_file(None, value, member.value_type) for member, value in zip(self.members, values)]


class Metric(_RefDefinition):
    """A metric class or a metric instance."""
    __slots__ = ()


class IoFile(_NamedRefDefinition):
    """A file or a directory."""
    __slots__ = ()


class _GroupBase(_NamedRefDefinition):
    """The rank of a location in a group is its place among the members."""
    __slots__ = ()

    # Which definitions the members of a group are.
    _SPACES = {GroupType.LOCATIONS: "Location", GroupType.COMM_LOCATIONS: "Location", GroupType.REGIONS: "Region",
               GroupType.METRIC: "Metric"}

    def __init__(self, registry, ref, name=None, group_type=REQUIRED, paradigm=Paradigm.NONE, group_flags=GroupFlag.NONE,
                 members=REQUIRED):
        super().__init__(registry, ref, name, group_type, paradigm, group_flags, members)

    def rank(self, location):
        return self.members.index(location)

    def location(self, rank):
        return self.members[rank]

    def _read(self, registry, values):
        super()._read(registry, values)
        space = self._SPACES.get(self.group_type)
        if space:
            self.members = [registry._resolved(space, ref) for ref in self.members]
        elif self.group_type == GroupType.COMM_GROUP:
            object.__setattr__(self, "members", registry._locations_of_ranks(self))

    def _values(self, registry):
        if self.group_type == GroupType.COMM_GROUP:
            rank_of = {location: rank for rank, location in reversed(list(enumerate(registry._comm_locations(self))))}
            members = [rank_of[member] for member in self.members]
        else:
            members = [getattr(member, "_ref", member) for member in self.members]
        fields = [field.to_file(registry, getattr(self, field.name)) for field in self._fields[:-1]]
        return [self._ref, *fields, members]


class _MetricInstanceBase(_MetricValues, Metric):
    __slots__ = ()

    def __init__(self, registry, ref, metric_class, recorder, metric_scope=None, scope=None):
        super().__init__(registry, ref, metric_class, recorder, metric_scope, scope)

    @classmethod
    def _bound(cls, args, kwargs):
        return cls._with_scope(*args, **kwargs)

    @classmethod
    def _with_scope(cls, metric_class, recorder, metric_scope=None, scope=None):
        if scope is None:
            raise TypeError("Missing argument 'scope' for MetricInstance.")
        for kind, (definition, space) in cls._scopes().items():
            if isinstance(scope, definition):
                return [cls._fields[0].checked(metric_class), cls._fields[1].checked(recorder), kind, scope]
        raise TypeError(f"Invalid scope type: {type(scope)}.")

    @staticmethod
    def _scopes():
        return {MetricScope.LOCATION: (Location, "Location"), MetricScope.LOCATION_GROUP: (LocationGroup, "LocationGroup"),
                MetricScope.SYSTEM_TREE_NODE: (SystemTreeNode, "SystemTreeNode"), MetricScope.GROUP: (Group, "Group")}

    @property
    def members(self):
        return self.metric_class.members

    def __setattr__(self, name, value):
        if name == "metric_scope":
            raise AttributeError("property 'metric_scope' of 'MetricInstance' object has no setter")
        if name == "scope":
            self._set(self._registry, self._with_scope(self.metric_class, self.recorder, scope=value))
        else:
            super().__setattr__(name, value)

    def _read(self, registry, values):
        super()._read(registry, values)
        if self.metric_scope in self._scopes():
            space = self._scopes()[self.metric_scope][1]
            object.__setattr__(self, "scope", registry._resolved(space, self.scope))

    def _values(self, registry):
        return [self._ref, self.metric_class._ref, self.recorder._ref, self.metric_scope.value, self.scope._ref]


class _IoParadigmBase(_RefDefinition):
    """Properties of I/O paradigms are part of them: paradigm[IoParadigmProperty.VERSION]."""
    __slots__ = ()

    def __init__(self, registry, ref, identification, name, io_paradigm_class, io_paradigm_flags, properties=None):
        super().__init__(registry, ref, identification, name, io_paradigm_class, io_paradigm_flags)
        self._complete((), {"properties": properties})

    def _complete(self, args, kwargs):
        properties = args[4] if len(args) > 4 else kwargs.get("properties")
        for key, value in (properties or {}).items():
            self[key] = value

    @classmethod
    def _bound(cls, args, kwargs):
        return super()._bound(args[:4], {key: value for key, value in kwargs.items() if key != "properties"})

    def __getitem__(self, key):
        return self._properties_of()[key][1]

    def __setitem__(self, key, value):
        self._properties_of()[key] = get_type_id(value), value

    def _read(self, registry, values):
        super()._read(registry, values[:4])
        for key, type_id, value in zip(*values[4:]):
            self._properties_of()[IoParadigmProperty(key)] = Type(type_id), from_file(registry, value, type_id)

    def _values(self, registry):
        fields = super()._values(registry)
        properties = self._properties_of()
        return [*fields, [key.value for key in properties], [type_id.value for type_id, _ in properties.values()],
                [to_file(registry, value, type_id) for type_id, value in properties.values()]]


class _RegionBase(_NamedRefDefinition):
    __slots__ = ()

    def __init__(self, registry, ref, name=None, canonical_name=None, *args, **kwargs):
        name = self._name_for(ref) if name is None else name
        super().__init__(registry, ref, name, name if canonical_name is None else canonical_name, *args, **kwargs)

    @classmethod
    def _bound(cls, args, kwargs):
        values = super()._bound(args, kwargs)
        if values[1] is None:
            values[1] = values[0]
        return values


class _CommBase(_NamedRefDefinition):
    """Ranks are those of its group."""
    __slots__ = ()

    def rank(self, location):
        return self.group.rank(location)

    def location(self, rank):
        return self.group.location(rank)


class _RmaWinBase(_NamedRefDefinition):
    """Ranks are those of its communicator."""
    __slots__ = ()

    def rank(self, location):
        return self.comm.rank(location)

    def location(self, rank):
        return self.comm.location(rank)


class _MetricClassBase(_MetricValues, Metric):
    __slots__ = ()


class _ClockPropertiesBase(_Definition):
    __slots__ = ()

    def __setattr__(self, name, value):
        raise AttributeError("This object is immutable")


_BASES = {
    "Group": _GroupBase, "MetricInstance": _MetricInstanceBase, "MetricClass": _MetricClassBase, "Comm": _CommBase,
    "IoParadigm": _IoParadigmBase, "Region": _RegionBase, "ClockProperties": _ClockPropertiesBase,
    "IoRegularFile": IoFile, "IoDirectory": IoFile, "Metric": Metric,
    "RmaWin": _RmaWinBase,
}


def _base_of(record):
    names = [field.name for field in record.fields]
    if record.name in _BASES:
        return _BASES[record.name]
    if names[0] != "self":
        return _PropertyDefinition if names[-2:] == ["type", "value"] else _Definition
    return _NamedRefDefinition if "name" in names[1:2] else _RefDefinition


def _made(record, base=None, drop=()):
    base = base or _base_of(record)
    fields = tuple(DefinitionField(record, field) for field in record.fields
                   if field.name != "self" and field.name not in drop)
    inherited = {field.name for field in base._fields}
    namespace = {
        "__slots__": tuple(field.name for field in fields if field.name not in inherited), "__doc__": record.doc,
        "__module__": __name__, "_fields": fields, "_by_name": {field.name: field for field in fields},
        "_schema_number": record.number,
        "_space": next((field.refers_to for field in record.fields if field.name == "self"), None),
    }
    type_id = getattr(Type, snake_case(namespace["_space"] or "").upper(), None)
    if type_id is not None:
        namespace["type_id"] = type_id
    return type(record.name, (base,), namespace)


def _made_all():
    drop = {"IoParadigm": ("properties", "types", "values")}
    made = {}
    for record in DEFINITIONS.values():
        base = made["Comm"] if record.name == "InterComm" else None
        made[record.name] = _made(record, base, drop.get(record.name, ()))
    made["InterComm"].group = None  # it has two
    return made


CLASSES = _made_all()
globals().update(CLASSES)
Metric.type_id = Type.METRIC
IoFile.type_id = Type.IO_FILE

# The classes that references of an id space may be of.
_CLASS_OF_SPACE = {**{cls._space: cls for cls in CLASSES.values() if cls._space}, "Metric": Metric, "IoFile": IoFile,
                   "Comm": CLASSES["Comm"], "String": str}


def _set_reference_types():
    for cls in CLASSES.values():
        for field in cls._fields:
            if field.kind == "reference":
                field.type = _CLASS_OF_SPACE[field.space]
    for cls in (CLASSES["MetricInstance"], CLASSES["MetricClassRecorder"]):
        cls._by_name["metric_class"].type = CLASSES["MetricClass"]


_set_reference_types()


def get_type_id(value):
    """The type that a value has when none is given."""
    if isinstance(value, Integral):
        return Type.INT64
    if isinstance(value, Real):
        return Type.DOUBLE
    if isinstance(value, str):
        return Type.STRING
    type_id = getattr(value, "type_id", None)
    if type_id is None:
        raise TypeError(f"Encountered value with unexpected type for an attribute value: '{value} ({type(value)})'")
    return type_id


__all__ = [*CLASSES, "Metric", "IoFile", "get_type_id"]
