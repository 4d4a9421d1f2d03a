# SPDX-License-Identifier: BSD-3-Clause
"""The same with OTF2's own Python bindings: reference_python.py TRACE. Times and regions are appended to arrays."""
import sys
import time
from array import array

import numpy as np
import otf2


def read(path):
    """Times and regions of all events."""
    times, regions = array("Q"), array("Q")
    with otf2.reader.open(path) as trace:
        for _, event in trace.events:
            times.append(event.time)
            regions.append(event.region._ref)
    return np.frombuffer(times, dtype=np.uint64), np.frombuffer(regions, dtype=np.uint64)


def checksum(path, plain):
    """That of workload_sum in workload.h; 0 if time and region come to another sum."""
    found = total = 0
    with otf2.reader.open(path) as trace:
        for _, event in trace.events:
            found += event.time + event.region._ref
            total += event.time + event.region._ref * (1 if isinstance(event, otf2.events.Enter) else 3)
    return total % 2**64 if found % 2**64 == plain else 0


def main():
    begin = time.perf_counter_ns()
    times, regions = read(sys.argv[1])
    plain = (int(times.sum()) + int(regions.sum())) % 2**64
    elapsed = time.perf_counter_ns() - begin
    print(len(times), elapsed, checksum(sys.argv[1], plain))


if __name__ == "__main__":
    main()
