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
from two_libraries import check_answers, checks, differing_files, run_on, sides  # noqa: E402
from run_interop import SCENARIOS  # noqa: E402


def check_scenarios(report, arguments, workdir):
    tools = checks.Tools(pathlib.Path("weft"), arguments.records, arguments.cc, workdir)
    tools.compile_writer()
    left = {}
    for name, library in sides(arguments.library):
        left[name] = checks.empty_directory(workdir / name)
        run_on(library, [tools.writer, left[name], *SCENARIOS])
    for scenario in SCENARIOS:
        report.add(f"{scenario}: the same files",
                   differing_files(left["reference"] / scenario, left["ours"] / scenario))


def main():
    parser = argparse.ArgumentParser(description="Compare recording with our OTF2 library and the reference.")
    for name in ("library", "include", "records", "workdir"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--cc", default="cc")
    arguments = parser.parse_args()
    arguments.workdir.mkdir(parents=True, exist_ok=True)
    workdir = arguments.workdir.resolve()
    report = checks.Report()
    try:
        check_scenarios(report, arguments, workdir)
        check_answers(report, HERE / "answers.c", arguments.include, arguments.library, workdir, arguments.cc)
    except checks.Stop as stop:
        report.add("the programs build and run", [str(stop)])
    report.finish()


if __name__ == "__main__":
    main()
