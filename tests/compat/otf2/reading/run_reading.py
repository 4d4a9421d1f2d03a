#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs that read with OTF2 on the reference library and on ours, and compares what they say.

    run_reading.py --library DIRECTORY --include DIRECTORY --records otf2.records.json --workdir DIRECTORY
                   [--data DIRECTORY]

DIRECTORY holds our libopen-trace-format2.so.10. The program of the interoperability tests that prints every record its
callbacks get is compiled as it is for the reference and run on both, with the archives of all scenarios and the real
ones that are in --data. A program that reads well and badly tells every answer and every callback.
"""
import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import check_answers, checks, differing_lines, environment, run_on, sides  # noqa: E402
from run_interop import SCENARIOS  # noqa: E402


def check_dumps(report, arguments, workdir):
    tools = checks.Tools(pathlib.Path("weft"), arguments.records, arguments.cc, workdir)
    tools.compile_writer()
    archives = checks.empty_directory(workdir / "archives")
    run_on(None, [tools.writer, archives, *SCENARIOS])
    anchors = [archives / name / "trace.otf2" for name in SCENARIOS]
    if arguments.data and arguments.data.is_dir():
        anchors += sorted(arguments.data.rglob("*.otf2"))
    for anchor in anchors:
        for flags in ([], ["--local"]):
            name = f"{anchor.parent.name}/{anchor.stem} {' '.join(flags)}"
            said, ended = {}, {}
            for side, library in sides(arguments.library):
                said[side] = workdir / f"dump_{side}.txt"
                status, errors = checks.run([tools.dump, *flags, anchor], stdout=said[side], env=environment(library))
                ended[side] = (status, bool(errors))
            problems = differing_lines(said["reference"], said["ours"])
            if ended["reference"] != ended["ours"]:
                problems.append(f"exit code and complaints of the reference: {ended['reference']}, ours: {ended['ours']}")
            report.add(f"{name}: {len(said['reference'].read_text().splitlines())} records are the same", problems)


def main():
    parser = argparse.ArgumentParser(description="Compare reading with our OTF2 library and the reference.")
    for name in ("library", "include", "records", "workdir"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--cc", default="cc")
    arguments = parser.parse_args()
    arguments.workdir.mkdir(parents=True, exist_ok=True)
    workdir = arguments.workdir.resolve()
    report = checks.Report()
    try:
        check_dumps(report, arguments, workdir)
        check_answers(report, HERE / "answers.c", arguments.include, arguments.library, workdir, arguments.cc)
    except checks.Stop as stop:
        report.add("the programs build and run", [str(stop)])
    report.finish()


if __name__ == "__main__":
    main()
