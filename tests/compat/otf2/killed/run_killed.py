#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Kills programs that record with our library, and demands that `weft repair` saves all that had reached the disk.

    run_killed.py --weft PROGRAM --library DIRECTORY --include DIRECTORY --records otf2.records.json --workdir DIRECTORY

The program kills itself before, after and between flushes, with all events closed and in the midst of definitions; or is
killed from outside, whatever it does at the time; or dies before it ever flushed, with full chunks in the file. The
reference library has to read what was repaired without complaint, and to find the events as they were recorded, in order,
at least as many as the program knew to be in the file.
"""
import array
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import checks, compiled, environment, main  # noqa: E402

THREADS, VALUES = 3, 40  # as in recorder.c
UINT64 = 4  # OTF2_TYPE_UINT64
MOMENTS = [("before", 2), ("before", 4), ("after", 1), ("after", 4), ("later", 2), ("later", 5), ("closed", 2),
           ("defined", 2), ("ahead", 5)]
OUTSIDE = [0.0, 0.003, 0.01]  # seconds after everybody's first flush


def flushed(account):
    """How many events each thread is sure of."""
    content = account.read_bytes() if account.exists() else b""
    numbers = array.array("Q", content[:len(content) // 8 * 8]).tolist()
    return numbers if len(numbers) == THREADS else [0] * THREADS


def killed(arguments, program, directory, moment, flushes=0, delay=0.0):
    """Runs the program until it is dead; the events that must be there."""
    account = directory / "account"
    process = subprocess.Popen([program, directory / "trace", account, moment, str(flushes)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, env=environment(arguments.library))
    if moment == "never":
        limit = time.monotonic() + 60
        while process.poll() is None and not all(flushed(account)) and time.monotonic() < limit:
            time.sleep(0.0005)
        time.sleep(delay)
        os.kill(process.pid, signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    if process.returncode != -signal.SIGKILL or errors:
        raise checks.Stop(f"the program ended with {process.returncode}: {errors.decode()}")
    return flushed(account)


def expected_event(location, i):
    """As reference_dump prints it; what belongs to event i is told in recorder.c."""
    kind = ("Enter", "Metric", "Leave")[i % 3]
    fields = {"record": kind, "location": location, "time": 10 * i}
    if kind != "Metric":
        return {**fields, "region": i // 3 % 100}
    return {**fields, "metric": 0, "numberOfMetrics": VALUES, "typeIDs": [UINT64] * VALUES,
            "metricValues": [i] + [2 ** 64 - 1 - i] * (VALUES - 1)}


def check_events(dump, known):
    """Each location has a beginning of what was recorded there, and all that was flushed."""
    found = [0] * THREADS
    with open(dump, "rb") as lines:
        for event in map(json.loads, lines):
            if event["record"] == "BufferFlush":
                continue
            location = event["location"]
            wanted = expected_event(location, found[location])
            if event != wanted:
                return [f"location {location}, event {found[location]}: {str(event)[:200]}\n  and not {str(wanted)[:200]}"]
            found[location] += 1
    return [f"location {i}: {found[i]} events, but {known[i]} were flushed" for i in range(THREADS) if found[i] < known[i]]


def check_repaired(report, arguments, tools, name, directory, known):
    name = f"{name}: {sum(known)} events flushed"
    repaired = directory / "repaired" / "trace.otf2"
    status, errors = checks.run([arguments.weft, "repair", directory / "trace", repaired])
    if not report.add(f"{name}, repaired", checks.complaints(["weft repair"], status, errors)):
        return
    status, errors = checks.run(["otf2-print", "-A", repaired])
    report.add(f"{name}, otf2-print has no complaint", checks.complaints(["otf2-print"], status, errors))
    dump = directory / "events.jsonl"
    problems = checks.dumped(tools, repaired, dump, "--local", "--events")
    report.add(f"{name}, all there", problems or check_events(dump, known))


def check(report, arguments):
    tools = checks.Tools(arguments.weft, arguments.records, arguments.cc, arguments.workdir)
    program = compiled(arguments, "recorder", HERE / "recorder.c", "-pthread")
    runs = [(f"{moment} {flushes}", (moment, flushes)) for moment, flushes in MOMENTS]
    runs += [(f"from outside after {delay} s", ("never", 0, delay)) for delay in OUTSIDE]
    for number, (name, how) in enumerate(runs):
        directory = checks.empty_directory(arguments.workdir / str(number))
        check_repaired(report, arguments, tools, name, directory, killed(arguments, program, directory, *how))


if __name__ == "__main__":
    main(__doc__, ("weft", "library", "include", "records"), check)
