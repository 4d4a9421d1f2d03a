#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What can be seen of the libraries from outside: the headers, the symbols, and what every call returns.

    run_calls.py --library DIRECTORY --include DIRECTORY --symbols FILE --tables FILE --workdir DIRECTORY
"""
import json
import subprocess

from adios_programs import HERE, checks, compiled, differing_texts, main, run_in

# Of programs that are there already, and of what codecs need.
NEEDED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "libz.so.1",
          "libbz2.so.1.0", "libexpat.so.1", "libmpi.so.40"}
DATA = {"adios_errno", "LOGICAL_DATA_VIEW", "PHYSICAL_DATA_VIEW", "NO_TRANSFORM"}
HEADERS = ("adios.h", "adios_types.h", "adios_version.h", "adios_error.h", "adios_mpi.h", "mpidummy.h", "adios_schema.h",
           "adios_link.h", "adios_transform_methods.h")


def check_headers(report, arguments):
    codes = json.loads(arguments.tables.read_text())["error_codes"]
    (arguments.workdir / "error_codes.inc").write_text("".join(f"NUMBER({name});\n" for name in codes))
    flags = [f"-I{arguments.workdir}"]
    texts = [run_in(arguments.workdir / "layout", [compiled(arguments, HERE / "layout.c", side, flags=flags)])
             for side in ("reference", "ours")]
    report.add(f"{len(texts[0].splitlines())} sizes, places and numbers are the same", differing_texts(*texts))
    for words in (["cc", "-std=c99"], ["cc", "-std=c11"], ["c++", "-std=c++11", "-x", "c++"],
                  ["c++", "-std=c++20", "-x", "c++"]):
        problems = []
        for header in HEADERS:
            source = arguments.workdir / "alone.c"
            source.write_text(f'#include <{header}>\nint nothing;\n')
            command = [*words, "-D_NOMPI", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{arguments.include}", "-c", source,
                       "-o", "/dev/null"]
            problems += checks.complaints(command, *checks.run(command))
        report.add(f"{len(HEADERS)} headers are clean with {' '.join(words)}", problems)


def listed(symbols, wanted):
    """Names of the table whose library column has the word, and their headers."""
    rows = (line.split("\t") for line in symbols.read_text().splitlines() if line and not line.startswith("#"))
    return {row[0]: row[1] for row in rows if wanted in row[2].split("+")}


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[2] for line in lines.splitlines()}


def check_symbols(report, arguments):
    write = listed(arguments.symbols, "write")
    own = {"weft_adios_register_transport", "Padios_is_profiled"}
    of_writing = {name for name, header in write.items() if header == "adios.h"}
    aliases = {f"P{name}" for name in of_writing}
    for name, is_mpi in (("libadios_nompi.so", False), ("libadios.so", True)):
        library = arguments.library / name
        if not library.exists():
            continue
        found = exported(library)
        allowed = (set(write) | aliases | own | DATA) - ({n for n in write if n.startswith("MPI_")} if is_mpi else set())
        missing = (of_writing | aliases | own) - found
        report.add(f"{name}: {len(of_writing)} functions for writing, each also with a P before it, and no symbol beyond the table",
                   sorted(f"{n} is missing" for n in missing) + sorted(f"{n} is too much" for n in found - allowed))
        lines = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout.splitlines()
        names = [line.split("[")[1].rstrip("]") for line in lines if "(NEEDED)" in line]
        report.add(f"{name}: needs nothing that is not everywhere", [n for n in names if n not in NEEDED])
        soname = [line.split("[")[1].rstrip("]") for line in lines if "(SONAME)" in line]
        report.add(f"{name}: its soname is {name}.1", [] if soname == [f"{name}.1"] else soname)


def check_calls(report, arguments):
    answers = {}
    for side in ("reference", "ours", "mixed"):
        program = compiled(arguments, HERE / "calls.c", side)
        said = run_in(arguments.workdir / f"answers_{side}", [program])
        answers[side] = "\n".join(line for line in said.splitlines() if not line.startswith(("ERROR", "WARN", "  ")) and line)
    count = len(answers["reference"].splitlines())
    for side in ("ours", "mixed"):
        report.add(f"{count} answers are the same ({side})", differing_texts(answers["reference"], answers[side]))
    said = run_in(arguments.workdir / "mistakes", [arguments.workdir / "calls_ours", "mistakes"])
    expected = HERE / "calls.txt"
    if arguments.update:
        expected.write_text(said)
    report.add(f"{len(said.splitlines())} lines about mistakes are as expected", differing_texts(expected.read_text(), said))


def check(report, arguments):
    check_headers(report, arguments)
    check_symbols(report, arguments)
    check_calls(report, arguments)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "symbols", "tables"), check, update={"action": "store_true"})
