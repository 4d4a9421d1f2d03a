#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Buffers by themselves, errors, progress and deprecated calls on both OTF libraries: the same answers and files.

    run_low_level.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY
"""
from libraries import HERE, checks, compiled, differing_texts, main, on_ours

import run_otf


def check(report, arguments):
    program = compiled(arguments, HERE / "low_level.c")
    directories, texts = [], []
    for who, command in (("reference", program), ("ours", on_ours(arguments, program))):
        out = arguments.workdir / f"{who}.txt"
        directories.append(checks.empty_directory(arguments.workdir / who))
        checks.must_run([command, directories[-1]], stdout=out)
        texts.append(out.read_text(errors="replace").replace(str(directories[-1]), "DIRECTORY"))
    report.add(f"{len(texts[0].splitlines())} answers", differing_texts(*texts))
    report.add(f"{len(list(directories[0].iterdir()))} files", run_otf.same_files(*directories))


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
