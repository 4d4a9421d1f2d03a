# SPDX-License-Identifier: BSD-3-Clause
"""Everything that can be seen of an archive.

    dump.py ANCHOR
"""
import sys

import otf2

COLLECTIONS = """strings attributes system_tree_nodes location_groups locations regions callsites callpaths groups
    metric_members metrics metric_classes metric_instances comms inter_comms parameters rma_wins metric_class_recorders
    system_tree_node_properties system_tree_node_domains location_group_properties location_properties cart_dimensions
    cart_topologies cart_coordinates source_code_locations calling_contexts calling_context_properties
    interrupt_generators paradigms paradigm_properties io_files io_regular_files io_directories io_file_properties
    io_paradigms io_handles io_pre_created_handle_states callpath_parameters""".split()


def plain(value):
    """Flags as a number: combinations of them have no text in the original."""
    return value.value if type(value).__name__.endswith(("Flag", "Level")) else value


def shown(what):
    names = [field.name for field in what._fields] if hasattr(what, "_registry") else list(vars(what))
    fields = {name: plain(getattr(what, name)) for name in names}
    is_combined = any(plain(getattr(what, name)) is not getattr(what, name) and bin(fields[name]).count("1") > 1
                      for name in names)
    return f"{fields} {'' if is_combined else what}"


def dump(path):
    with otf2.reader.open(path) as trace:
        definitions = trace.definitions
        print(definitions.clock_properties, trace.timer_resolution)
        for name in COLLECTIONS:
            collection = getattr(definitions, name)
            print(name, len(collection) if hasattr(collection, "__len__") else "")
            for definition in collection:
                print(f"  {type(definition).__name__} {shown(definition)}")
        for metric in definitions.metrics:
            print(metric.members)
        for comm in definitions.comms:
            if comm.group is not None:
                print(comm.group.members, [comm.rank(location) for location in comm.group.members])
        print(len(trace.events))
        for location, event in trace.events:
            print(repr(location), type(event).__name__, shown(event))


dump(sys.argv[1])
