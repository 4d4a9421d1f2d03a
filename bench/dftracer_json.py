#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reads DFTracer lines with Python's json: dftracer_json.py FILE. See dftracer_sum.h."""
import gzip
import json
import sys
import time

FIRST_TIME = 1_700_000_000_000_000


def main():
    start = time.monotonic_ns()
    records = checksum = 0
    opened = gzip.open if sys.argv[1].endswith(".gz") else open
    with opened(sys.argv[1], "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            records += 1
            if "ts" in record:
                checksum += record["ts"] - FIRST_TIME + record["dur"] + record["args"]["ret"]
    print(records, time.monotonic_ns() - start, checksum)


if __name__ == "__main__":
    main()
