#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""libotfaux beside the reference's: its symbols and headers, and sequences of calls, each decided by a number, with the
same answers, callbacks and files.

    run_aux.py --library DIRECTORY --include DIRECTORY --symbols FILE --workdir DIRECTORY
"""
import re

from libraries import HERE, compiled, differing_texts, main, on_ours, two_libraries
from run_driver import told
import run_headers
from run_headers import REFERENCE, compare_headers

SEQUENCES = 30
HEADERS = ["OTFAUX_MsgMatching.h", "OTFAUX_State.h", "OTFAUX_Thumbnail.h", "otfaux.h"]
two_libraries.SONAME = "libotfaux.so.0"
compare_headers.PUBLIC = re.compile(r"^(OTFAUX_|struct_OTFAUX_)")


def macros(folder):
    lines = compare_headers.must_run(["gcc", "-xc", f"-I{folder}", f"-I{folder}/open-trace-format", "-E", "-dM", "-"],
                                     run_headers.includes(HEADERS)).splitlines()
    return "\n".join(sorted(line for line in lines if line.startswith("#define OTFAUX_") and not line.endswith("_H ")))


def check_headers(report, arguments):
    ours, reference = (run_headers.declared(folder, HEADERS) for folder in (arguments.include, REFERENCE))
    report.add(f"{len(reference)} declarations are the same", [
        f"{key}: ours is {ours.get(key)}, the reference has {reference.get(key)}"
        for key in sorted(set(ours) | set(reference), key=str) if ours.get(key) != reference.get(key)])
    texts = [macros(folder) for folder in (REFERENCE, arguments.include)]
    report.add(f"{len(texts[0].splitlines())} macros are the same", differing_texts(*texts))
    run_headers.check_alone(report, arguments, HEADERS)


def files(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def check_calls(report, arguments):
    program = compiled(arguments, HERE / "aux_driver.c", "-lotfaux", "-ldl", "-rdynamic")
    commands = {"reference": program, "ours": on_ours(arguments, program)}
    for number in range(SEQUENCES):
        (theirs, their_text), (ours, our_text) = (
            told(arguments, who, command, number) for who, command in commands.items())
        problems = differing_texts(their_text, our_text)[:3]
        problems += ["other files"] if files(theirs) != files(ours) else []
        report.add(f"sequence {number}: {len(their_text.splitlines())} answers", problems)


def check(report, arguments):
    run_headers.check_library(report, arguments, two_libraries.SONAME)
    check_headers(report, arguments)
    check_calls(report, arguments)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "symbols"), check)
