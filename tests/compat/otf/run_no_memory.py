#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Memory that runs out, at every allocation of our OTF library in turn: functions fail, and nothing is thrown.

    run_no_memory.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY
"""
from libraries import HERE, checks, main, on_ours


def check(report, arguments):
    program = arguments.workdir / "no_memory"
    checks.must_run(["g++", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", f"-isystem{arguments.include}",
                     HERE / "no_memory.cpp", "-o", program, f"-L{arguments.library}", "-lopen-trace-format"])
    directory = checks.empty_directory(arguments.workdir / "traces")
    out = arguments.workdir / "no_memory.txt"
    status, counts = checks.run([on_ours(arguments, program), directory], stdout=out)
    problems = out.read_text().splitlines()
    if status:
        problems.append(f"exit code {status}: {counts}")
    report.add("memory ran out after " + ", ".join(counts.splitlines()), problems)


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
