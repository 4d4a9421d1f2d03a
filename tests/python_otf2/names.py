# SPDX-License-Identifier: BSD-3-Clause
"""The public names of the module: of its modules, its classes, the members of its enumerations, and of objects at work.

    names.py DIRECTORY
"""
import importlib
import inspect
import pkgutil
import sys

import otf2
from otf2.enums import Type


def public(what):
    return [name for name in dir(what) if not name.startswith("_")]


def classes():
    """All classes by the module in which users find them, and what they and their modules have."""
    names = [module.name for module in pkgutil.iter_modules(otf2.__path__) if not module.name.startswith("_")]
    for module in [otf2, *(importlib.import_module(f"otf2.{name}") for name in sorted(names))]:
        for name in public(module):
            found = getattr(module, name)
            is_own = getattr(found, "__module__", "").split(".")[-1] == module.__name__.split(".")[-1]
            if inspect.ismodule(found) or not (is_own or module.__name__ in ("otf2", "otf2.enums")):
                continue
            print(f"{module.__name__}.{name}")
            if inspect.isclass(found):
                for member in public(found):
                    value = getattr(getattr(found, member), "value", "")
                    print(f"{module.__name__}.{name}", member, value if isinstance(value, int) else "")


def tell(**objects):
    for name, what in objects.items():
        for member in public(what):
            print(name, member)


def objects(path):
    with otf2.writer.open(path, timer_resolution=1000) as trace:
        definitions = trace.definitions
        region, node = definitions.region("main"), definitions.system_tree_node("node")
        process = definitions.location_group("process", system_tree_parent=node)
        writer = trace.event_writer("thread", group=process)
        metric, attribute = definitions.metric("heat", unit="K"), definitions.attribute("number", type=Type.UINT64)
        writer.enter(17, region, {attribute: 3})
        writer.metric(18, metric, 293.5)
        writer.leave(23, region)
        tell(writer=trace, definitions=definitions, strings=definitions.strings, regions=definitions.regions, region=region,
             node=node, process=process, event_writer=writer, metric=metric, attribute=attribute,
             clock=definitions.clock_properties)
    with otf2.reader.open(f"{path}/traces.otf2") as trace:
        tell(reader=trace, read_definitions=trace.definitions, events=trace.events)
        for location, event in trace.events:
            tell(location=location, **{type(event).__name__: event})


classes()
objects(sys.argv[1])
