# SPDX-License-Identifier: BSD-3-Clause
"""The second example: what is in an archive, as text.

    read_example.py ANCHOR
"""
import sys

import otf2
from otf2.events import Enter, Leave, Metric

with otf2.reader.open(sys.argv[1]) as trace:
    print(f"{trace.timer_resolution} ticks a second")
    print(f"Read {len(trace.definitions.strings)} strings:")
    for string in trace.definitions.strings:
        print(f"  {string}")
    print("Known regions:")
    for region in trace.definitions.regions:
        print(f"  {region.name} {region.canonical_name!r} {region.region_role} {region}")
    print("Locations:")
    for location in trace.definitions.locations:
        print(f"  {location.name} in {location.group.name} on {location.group.system_tree_parent.name}: {location}")
    print(f"{len(trace.events)} events")
    for location, event in trace.events:
        attributes = None
        if event.attributes:
            attributes = {key.name: value for key, value in event.attributes.items()}
        print(f"{type(event).__name__} on {location.name} at {event.time} with {attributes}")
        if isinstance(event, (Enter, Leave)):
            print(f"  of {event.region.name}")
        elif isinstance(event, Metric):
            for member, value in zip(event.metric.members, event.values):
                print(f"  {member.name} = {value} {member.unit} ({member.value_type})")
