#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Proves that Weft and the reference library understand each other's OTF2 archives.

    run_interop.py --weft PROGRAM --workdir DIRECTORY --records otf2.records.json [--only NAME] [--data DIRECTORY]

Builds reference_writer and reference_dump from the table of records, lets the reference write its
scenarios, and compares what both sides read, write and print. Real traces below --data join in
when they are there.
"""
import json
import pathlib

import checks

SHARED = checks.HERE.parents[2] / "shared" / "data" / "otf2"
SCENARIOS = ["all", "sane", "chunks", "mapping", "skew", "rewind", "empty", "nolocations"]
QUIET = {"sane", "chunks", "mapping", "skew", "rewind", "empty"}
UNSTABLE_TEXT = {"all"}  # otf2-print shows uninitialised memory for properties of a type it does not expect


def check_every_record_occurs(records, archives, tools, workdir):
    """The proof is only as good as what is in the archive: every record of the table must be there."""
    table = json.loads(records.read_text(encoding="utf-8"))
    wanted = {r["name"] for kind in ("definitions", "events", "snapshots", "markers", "thumbnails") for r in table[kind]}
    lines = workdir / "all.jsonl"
    problems = checks.dumped(tools, archives / "all" / "trace.otf2", lines)
    found = set()
    for path in (lines, archives / "all.thumbnails.jsonl"):
        with open(path, "rb") as file:
            found.update(json.loads(line)["record"] for line in file)
    lines.unlink()
    return problems + [f"{name} does not occur" for name in sorted(wanted - found)]


def scenario_archives(names, archives, results):
    for name in names:
        thumbnails = archives / f"{name}.thumbnails.jsonl"
        yield checks.Archive(name, archives / name / "trace.otf2", results / name, thumbnails if thumbnails.exists() else None,
                             quiet=name in QUIET, text=name not in UNSTABLE_TEXT, unify=name == "mapping")


def real_archives(data, results):
    if not data.is_dir():
        print(f"NOTE no real traces: {data} is not there")
        return
    for anchor in sorted(data.rglob("*.otf2")):
        yield checks.Archive(anchor.parent.name, anchor, results / anchor.parent.name)


def main():
    parser = checks.options("Check Weft's OTF2 against the reference library.")
    parser.add_argument("--only", metavar="NAME", help=f"one archive only: {', '.join(SCENARIOS)} or a real one")
    parser.add_argument("--data", type=pathlib.Path, default=SHARED, help="directory of real archives; may be absent")
    arguments = parser.parse_args()
    workdir = arguments.workdir.resolve()
    archives, results = checks.empty_directory(workdir / "archives"), checks.empty_directory(workdir / "results")
    names = [name for name in SCENARIOS if arguments.only in (None, name)]
    real = [archive for archive in real_archives(arguments.data, results) if arguments.only in (None, archive.name)]
    if not names and not real:
        parser.error(f"there is no archive called {arguments.only}")
    report = checks.Report()
    try:
        tools = checks.Tools(arguments.weft, arguments.records, arguments.cc, workdir)
        tools.compile_writer()
        if names:
            checks.must_run([tools.writer, archives, *names])
    except checks.Stop as stop:
        report.add("the reference programs build and run", [str(stop)])
        report.finish()
    if "all" in names:
        report.add("all: every record of the table occurs",
                   check_every_record_occurs(arguments.records, archives, tools, workdir))
    for archive in [*scenario_archives(names, archives, results), *real]:
        checks.check_archive(report, tools, archive)
    report.finish()


if __name__ == "__main__":
    main()
