#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sequences of calls, each decided by a number, on both OTF libraries: the same answers, calls and files.

    run_driver.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY
"""
from libraries import HERE, checks, compiled, differing_texts, main, on_ours

import run_otf

SEQUENCES = 120


def told(arguments, who, command, number):
    directory = checks.empty_directory(arguments.workdir / who)
    out = arguments.workdir / f"{who}.txt"
    status, errors = checks.run([command, number, directory], stdout=out)
    if status or errors:
        raise checks.Stop(f"sequence {number} on {who}: exit code {status}, {errors}")
    return directory, out.read_text()


def check(report, arguments):
    program = compiled(arguments, HERE / "driver.c", "-lz")
    commands = {"reference": program, "ours": on_ours(arguments, program)}
    for number in range(SEQUENCES):
        (theirs, their_text), (ours, our_text) = (
            told(arguments, who, command, number) for who, command in commands.items())
        problems = differing_texts(their_text, our_text)[:3] + run_otf.same_files(theirs, ours)
        report.add(f"sequence {number}: {len(their_text.splitlines())} answers", problems)


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
