#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that a run of several processes, completed or repaired, is an archive the reference reads as Weft does.

    run_runs.py --weft PROGRAM --writer PROGRAM --workdir DIRECTORY --records otf2.records.json
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import checks  # noqa: E402


def check_same_events(anchors, workdir):
    """Repaired or completed, otf2-print shows the same events, those of every process among them."""
    texts, problems = [workdir / f"{anchor.parent.name}.txt" for anchor in anchors], []
    for anchor, text in zip(anchors, texts):
        command = ["otf2-print", anchor]
        status, errors = checks.run(command, stdout=text)
        problems += checks.complaints(command, status, errors)
    lines = texts[0].read_text(encoding="utf-8").splitlines()
    for name in ["main", "a", "b", "c", "far", "lost Region 1 of process 4"]:
        if not any(line.startswith("ENTER") and f'"{name}"' in line for line in lines):
            problems.append(f"region {name} is never entered")
    return problems + checks.difference_of_files("the text of otf2-print", *texts)


def main():
    parser = checks.options("Check completed runs of several processes against the reference library.")
    parser.add_argument("--writer", required=True, help="weft_run_writer")
    arguments = parser.parse_args()
    workdir = arguments.workdir.resolve()
    archives, results = checks.empty_directory(workdir / "archives"), checks.empty_directory(workdir / "results")
    repaired = archives / "repaired" / "run.otf2"
    report = checks.Report()
    try:
        tools = checks.Tools(arguments.weft, arguments.records, arguments.cc, workdir)
        checks.must_run([arguments.writer, archives])
        checks.must_run([arguments.weft, "repair", archives / "left" / "run.otf2", repaired])
    except checks.Stop as stop:
        report.add("a run is written, completed and repaired", [str(stop)])
        report.finish()
    anchors = [archives / "done" / "run.otf2", repaired]
    for anchor in anchors:
        checks.check_archive(report, tools, checks.Archive(
            anchor.parent.name, anchor, results / anchor.parent.name, quiet=True, unify=True))
    report.add("completed and repaired runs have the same events", check_same_events(anchors, results))
    report.finish()


if __name__ == "__main__":
    main()
