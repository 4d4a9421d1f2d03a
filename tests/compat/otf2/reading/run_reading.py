#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs that read with OTF2 on the reference library and on ours, and compares what they say.

    run_reading.py --library DIRECTORY --include DIRECTORY --records otf2.records.json --workdir DIRECTORY
                   [--data DIRECTORY]

DIRECTORY holds our libopen-trace-format2.so.10. The program of the interoperability tests that prints every record its
callbacks get is compiled as it is for the reference and run on both, with the archives of all scenarios and the real
ones that are in --data. Programs that read well and badly, and what is damaged, tell every answer and every callback.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import (DATA, check_answers, checks, differing_lines, environment, main, sides,  # noqa: E402
                           written_scenarios)
from run_interop import SCENARIOS  # noqa: E402


def check_dumps(report, arguments):
    tools, anchors = written_scenarios(arguments, SCENARIOS)
    if arguments.data and arguments.data.is_dir():
        anchors += sorted(arguments.data.rglob("*.otf2"))
    for anchor in anchors:
        for flags in ([], ["--local"]):
            name = f"{anchor.parent.name}/{anchor.stem} {' '.join(flags)}"
            said, ended = {}, {}
            for side, library in sides(arguments.library):
                said[side] = arguments.workdir / f"dump_{side}.txt"
                status, errors = checks.run([tools.dump, *flags, anchor], stdout=said[side], env=environment(library))
                ended[side] = (status, bool(errors))
            problems = differing_lines(said["reference"], said["ours"])
            if ended["reference"] != ended["ours"]:
                problems.append(f"exit code and complaints of the reference: {ended['reference']}, ours: {ended['ours']}")
            report.add(f"{name}: {len(said['reference'].read_text().splitlines())} records are the same", problems)


def check(report, arguments):
    check_dumps(report, arguments)
    check_answers(report, arguments, HERE / "answers.c")
    check_answers(report, arguments, HERE / "damaged.c")


if __name__ == "__main__":
    main(__doc__, ("library", "include", "records"), check, data=DATA)
