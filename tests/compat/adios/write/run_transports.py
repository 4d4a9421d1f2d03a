#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Transports that are not ours: one that is loaded at run time, and two that a program brings.

    run_transports.py --library DIRECTORY --include DIRECTORY --plugin FILE --workdir DIRECTORY
"""
import shutil

from adios_programs import HERE, checks, compiled, differing_texts, main, run_in

ASCII = """\
2
x
y z 
-300
7 65535 
-1 2147483647 
4294967295
-9223372036854775808
1 18446744073709551615 
1.500000
0.250000 -8.000000 
12.500000
a text
1.000000+-2.000000i
1.000000+2.000000i 3.000000+-4.000000i 
2
"""


def check_ascii(report, arguments):
    program = compiled(arguments, HERE / "ascii.c", "ours")
    place = arguments.workdir / "ascii"
    said = run_in(place, [program], WEFT_ADIOS_TRANSPORTS=f"{arguments.plugin.resolve()}")
    report.add("the plug-in is listed, and refuses what it cannot do", [] if "posix_ascii_nb\n" in said and "update: -100" in said
               else [said])
    report.add("it prints all types", differing_texts(ASCII, (place / "out_ascii.txt").read_text()))
    said = run_in(place, [program], status=3)
    report.add("without the plug-in there is no such method", [] if "select: -105" in said else [said])
    broken = arguments.workdir / "broken.so"
    broken.write_text("this is no shared object")
    empty = arguments.workdir / "empty.so"
    checks.must_run([arguments.cc, "-shared", "-fPIC", "-x", "c", "/dev/null", "-o", empty])
    said = run_in(place, [program], WEFT_ADIOS_TRANSPORTS=f"{broken}:{empty}:/nowhere.so:{arguments.plugin.resolve()}")
    report.add("what cannot be loaded is told, the rest is", [f"nothing about {name}: {said}" for name in (
        f"{broken}: cannot be loaded", f"{empty}: expected a function weft_adios_transports", "/nowhere.so: cannot be loaded",
        "update: -100") if name not in said])
    said = run_in(place, [program], WEFT_ADIOS_TRANSPORTS=f"{arguments.plugin.resolve()}:{arguments.plugin.resolve()}")
    report.add("a plug-in that comes twice is one", [] if "already" in said or "which is that of" in said else [said])


def check_own(report, arguments):
    program = arguments.workdir / "own_transport"
    library = arguments.library.resolve()
    checks.must_run([arguments.cxx, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-D_NOMPI",
                     f"-isystem{arguments.include}", HERE / "own_transport.cpp", "-o", program, f"-L{library}",
                     "-ladios_nompi", f"-Wl,-rpath,{library}"])
    said = run_in(arguments.workdir / "own", [program])
    expected = HERE / "own_transport.txt"
    if arguments.update:
        expected.write_text(said)
    report.add("a program's own transports see every call in its order", differing_texts(expected.read_text(), said))


def check(report, arguments):
    check_ascii(report, arguments)
    check_own(report, arguments)
    shutil.rmtree(arguments.workdir, ignore_errors=True)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "plugin"), check, cxx={"default": "c++"}, update={"action": "store_true"})
