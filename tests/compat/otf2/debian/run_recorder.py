#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Records real programs with Debian's EZTrace on our library, and compares with recordings on the reference.

    run_recorder.py --weft PROGRAM --library DIRECTORY --records otf2.records.json --workdir DIRECTORY

An MPI program and a program of POSIX threads. Times differ from run to run, so what is compared is how many records of
each kind there are, by the name of the region where they have one, as the reference reads them and as weft does, and
what `weft check` finds.
"""
import collections
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import SIDES, checks, environment, main  # noqa: E402
sys.path.insert(0, str(HERE.parents[2] / "interop" / "eztrace"))
from recording import HERE as EXCHANGE, MPI_ENVIRONMENT, RANKS  # noqa: E402

PROGRAMS = {"exchange": (["mpicc"], EXCHANGE / "exchange.c", ["mpirun", "-n", RANKS], "openmpi"),
            "workers": (["cc", "-pthread"], HERE / "workers.c", [], "pthread")}
RULES_ABOUT_TIMES = ("message-order:", "time-range:")


def record(arguments, workdir, name):
    """{side: anchor}"""
    compiler, source, launcher, module = PROGRAMS[name]
    program = workdir / name
    checks.must_run([*compiler, "-std=gnu99", "-O1", "-Wall", "-Wextra", "-Werror", source, "-o", program])
    anchors = {}
    for side in SIDES:
        recorded = checks.empty_directory(workdir / f"{name}_{side}")
        # EZTrace chats on standard error.
        command = [*launcher, "eztrace", "-o", recorded, "-t", module, program]
        status, errors = checks.run(command, cwd=workdir, env=environment(
            arguments.library if side == "ours" else None, **MPI_ENVIRONMENT))
        found = sorted(recorded.rglob("*.otf2"))
        if status or len(found) != 1 or "[OTF2]" in errors:
            raise checks.Stop(f"EZTrace on {side}: exit code {status}, {len(found)} archives\n{errors}")
        anchors[side] = found[0]
    return anchors


def summary(lines):
    """{(record, name of its region): number}. EZTrace hears its own locks until it declares the main thread begun, and how
    often a library locks is its own affair."""
    with open(lines, "rb") as file:
        records = [json.loads(line) for line in file]
    strings = {entry["self"]: entry["string"] for entry in records if entry["record"] == "String"}
    regions = {entry["self"]: strings[entry["name"]] for entry in records if entry["record"] == "Region"}
    begun = {entry["location"]: entry["time"] for entry in records if entry["record"] == "ThreadBegin"}
    counts = collections.Counter()
    for entry in records:
        if entry.get("time", 0) >= begun.get(entry.get("location"), 0):
            region = entry.get("self" if entry["record"] == "Region" else "region")
            counts[entry["record"], regions.get(region, "")] += 1
    return counts


def difference(theirs, ours):
    return [f"{key}: {theirs[key]} on the reference, {ours[key]} on ours" for key in sorted(theirs.keys() | ours.keys())
            if theirs[key] != ours[key]]


def findings(arguments, anchor, output):
    """What weft check says: the names of rules and how often each was broken, times aside."""
    status, errors = checks.run([arguments.weft, "check", anchor], stdout=output)
    lines = output.read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith((" ", str(anchor), *RULES_ABOUT_TIMES))]
    return [f"exit code {status}", *rules, *errors.splitlines()]


def compare(report, arguments, tools, workdir, name):
    anchors = record(arguments, workdir, name)
    for reader in ("the reference", "weft"):
        counts = []
        for side in SIDES:
            lines = workdir / f"{name}_{side}.jsonl"
            problems = (checks.dumped if reader == "the reference" else checks.printed)(tools, anchors[side], lines)
            report.add(f"{name} on {side}: {reader} reads it", problems)
            counts.append(summary(lines))
        report.add(f"{name}: {sum(counts[0].values())} records of {len(counts[0])} kinds read by {reader}",
                   difference(*counts) or ([] if len(counts[0]) > 10 else ["too few"]))
    found = [findings(arguments, anchors[side], workdir / "findings") for side in SIDES]
    report.add(f"{name}: weft check says the same", [] if found[0] == found[1] else [f"{found[0]}\n{found[1]}"])


def check_program(report, arguments, tools, name):
    """On a busy machine a program may wait once more or less from run to run. What the libraries do differently shows
    every time."""
    for last in (False, False, True):
        attempt = checks.Report()
        compare(attempt, arguments, tools, arguments.workdir, name)
        if last or not attempt.failed:
            report.passed += attempt.passed
            report.failed += attempt.failed
            return


def check(report, arguments):
    # EZTrace defines group 0 twice.
    tools = checks.Tools(arguments.weft, arguments.records, arguments.cc, arguments.workdir, {"duplicate-definition"})
    for name in PROGRAMS:
        check_program(report, arguments, tools, name)


if __name__ == "__main__":
    main(__doc__, ("weft", "library", "records"), check)
