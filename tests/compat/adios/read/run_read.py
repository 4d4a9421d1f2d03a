#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The drop-in ADIOS library says of files what ADIOS says.

    run_read.py --library DIRECTORY --include DIRECTORY --writer PROGRAM --workdir DIRECTORY

A program calls every function of the read API and prints all it is told: of files that ADIOS wrote, with every type and
shape, in each way it has, and of files that Weft wrote in both byte orders and all versions. Where ADIOS crashes or says
what was in memory, the program does not ask; it says why in each place.
"""
import re

from libraries import FLAGS, HERE, checks, linked_twice, main, run_bp, same_answers, told

# (name, processes, sub-files, statistics, version, byte order) for the writer of Weft.
WEFT_FILES = [("weft", 1, 0, "full", 3, "little"), ("weft_parallel", 4, 0, "minmax", 3, "little"),
              ("weft_sub_files", 4, 1, "full", 3, "little"), ("big_endian", 2, 0, "minmax", 3, "big"),
              ("big_endian_full", 1, 0, "full", 3, "big"), ("version2", 2, 0, "full", 2, "little"),
              ("version1", 2, 0, "minmax", 1, "little")]


def written_by_adios(arguments):
    serial, parallel = arguments.workdir / "writer", arguments.workdir / "writer_mpi"
    source = run_bp.HERE / "reference.c"
    checks.must_run([arguments.cc, "-std=gnu99", source, "-D_NOMPI", "-o", serial, "-ladios_nompi", *run_bp.COMMON])
    checks.must_run(["mpicc", "-std=gnu99", source, "-o", parallel, *run_bp.MPI_LIBRARIES, *run_bp.COMMON])
    for case in run_bp.CASES:
        file = checks.empty_directory(arguments.workdir / case.name) / "content.bp"
        launch = [*run_bp.LIMIT, *(run_bp.MPIRUN if case.mpi else []), parallel if case.mpi else serial]
        checks.must_run([*launch, "write", file, case.method, case.parameters, case.statistics, case.transform])
        yield case.name, file


def written_by_weft(arguments):
    for name, *words in WEFT_FILES:
        file = checks.empty_directory(arguments.workdir / name) / "content.bp"
        checks.must_run([arguments.writer, file, *words])
        yield name, file


def check_bounds_that_are_no_numbers(report, arguments, query):
    """ADIOS writes them where an array begins with such a number, and then finds nothing in that array."""
    for name in ("/nan/first/double", "/nan/all/real"):
        said = told(query, arguments.workdir / "nan" / "content.bp", name)
        found = re.findall(r"estimate in step \d: (\d+)", said)
        report.add(f"{name}: its block may have whatever is asked for",
                   [] if len(found) > 20 and set(found) == {"1"} else [f"blocks are {found}"])


def check(report, arguments):
    programs = linked_twice(arguments, HERE / "driver.c")
    version1 = linked_twice(arguments, HERE / "driver_v1.c")
    queries = linked_twice(arguments, HERE / "driver_query.c")
    meshes = arguments.workdir / "meshes"
    checks.must_run([arguments.cc, *FLAGS, HERE / "meshes.c", "-o", meshes, "-ladios_nompi", *run_bp.COMMON])
    for name, file in [*written_by_adios(arguments), *written_by_weft(arguments)]:
        apart = ["apart"] if file.with_suffix(".bp.dir").exists() else []
        same_answers(report, programs, f"{name} as a file", "file", file, *apart, least=1000)
        same_answers(report, programs, f"{name} as a stream", "stream", file, *apart, least=1000)
        same_answers(report, version1, f"{name} with version 1", file, least=500)
        if name != "posix_none":  # defect 24: without statistics ADIOS crashes
            same_answers(report, queries, f"{name} queried", file, least=100)
        same_answers(report, programs, f"{name} used wrongly", "misuse", file, least=30)
    check_bounds_that_are_no_numbers(report, arguments, queries["ours"])
    file = arguments.workdir / "meshes.bp"
    checks.must_run([*run_bp.LIMIT, meshes, file])
    for how in ("file", "stream"):
        same_answers(report, programs, f"meshes and links as a {how}", how, file, least=500)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "writer"), check)
