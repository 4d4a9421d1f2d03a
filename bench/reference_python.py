# SPDX-License-Identifier: BSD-3-Clause
"""The same with OTF2's own Python bindings: reference_python.py TRACE. Times and regions are appended to arrays."""
import sys
import time
from array import array

import otf2


def main():
    times, regions, total = array("Q"), array("Q"), 0
    begin = time.perf_counter_ns()
    with otf2.reader.open(sys.argv[1]) as trace:
        for _, event in trace.events:
            times.append(event.time)
            regions.append(event.region._ref)
            total += 0 if isinstance(event, otf2.events.Enter) else 2 * regions[-1]
    elapsed = time.perf_counter_ns() - begin
    print(len(times), elapsed, (sum(times) + sum(regions) + total) % 2**64)


if __name__ == "__main__":
    main()
