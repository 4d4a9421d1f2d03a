#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Where ADIOS crashes or is wrong the drop-in library does what its documentation says; streams grow while they are read.

    run_own.py --library DIRECTORY --include DIRECTORY --writer PROGRAM --workdir DIRECTORY
"""
import subprocess

from libraries import FLAGS, HERE, checks, differing_texts, main, run_bp, told

STEPS, PAUSE = 25, 20  # milliseconds


def on_ours(arguments, source, library="adiosread_nompi"):
    program = arguments.workdir / source.stem
    checks.must_run([arguments.cc, *FLAGS, f"-I{arguments.include}", f"-I{run_bp.HERE}", source, "-o", program,
                     f"-L{arguments.library}", f"-l{library}", f"-Wl,-rpath,{arguments.library}", "-lm", "-lpthread"])
    return program


def check_layout(report, arguments):
    """Objects that were compiled with the headers of ADIOS run on our library."""
    for name, words in (("version 2", []), ("version 1", ["-DADIOS_USE_READ_API_1"])):
        said = []
        for include in ([], [f"-I{arguments.include}"]):
            program = arguments.workdir / "layout"
            checks.must_run([arguments.cc, *FLAGS, *words, *include, HERE / "layout.c", "-o", program])
            said.append(told(program))
        report.add(f"layout of {name}: {len(said[0].splitlines())} facts", differing_texts(*said))


def problems_of(*command):
    done = subprocess.run([*run_bp.LIMIT, *map(str, command)], capture_output=True, text=True, check=False)
    good = done.returncode == 0 and done.stdout == "good\n"  # errors that were asked for are told, too
    return [] if good else [f"exit code {done.returncode}: {done.stdout}{done.stderr}"]


def check_growing(report, arguments, reader, who, writer):
    file = checks.empty_directory(arguments.workdir / who) / "growing.bp"
    with subprocess.Popen([*run_bp.LIMIT, writer, file, str(STEPS), str(PAUSE), "10", "100"]) as writing:
        problems = problems_of(reader, file, STEPS)
        problems += [f"the writer ends with {writing.returncode}"] if writing.wait() else []
    report.add(f"a stream that grows, written by {who}", problems)


def check_chunks(report, arguments, writer):
    program = on_ours(arguments, HERE / "chunks.c")
    for rows, columns in ((3, 200000), (500, 700)):
        file = arguments.workdir / f"chunks_{rows}.bp"
        checks.must_run([*run_bp.LIMIT, writer, file, 2, 0, rows, columns])
        report.add(f"chunks of {rows} times {columns}", problems_of(program, file))


def check(report, arguments):
    check_layout(report, arguments)
    file = arguments.workdir / "content.bp"
    checks.must_run([arguments.writer, file, 4, 0, "full", 3, "little"])
    for name in ("own", "own_v1"):
        report.add(f"{name}.c", problems_of(on_ours(arguments, HERE / f"{name}.c"), file))
    report.add("arrays that shrink", problems_of(on_ours(arguments, HERE / "shrinking.c", "adios_nompi"),
                                                 arguments.workdir / "shrinking.bp"))
    report.add("a file that begins anew", problems_of(on_ours(arguments, HERE / "restarted.c", "adios_nompi"),
                                                      arguments.workdir / "restarted.bp"))
    last_group = on_ours(arguments, HERE / "last_group.c", "adios_nompi")
    for order in ("little", "big"):
        other = arguments.workdir / f"{order}.bp"
        checks.must_run([arguments.writer, other, 2, 0, "minmax", 3, order])
        report.add(f"adios_read of a file that is {order}-endian", problems_of(last_group, other))
    reader = on_ours(arguments, HERE / "growing_reader.c")
    theirs = arguments.workdir / "growing_writer_of_adios"
    checks.must_run([arguments.cc, *FLAGS, HERE / "growing_writer.c", "-o", theirs, "-ladios_nompi", *run_bp.COMMON])
    check_chunks(report, arguments, theirs)
    check_growing(report, arguments, reader, "ADIOS", theirs)
    check_growing(report, arguments, reader, "ours", on_ours(arguments, HERE / "growing_writer.c", "adios_nompi"))


if __name__ == "__main__":
    main(__doc__, ("library", "include", "writer"), check)
