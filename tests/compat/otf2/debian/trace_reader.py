# SPDX-License-Identifier: BSD-3-Clause
"""Prints a trace with the Python bindings of OTF2: every definition, and every event with its attributes.

    trace_reader.py ANCHOR
"""
import sys

import otf2


def tell_definitions(definitions):
    for name in dir(definitions):
        registry = getattr(definitions, name)
        if not name.startswith("_") and hasattr(registry, "__iter__"):
            for definition in registry:
                print(name, definition)


def main():
    with otf2.reader.open(sys.argv[1]) as trace:
        print("resolution", trace.timer_resolution)
        tell_definitions(trace.definitions)
        for location, event in trace.events:
            print(location.name, type(event).__name__, event)


if __name__ == "__main__":
    main()
