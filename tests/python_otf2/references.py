# SPDX-License-Identifier: BSD-3-Clause
"""Whether events hold what they refer to as long as they live, and not longer. Of ours only: events are made in C++.

    references.py ANCHOR
"""
import gc
import sys

import otf2


def counts(trace):
    """How often everything that events may refer to is held, and what is shared by all."""
    definitions = trace.definitions
    held = [*definitions.regions, *definitions.locations, *definitions.attributes, *definitions.comms, *definitions.metrics]
    members = [getattr(cls, name) for cls in map(vars(otf2.enums).get, otf2.enums.__all__[1:]) for name in cls._names.values()]
    return [sys.getrefcount(one) for one in [*held, *members, *otf2.events.CLASSES.values()]]


def check(anchor):
    with otf2.reader.open(anchor) as trace:
        before = counts(trace)
        kept = list(trace.events)
        assert counts(trace) != before, "events hold nothing"
        assert len({id(pair) for pair in kept}) == len(kept) == len(trace.events), "pairs that are held were used again"
        texts = [str(event) for _, event in kept]
        kept.clear()
        gc.collect()
        assert counts(trace) == before, "events are gone, and what they referred to is still held"
    with otf2.reader.open(anchor) as trace:
        before = counts(trace)
        assert [str(event) for location, event in trace.events] == texts
        assert counts(trace) == before
    with otf2.reader.open(anchor) as trace:
        before = counts(trace)
        some = iter(trace.events)
        first, second = next(some), next(some)
        assert first is not second and first[1] is not second[1]
        trace.close()
        assert str(next(some)[1]) == texts[2]  # what was begun goes on
        del some, first, second
        assert counts(trace) == before


check(sys.argv[1])
print("ok")
