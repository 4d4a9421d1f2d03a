#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the stencil and holds its trace against what the program must have done.

usage: stencil_test.py WEFT_STENCIL WEFT
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

STEPS = 25
WORKERS = 4


def output_of(*command):
    """Standard output of a command that must succeed and say nothing on standard error."""
    done = subprocess.run(command, capture_output=True, check=False)
    said = done.stderr.decode(errors="replace")
    if done.returncode != 0 or said:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{said}")
    return done.stdout.decode()


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: expected {expected!r}, found {found!r}")


def events_of(weft, trace):
    return [json.loads(line) for line in output_of(weft, "print", "--json", "--events", trace).splitlines()]


def check_counts(events):
    """Every step and every worker leaves a known number of events."""
    counts = collections.Counter(event["record"] for event in events)
    messages = STEPS * 2 * (WORKERS - 1) + (WORKERS - 1)
    regions = WORKERS * (3 + 4 * STEPS)
    expected = {
        "Enter": regions,
        "Leave": regions,
        "MpiSend": messages,
        "MpiRecv": messages,
        "MpiCollectiveBegin": WORKERS * STEPS,
        "MpiCollectiveEnd": WORKERS * STEPS,
        "Metric": WORKERS * STEPS,
        "ParameterUnsignedInt": WORKERS * STEPS,
    }
    expect("events by kind", dict(counts), expected)


def check_messages(events):
    """Every message that was sent is received once, in order, and not before it was sent."""
    sent = collections.defaultdict(list)
    for event in events:
        if event["record"] == "MpiSend":
            sent[event["location"], event["receiver"], event["msgTag"]].append(event)
    for event in events:
        if event["record"] == "MpiRecv":
            send = sent[event["sender"], event["location"], event["msgTag"]].pop(0)
            expect("bytes received", event["msgLength"], send["msgLength"])
            expect("received after it was sent", event["time"] >= send["time"], True)
    expect("messages never received", sum(map(len, sent.values())), 0)


def check_metric(events):
    """All workers see the same residual in a step, and it falls."""
    steps = collections.defaultdict(list)
    for event in events:
        if event["record"] == "Metric":
            expect("types of the metric", event["typeIDs"], [10, 4])
            steps[event["location"]].append(event["metricValues"][0])
    residuals = steps[0]
    expect("residuals of the workers", list(steps.values()), [residuals] * WORKERS)
    expect("falling residuals", residuals, sorted(residuals, reverse=True))
    return residuals[-1]


def main():
    stencil, weft = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        said = output_of(stencil, scratch, str(STEPS), str(WORKERS))
        trace = os.path.join(scratch, "stencil.otf2")
        reference = output_of("otf2-print", "-A", trace)
        expect("the reference prints messages", reference.count("MPI_SEND ") > 0, True)
        events = events_of(weft, trace)
        check_counts(events)
        check_messages(events)
        residual = check_metric(events)
        expect("what the program said", said.split()[-1], f"{residual:.6f}")
        with open(os.path.join(scratch, "plate.pgm"), "rb") as picture:
            expect("the picture", picture.read().startswith(b"P5 256 192 255\n"), True)


main()
