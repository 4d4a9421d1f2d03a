#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs that record with OTF2 on the reference library and on ours, and compares what they leave and say.

    run_writing.py --library DIRECTORY --include DIRECTORY --records otf2.records.json --workdir DIRECTORY

DIRECTORY holds our libopen-trace-format2.so.10. The writer of the interoperability tests is compiled as it is for the
reference and run on both: every file has to be the same, but for the number that is invented for each trace. A program
that uses the interface well and badly tells every answer and every callback: both have to tell the same.
"""
import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from sides import checks, differing_files, run_on  # noqa: E402
from run_interop import SCENARIOS  # noqa: E402


def check_scenarios(report, arguments, workdir):
    tools = checks.Tools(pathlib.Path("weft"), arguments.records, arguments.cc, workdir)
    tools.compile_writer()
    sides = {}
    for name, library in (("reference", None), ("ours", arguments.library)):
        sides[name] = checks.empty_directory(workdir / name)
        run_on(library, [tools.writer, sides[name], *SCENARIOS])
    for scenario in SCENARIOS:
        report.add(f"{scenario}: the same files", differing_files(sides["reference"] / scenario, sides["ours"] / scenario))


def check_answers(report, arguments, workdir):
    program = workdir / "answers"
    checks.must_run([arguments.cc, *checks.C_FLAGS, f"-isystem{arguments.include}", HERE / "answers.c", "-o", program,
                     *checks.otf2_config("--ldflags"), *checks.otf2_config("--libs")])
    told, left = {}, {}
    for name, library in (("reference", None), ("ours", arguments.library)):
        left[name] = checks.empty_directory(workdir / f"answers_{name}")
        told[name] = workdir / f"answers_{name}.txt"
        run_on(library, [program], stdout=told[name], cwd=left[name])
    lines = [told[name].read_text().splitlines() for name in ("reference", "ours")]
    problems = [f"line {i + 1}: the reference says '{a}', ours '{b}'" for i, (a, b) in enumerate(zip(*lines)) if a != b]
    if len(lines[0]) != len(lines[1]):
        problems.append(f"the reference says {len(lines[0])} lines, ours {len(lines[1])}")
    report.add(f"{len(lines[0])} answers and callbacks are the same", problems)
    report.add("what was written meanwhile is the same", differing_files(left["reference"], left["ours"]))


def main():
    parser = argparse.ArgumentParser(description="Compare recording with our OTF2 library and the reference.")
    for name in ("library", "include", "records", "workdir"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--cc", default="cc")
    arguments = parser.parse_args()
    arguments.workdir.mkdir(parents=True, exist_ok=True)
    report = checks.Report()
    try:
        check_scenarios(report, arguments, arguments.workdir.resolve())
        check_answers(report, arguments, arguments.workdir.resolve())
    except checks.Stop as stop:
        report.add("the programs build and run", [str(stop)])
    report.finish()


if __name__ == "__main__":
    main()
