#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs that record with OTF2 on the reference library and on ours, and compares what they leave and say.

    run_writing.py --library DIRECTORY --include DIRECTORY --records otf2.records.json --workdir DIRECTORY

DIRECTORY holds our libopen-trace-format2.so.10. The writer of the interoperability tests is compiled as it is for the
reference and run on both: every file has to be the same, but for the number that is invented for each trace. A program
that uses the interface well and badly tells every answer and every callback: both have to tell the same.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import check_answers, checks, differing_files, interop_tools, main, run_on, sides  # noqa: E402
from run_interop import SCENARIOS  # noqa: E402


def check_scenarios(report, arguments):
    tools = interop_tools(arguments)
    left = {}
    for name, library in sides(arguments.library):
        left[name] = checks.empty_directory(arguments.workdir / name)
        run_on(library, [tools.writer, left[name], *SCENARIOS])
    for scenario in SCENARIOS:
        report.add(f"{scenario}: the same files",
                   differing_files(left["reference"] / scenario, left["ours"] / scenario))


def check(report, arguments):
    check_scenarios(report, arguments)
    check_answers(report, arguments, HERE / "answers.c")
    check_answers(report, arguments, HERE / "locks.c")
    check_answers(report, arguments, HERE / "ahead.c")


if __name__ == "__main__":
    main(__doc__, ("library", "include", "records"), check)
