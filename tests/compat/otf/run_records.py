#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every record written and read by one program on both OTF libraries: the same files and the same calls of handlers.

    run_records.py --library DIRECTORY --include DIRECTORY --records FILE --workdir DIRECTORY
"""
from libraries import HERE, checks, compiled, main, on_ours

import run_otf
import stamp_reference


def check(report, arguments):
    (arguments.workdir / "stamped.h").write_text(stamp_reference.stamp(arguments.records))
    program = compiled(arguments, HERE.parents[1] / "interop" / "otf" / "reference.c", "-lz")
    checker = run_otf.Checker(program, on_ours(arguments, program), arguments.workdir)
    checker.report = report
    run_otf.check_all_records(checker)
    run_otf.check_unsorted(checker)
    run_otf.check_odd_traces(checker)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "records"), check)
