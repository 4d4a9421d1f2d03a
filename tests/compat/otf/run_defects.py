#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What driver.c goes around, because the reference is wrong there: what the reference does, and what is right.

    run_defects.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY
"""
from libraries import HERE, checks, compiled, main, on_ours

# What is done: what the reference answers, what we answer. Behind the time and function of an event stands the number of
# its key-values.
DEFECTS = {
    "write behind an error": ("0 0", "0 1"),
    "join byte arrays of one key": ("2 pairs, length 3", "1 pairs, length 3"),
    "remove one key of two": ("the first is 2, there is a second", "the first is 2, there is no second"),
    "go on behind a stop": ("1:1(1) | 2:2(1)", "1:1(1) | 2:2(0)"),
    "place a reader behind key-values": ("1:3(1) | 2:2(1) 3:4(0)", "1:3(1) | 2:2(0) 3:4(0)"),
    "definitions without process 1": ("process 2 of stream 1", "process 2 of stream 2"),
}


def answers(arguments, who, command):
    out = arguments.workdir / f"{who}.txt"
    checks.must_run([command, checks.empty_directory(arguments.workdir / who)], stdout=out)
    return dict(line.split(": ", 1) for line in out.read_text().splitlines())


def check(report, arguments):
    program = compiled(arguments, HERE / "defects.c")
    for i, command in enumerate((program, on_ours(arguments, program))):
        who = ("reference", "ours")[i]
        told = answers(arguments, who, command)
        if set(told) != set(DEFECTS):
            report.add(f"{who}: all situations", [f"there are {sorted(told)}"])
        for name, expected in DEFECTS.items():
            problems = [] if told.get(name) == expected[i] else [f"{told.get(name)}, not {expected[i]}"]
            report.add(f"{name}, {who}: {expected[i]}", problems)


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
