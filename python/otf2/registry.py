# SPDX-License-Identifier: BSD-3-Clause
"""The definitions of a trace: one registry for each kind, and a method that finds or makes one of it.

    main = trace.definitions.region("main")          # the region of these properties: found, or made
    for region in trace.definitions.regions: ...     # all of them
    trace.definitions.regions[0]                     # by id
"""
from . import definitions
from ._schema import DEFINITIONS, snake_case
from .enums import GroupType
from .error import TraceWriterError


class _Registry:
    """Definitions of one kind, or of kinds that share their ids, in the order they were made."""

    def __init__(self, definition_registry, default_type):
        self._definitions = definition_registry
        self._default_type = default_type

    def create(self, *args, **kwargs):
        return self._create(self._default_type, args, kwargs)


class _ListRegistry(_Registry):
    """Definitions that nothing refers to."""

    def __init__(self, definition_registry, default_type):
        super().__init__(definition_registry, default_type)
        self._elements = []

    def _create(self, cls, args, kwargs):
        made = cls(self._definitions, *args, **kwargs)
        self._elements.append(made)
        return made

    _get = _create

    def __iter__(self):
        return iter(self._elements)


class _RefRegistry(_Registry):
    """Definitions with ids."""

    def __init__(self, definition_registry, default_type):
        super().__init__(definition_registry, default_type)
        self._by_ref = {}
        self._by_key = {}
        self._keys_known = True
        self._next_ref = 0

    def _register(self, definition, key=None):
        self._by_ref[definition._ref] = definition
        self._next_ref = max(self._next_ref, definition._ref + 1)
        if key is None:
            self._keys_known = False
        else:
            self._by_key[key] = definition

    def _values(self, cls, args, kwargs):
        kwargs = dict(kwargs)
        if issubclass(cls, definitions._NamedRefDefinition):
            name = args[0] if args else kwargs.pop("name", None)
            args = (cls._name_for(self._next_ref) if name is None else name, *args[1:])
        return cls._bound(args, kwargs)

    def _made(self, cls, values, args, kwargs):
        made = cls._of(self._definitions, self._next_ref, values)
        made._complete(args, kwargs)
        self._register(made, (cls, *values))
        return made

    def _create(self, cls, args, kwargs):
        return self._made(cls, self._values(cls, args, kwargs), args, kwargs)

    def _get(self, cls, args, kwargs):
        self._know_keys()
        values = self._values(cls, args, kwargs)
        return self._by_key.get((cls, *values)) or self._made(cls, values, args, kwargs)

    def _know_keys(self):
        """Definitions that were read are found by what they say only when somebody asks."""
        if self._keys_known:
            return
        for definition in self._by_ref.values():
            values = (getattr(definition, field.name) for field in definition._fields)
            self._by_key[(type(definition), *values)] = definition
        self._keys_known = True

    def get(self, *args, **kwargs):
        return self._get(self._default_type, args, kwargs)

    def _lookup(self):
        """All definitions by id, as a list where ids have no gaps."""
        if len(self._by_ref) == self._next_ref:
            return [self._by_ref[ref] for ref in range(self._next_ref)]
        return self._by_ref

    def __contains__(self, definition):
        return self._by_ref.get(definition._ref) is definition

    def __getitem__(self, ref):
        return self._by_ref[ref]

    def __iter__(self):
        return iter(self._by_ref.values())

    def __len__(self):
        return len(self._by_ref)


class _StringRegistry(_RefRegistry):
    """Texts; elsewhere in a trace they are their ids. By id, a text itself is found."""

    def __init__(self, definition_registry):
        super().__init__(definition_registry, definitions.String)
        self._refs = {}
        self._written = None  # what is told of new texts

    def _register(self, definition, key=None):
        super()._register(definition, key)
        self._refs[definition.name] = definition._ref
        if self._written is not None:
            self._written(definition)

    def get_ref(self, name, writer=None):
        """The id of a text, which is made if there is none."""
        ref = self._refs.get(name)
        return self.create(name)._ref if ref is None else ref

    def _lookup(self):
        texts = {ref: string.name for ref, string in self._by_ref.items()}
        return [texts[ref] for ref in range(self._next_ref)] if len(texts) == self._next_ref else texts

    def __getitem__(self, ref):
        return self._by_ref[ref].name


def _plural(name):
    if name.endswith("y"):
        return name[:-1] + "ies"
    return name if name.endswith("s") and not name.endswith("ss") else name + ("es" if name.endswith("ss") else "s")


# Kinds of definitions that share a registry, because they share their ids.
_SHARED = {cls: shared for shared, names in {"metrics": ("MetricClass", "MetricInstance"), "comms": ("Comm", "InterComm"),
                                             "io_files": ("IoRegularFile", "IoDirectory")}.items() for cls in names}

# The order in which definitions are written, after the strings. None: groups of metrics.
_ORDER = ("paradigms", "attributes", "system_tree_nodes", "system_tree_node_properties",
          "system_tree_node_domains", "location_groups", "location_group_properties", "locations", "location_properties",
          "regions", "groups", "metric_members", "metrics", "metric_class_recorders", None, "comms", "parameters",
          "callsites", "callpaths", "callpath_parameters", "rma_wins", "cart_dimensions", "cart_topologies",
          "cart_coordinates", "source_code_locations", "calling_contexts", "calling_context_properties",
          "interrupt_generators", "paradigm_properties", "io_paradigms", "io_files", "io_file_properties", "io_handles",
          "io_pre_created_handle_states")


class DefinitionRegistry:
    """All definitions of a trace."""

    def __init__(self):
        self.clock_properties = None
        self._spaces = {}
        self._registries = {}
        for name, cls in definitions.CLASSES.items():
            if name not in ("ClockProperties", "InterComm", "MetricInstance", "IoDirectory"):
                self._add(_SHARED.get(name, _plural(snake_case(name))), cls)

    def _add(self, name, cls):
        if cls is definitions.String:
            registry = _StringRegistry(self)
        else:
            registry = (_RefRegistry if cls._space else _ListRegistry)(self, cls)
        self._registries[name] = registry
        if cls._space:
            self._spaces[cls._space] = registry

    def _registry_of(self, cls):
        name = _SHARED.get(cls.__name__, _plural(snake_case(cls.__name__)))
        return self._registries[name]

    def _string(self, name):
        return self.strings[self.strings.get_ref(name)]

    def metric(self, name, *args, **kwargs):
        """A metric class with one member, which is made of the arguments."""
        return self.metric_class([self.metric_member(name, *args, **kwargs)])

    # What refers to a definition that is not there stays the number it is in the file.
    def _resolved(self, space, ref):
        registry = self._spaces[space]
        definition = registry._by_ref.get(ref)
        if definition is None:
            return ref
        return definition.name if space == "String" else definition

    def _comm_locations(self, group):
        """The locations that the ranks in a group refer to."""
        for other in self.groups:
            if other.group_type == GroupType.COMM_LOCATIONS and other.paradigm == group.paradigm:
                return other.members
        raise TraceWriterError(f"Missing referenced group for sup-group: '{group.name}' #{group._ref}")

    def _locations_of_ranks(self, group):
        try:
            locations = self._comm_locations(group)
        except TraceWriterError:
            return group.members
        return tuple(locations[rank] if rank < len(locations) else rank for rank in group.members)

    def _lookups(self):
        """Everything that events may refer to, by id space."""
        return {space: registry._lookup() for space, registry in self._spaces.items()}

    def _read(self, rows_of):
        """Takes over what a trace has: `rows_of` gives the tuples of a kind of definition."""
        made = []
        for name, cls in definitions.CLASSES.items():
            if name == "ClockProperties":
                continue
            for row in rows_of(name):
                definition = cls.__new__(cls)
                if cls._space:
                    object.__setattr__(definition, "_ref", row[0])
                    row = row[1:]
                if name == "String":
                    definition._set(self, row)
                made.append((definition, row))
        self._register_read([definition for definition, _ in made])
        # Ranks in groups are places in other groups, which must be there first.
        ranked = []
        for definition, values in made:
            if isinstance(definition, definitions.Group) and values[1] == GroupType.COMM_GROUP.value:
                ranked.append((definition, values))
            else:
                definition._read(self, values)
        for definition, values in ranked:
            definition._read(self, values)
        for row in rows_of("ClockProperties"):
            self.clock_properties = definitions.ClockProperties(self, *row)

    def _register_read(self, all_made):
        shared = {}
        for definition in all_made:
            cls = type(definition)
            if cls.__name__ in _SHARED:
                shared.setdefault(_SHARED[cls.__name__], []).append(definition)
            elif cls._space:
                self._spaces[cls._space]._register(definition)
            else:
                self._registry_of(cls)._elements.append(definition)
        for name, some in shared.items():
            for definition in sorted(some, key=lambda one: one._ref):
                self._registries[name]._register(definition)

    def _write(self, define, clock, events_of):
        """Hands every definition to `define` as (number of its type, values), texts before those that use them. How many
        events locations have, `events_of` says."""
        def define_one(definition):
            values = definition._values(self)  # which may make new texts: they come first
            if isinstance(definition, definitions.Location):
                values[3] = events_of(definition)
            define(definition._schema_number, values)

        define_one(clock)
        strings = self.strings
        for string in list(strings):
            define_one(string)
        strings._written = define_one
        try:
            for name in _ORDER:
                # Groups of metrics come after the metrics.
                for definition in list(self._registries[name or "groups"]):
                    is_late = name in ("groups", None) and definition.group_type == GroupType.METRIC
                    if is_late == (name is None):
                        define_one(definition)
        finally:
            strings._written = None


def _add_accessors():
    """trace.definitions.regions and trace.definitions.region(...), for every kind."""
    def collection(name):
        return property(lambda self: self._registries[name])

    def part_of(shared, cls):
        return property(lambda self: filter(lambda one: isinstance(one, cls), self._registries[shared]))

    def finder(cls, doc):
        def find(self, *args, **kwargs):
            return self._registry_of(cls)._get(cls, args, kwargs)
        find.__name__ = snake_case(cls.__name__)
        find.__qualname__ = f"DefinitionRegistry.{find.__name__}"
        find.__doc__ = f"{doc} The one with these properties, which is made if there is none."
        return find

    for name, cls in definitions.CLASSES.items():
        if name == "ClockProperties":
            continue
        single, plural = snake_case(name), _plural(snake_case(name))
        if name in _SHARED:
            setattr(DefinitionRegistry, _SHARED[name], collection(_SHARED[name]))
            if plural != _SHARED[name]:
                setattr(DefinitionRegistry, plural, part_of(_SHARED[name], cls))
        else:
            setattr(DefinitionRegistry, plural, collection(plural))
        if name != "String":
            setattr(DefinitionRegistry, single, finder(cls, DEFINITIONS[name].doc))


_add_accessors()
