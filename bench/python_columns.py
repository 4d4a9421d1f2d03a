# SPDX-License-Identifier: BSD-3-Clause
"""How fast do time and region of all events get into NumPy arrays? python_columns.py TRACE THREADS [whole]

Batch by batch, as views; `whole`: as one array of each column. What is printed is what outcome.h says; the checksum is made
when the clock has stopped, of another reading.
"""
import sys
import time

import numpy as np
import weft


def read(path, threads, whole):
    """Events seen: each array is looked at, but not worked on."""
    table = weft.open(path).events(columns=["time", "region"], threads=threads)
    if whole:
        columns = table.to_numpy()
        return len(columns["time"]) if columns["region"][-1] < 1000 else 0
    return sum(batch.time.size for batch in table if batch.region[-1] < 1000)


def checksum(path):
    """That of workload_sum in workload.h."""
    total = np.uint64(0)
    for batch in weft.open(path).events(columns=["time", "region", "kind"]):
        weight = np.where(batch.kind == "Enter", np.uint64(1), np.uint64(3))
        total += (batch.time + weight * batch.region).sum()
    return int(total)


def main():
    path, threads, whole = sys.argv[1], int(sys.argv[2]), "whole" in sys.argv[3:]
    begin = time.perf_counter_ns()
    events = read(path, threads, whole)
    elapsed = time.perf_counter_ns() - begin
    print(events, elapsed, checksum(path))


if __name__ == "__main__":
    main()
