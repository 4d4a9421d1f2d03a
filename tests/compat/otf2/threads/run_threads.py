#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Records and reads with eight threads at once, on the reference library and on ours.

    run_threads.py --library DIRECTORY --include DIRECTORY --records otf2.records.json --workdir DIRECTORY

The files and what is read do not depend on the order in which threads come, nor on who locks: they have to be the same
each time. Ours needs no lock at all. In a build with the thread sanitizer, `ctest --preset tsan -R threads` finds races.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import checks, compiled, differing_files, differing_texts, main, run_on, sides  # noqa: E402

LOCKS = {"reference": ("theirs", "ours"), "ours": ("theirs", "ours", "none")}


def check(report, arguments):
    program = compiled(arguments, "threads", HERE / "threads.c", "-pthread")
    tools = checks.Tools(pathlib.Path("weft"), arguments.records, arguments.cc, arguments.workdir)
    first = told = None
    for side, library in sides(arguments.library):
        for locks in LOCKS[side]:
            archive = arguments.workdir / f"{side}_{locks}"
            run_on(library, [program, "record", archive, locks])
            first = first or archive
            report.add(f"{side}, locks of {locks}: the same files", differing_files(first, archive))
            output = arguments.workdir / f"{side}_{locks}.txt"
            run_on(library, [program, "read", first / "trace.otf2", locks], stdout=output)
            told = told or output.read_text()
            report.add(f"{side}, locks of {locks}: the same is read", differing_texts(told, output.read_text()))
    report.add("the reference reads what was recorded without locks",
               checks.dumped(tools, arguments.workdir / "ours_none" / "trace.otf2", arguments.workdir / "dump.jsonl"))


if __name__ == "__main__":
    main(__doc__, ("library", "include", "records"), check)
