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
           "adios_link.h", "adios_transform_methods.h", "adios_read.h", "adios_read_v1.h", "adios_read_v2.h",
           "adios_read_ext.h", "adios_selection.h", "adios_query.h", "adios-timing.h", "adiost_callback_api.h")


def check_headers(report, arguments):
    codes = json.loads(arguments.tables.read_text())["error_codes"]
    (arguments.workdir / "error_codes.inc").write_text("".join(f"NUMBER({name});\n" for name in codes))
    flags = [f"-I{arguments.workdir}"]
    texts = [run_in(arguments.workdir / "layout", [compiled(arguments, HERE / "layout.c", side, flags=flags)])
             for side in ("reference", "ours")]
    report.add(f"{len(texts[0].splitlines())} sizes, places and numbers are the same", differing_texts(*texts))
    sources = [arguments.workdir / f"alone_{header}.c" for header in HEADERS]
    for source, header in zip(sources, HEADERS):
        source.write_text(f"#include <{header}>\nextern int nothing;\n")
    for words in (["cc", "-std=c99"], ["cc", "-std=c11"], ["c++", "-std=c++11", "-x", "c++"],
                  ["c++", "-std=c++20", "-x", "c++"]):
        command = [*words, "-D_NOMPI", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{arguments.include}", "-fsyntax-only",
                   *sources]
        report.add(f"{len(HEADERS)} headers are clean with {' '.join(words)}", checks.complaints(command, *checks.run(command)))


def table(symbols):
    """(name for the linker, header, libraries, prototype, ...) of each function."""
    return [line.split("\t") for line in symbols.read_text().splitlines() if line and not line.startswith("#")]


def check_prototypes(report, arguments):
    """Every function is declared by the header that the table names, as the table says."""
    rows = table(arguments.symbols)
    for name, words, chosen in (
            ("version 2", [], [row for row in rows if row[1] != "adios_read_v1.h"]),
            ("version 1", ["-DADIOS_USE_READ_API_1"], [row for row in rows if row[1] == "adios_read_v1.h"])):
        source = arguments.workdir / "prototypes.c"
        source.write_text("".join([
            *(f"#include <{header}>\n" for header in sorted({row[1] for row in chosen})),
            "typedef void (*any)(void);\nconst any declared[] = {\n", *(f"(any){row[0]},\n" for row in chosen), "};\n",
            *(f"{row[3]}\n" for row in chosen)]))
        command = [arguments.cc, "-std=c99", "-D_NOMPI", *words, "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                   "-Wno-cast-function-type", f"-isystem{arguments.include}", "-fsyntax-only", source]
        report.add(f"{name}: {len(chosen)} prototypes are those of the table", checks.complaints(command, *checks.run(command)))


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[2] for line in lines.splitlines()}


def wanted_symbols(rows, side, is_mpi):
    """What a library of this side must export, and nothing else."""
    names = {row[0] for row in rows if side in row[2].split("+") and not (is_mpi and row[0].startswith("MPI_"))}
    if side == "profiling-1.4.1":  # each also by the name that C has for it, and one that the manual's example uses
        return names | {name.rstrip("_") for name in names} | {"finalize_prof", "finalize_prof_"}
    if side == "write":
        names |= {f"P{row[0]}" for row in rows if row[1] == "adios.h" and "write" in row[2].split("+")}
        names |= {"weft_adios_register_transport", "Padios_is_profiled"}
    return names | DATA


def check_symbols(report, arguments):
    rows = table(arguments.symbols)
    for base, side in (("adios", "write"), ("adiosread", "read"), ("adios_timing", "profiling-1.4.1")):
        for name, is_mpi in ((f"lib{base}_nompi.so", False), (f"lib{base}.so", True)):
            library = arguments.library / name
            if is_mpi and not (arguments.library / "libadios.so").exists():
                continue
            found, wanted = exported(library), wanted_symbols(rows, side, is_mpi)
            report.add(f"{name}: exports the {len(wanted)} symbols of the table and none beyond",
                       sorted(f"{n} is missing" for n in wanted - found) + sorted(f"{n} is too much" for n in found - wanted))
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


# Of these ADIOS tells in its own way: two events for one call, sizes that it does not know, an end without a beginning;
# and nothing at all of finishing to read after everything else.
TOLD_DIFFERENTLY = {"write", "write_byid", "group_size", "selection_auto", "read_finalize_method"}
TOLD_BY_OURS = ["group_size enter 1 100 1", "write enter 1 n 2 0  1", "write exit 1 a 6 1 [4];[4];[0] 1",
                "write_byid enter 1 z 6 1 [4];[0];[0] 1", "selection_auto enter hints 0", "selection_auto exit hints 1",
                "read_finalize_method event 0", "library_shutdown"]


def calls_told(said):
    """What a tool was told, without what happens inside of calls that it was told of."""
    lines, inside = [], 0
    for line in said.splitlines():
        inside = max(inside - (" exit" in line), 0)  # ADIOS tells of some ends twice
        if inside == 0 and line.split()[0] not in TOLD_DIFFERENTLY:
            lines.append(line)
        inside += " enter" in line
        if line.startswith("--"):
            inside = 0
    return "\n".join(lines)


def check_tool(report, arguments):
    said = {side: run_in(arguments.workdir / f"watched_in_{side}", [compiled(
        arguments, HERE / "watched.c", side, flags=["-Wno-unused-parameter"])]) for side in ("reference", "ours")}
    told = [calls_told(said[side]) for side in ("reference", "ours")]
    report.add(f"a tool is told the same: {len(told[0].splitlines())} lines", differing_texts(*told))
    report.add("and what is written", [f"not '{line}'" for line in TOLD_BY_OURS if line not in said["ours"].splitlines()])


def check(report, arguments):
    check_headers(report, arguments)
    check_prototypes(report, arguments)
    check_symbols(report, arguments)
    check_calls(report, arguments)
    check_tool(report, arguments)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "symbols", "tables"), check, update={"action": "store_true"})
