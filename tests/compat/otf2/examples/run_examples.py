#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the kinds of program that OTF2's manual shows, on the reference library and on ours.

    run_examples.py --weft PROGRAM --library DIRECTORY --include DIRECTORY --workdir DIRECTORY

Writers of one thread, of POSIX threads, of OpenMP and of MPI; readers of one process and of MPI. Each source is compiled
with our headers, twice: as C, linked with the reference, to run on both libraries; as C++, linked with ours, which is in
--library. What the writers leave is compared byte by byte, as the reference's otf2-print shows it and as weft reads it.
What the readers are called back with has to be the same, whoever wrote the archive and whoever reads it.
"""
import itertools
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import SIDES, checks, differing_files, differing_texts, environment, main, run_on  # noqa: E402
sys.path.insert(0, str(HERE.parents[2] / "interop" / "eztrace"))
from recording import MPI_ENVIRONMENT, RANKS  # noqa: E402

WARNINGS = ["-O1", "-pedantic", "-Wall", "-Wextra", "-Werror"]
LANGUAGES = {"C": ["cc", "-xc", "-std=c99"], "C++": ["c++", "-xc++", "-std=c++17"]}
RUNS = [("C", "reference"), ("C", "ours"), ("C++", "ours")]  # the first is what all are compared with
WRITERS = {"writer": 40000, "openmp_writer": 1000, "pthread_writer": 1000, "mpi_writer": 5}
READERS = {"reader": list(WRITERS), "mpi_reader": ["writer", "mpi_writer"]}  # of which programs' archives
MPIRUN = ["mpirun", "-n", RANKS]
TRACE_ID = re.compile(rb"^Trace identifier .*$", re.M)


def mpi_flags():
    """MPI's headers are no concern of ours, nor are its C++ classes."""
    shown = [subprocess.run(["mpicc", f"--showme:{what}"], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
             for what in ("incdirs", "libdirs", "libs")]
    return (["-DOMPI_SKIP_MPICXX", *(f"-isystem{folder}" for folder in shown[0])],
            [*(f"-L{folder}" for folder in shown[1]), *(f"-l{name}" for name in shown[2])])


def compile_all(arguments):
    """{(language, name): command}"""
    commands = {}
    compile_mpi, link_mpi = mpi_flags()
    link = {"C": [*checks.otf2_config("--ldflags"), *checks.otf2_config("--libs")],
            "C++": [f"-L{arguments.library}", "-lopen-trace-format2"]}
    for language, name in itertools.product(LANGUAGES, [*WRITERS, *READERS]):
        program = arguments.workdir / f"{name}.{language.lower()}"
        with_mpi = name.startswith("mpi")
        more = compile_mpi if with_mpi else ["-fopenmp"] if name.startswith("openmp") else []
        checks.must_run([*LANGUAGES[language], *WARNINGS, f"-isystem{arguments.include}", *more, HERE / f"{name}.c",
                         "-o", program, *link[language], "-pthread", *(link_mpi if with_mpi else [])])
        commands[language, name] = [*MPIRUN, program] if with_mpi else [program]
    return commands


def shown_by(command, anchor):
    """What a program of this machine says about an archive, but for what is invented for each."""
    done = subprocess.run([*command, anchor], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, env=environment(None))
    text = f"exit code {done.returncode}\n".encode() + done.stderr + done.stdout
    return TRACE_ID.sub(b"", text).replace(str(anchor).encode(), b"ANCHOR").decode()


def check_writers(report, arguments, commands, archives):
    for name, rounds in WRITERS.items():
        left = [archives / f"{name}.{language}.{side}" for language, side in RUNS]
        for directory, (language, side) in zip(left, RUNS):
            library = arguments.library if side == "ours" else None
            run_on(library, [*commands[language, name], directory, rounds], MPI_ENVIRONMENT)
        for directory, (language, side) in zip(left[1:], RUNS[1:]):
            report.add(f"{name} in {language}, {side}: the same files", differing_files(left[0], directory))
        for command in (["otf2-print", "-A"], [arguments.weft, "print", "--json"]):
            texts = [shown_by(command, directory / "trace.otf2") for directory in left[:2]]
            problems = differing_texts(*texts) + ([] if texts[0].startswith("exit code 0\n") else [texts[0][:500]])
            report.add(f"{name}: {pathlib.Path(command[0]).name} shows the same", problems)


def told_by_reader(library, command, anchor, output):
    """One process prints; of several, each has a file."""
    if command[0] == MPIRUN[0]:
        run_on(library, [*command, anchor, output], MPI_ENVIRONMENT)
        return "".join(f"rank {i}\n" + output.with_name(f"{output.name}.{i}").read_text() for i in range(RANKS))
    run_on(library, [*command, anchor], stdout=output)
    return output.read_text()


def check_readers(report, arguments, commands, archives):
    """The reference on its own archive is what all others are compared with."""
    for reader, writer in [(reader, writer) for reader, writers in READERS.items() for writer in writers]:
        expected = None
        for written, (language, side) in itertools.product(SIDES, RUNS):
            library = arguments.library if side == "ours" else None
            told = told_by_reader(library, commands[language, reader], archives / f"{writer}.C.{written}" / "trace.otf2",
                                  arguments.workdir / "told")
            expected = expected or told
            report.add(f"{reader} in {language}, {side}, of {writer} on {written}", differing_texts(expected, told))
        events = sum(int(number) for number in re.findall(r"^(\d+) events$", expected, re.M))
        report.add(f"{reader} of {writer}: {events} events", [] if events > WRITERS[writer] else ["too few"])


def check(report, arguments):
    archives = checks.empty_directory(arguments.workdir / "archives")
    commands = compile_all(arguments)
    check_writers(report, arguments, commands, archives)
    check_readers(report, arguments, commands, archives)


if __name__ == "__main__":
    main(__doc__, ("weft", "library", "include"), check)
