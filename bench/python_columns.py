# SPDX-License-Identifier: BSD-3-Clause
"""How fast do time and region of all events get into NumPy arrays? python_columns.py TRACE THREADS [whole]

Batch by batch, as views; `whole`: as one array of each column. Both columns are added up, as decode.cpp does with `columns`
and `whole`. What is printed is what outcome.h says; the checksum is made when the clock has stopped, of another reading,
which has to come to the same sum.
"""
import sys
import time

import numpy as np
import weft


def read(path, threads, whole):
    """Events seen, and the sum of their times and regions."""
    table = weft.open(path).events(columns=["time", "region"], threads=threads)
    if whole:
        columns = table.to_numpy()
        return len(columns["time"]), (int(columns["time"].sum()) + int(columns["region"].sum())) % 2**64
    events = total = 0
    for batch in table:
        time_, region = batch.time, batch.region
        events += time_.size
        total += int(time_.sum()) + int(region.sum())
    return events, total % 2**64


def checksum(path, plain):
    """That of workload_sum in workload.h; 0 if time and region come to another sum."""
    found = total = 0
    for batch in weft.open(path).events(columns=["time", "region", "kind"]):
        found += int(batch.time.sum()) + int(batch.region.sum())
        total += int((batch.time + np.where(batch.kind == "Enter", np.uint64(1), np.uint64(3)) * batch.region).sum())
    return total % 2**64 if found % 2**64 == plain else 0


def main():
    path, threads, whole = sys.argv[1], int(sys.argv[2]), "whole" in sys.argv[3:]
    begin = time.perf_counter_ns()
    events, plain = read(path, threads, whole)
    elapsed = time.perf_counter_ns() - begin
    print(events, elapsed, checksum(path, plain))


if __name__ == "__main__":
    main()
