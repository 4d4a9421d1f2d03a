#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what can be seen of the LiTL library from outside: structures and values of its headers, and its symbols.

    run_headers.py --library DIRECTORY --include DIRECTORY --symbols FILE --cmake PROGRAM --build DIRECTORY
                   --workdir DIRECTORY

Then everything is installed, and a program finds it there by pkg-config.
"""
import os
import pathlib
import subprocess

from libraries import HERE, checks, compiled, differing_texts, environment, main, told

NEEDED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"}
# What sanitizers bring, and the loader itself.
RUNTIMES = ("libasan", "libubsan", "libtsan", "ld-linux")

ANY_DIALECT = """
#include <litl_merge.h>
#include <litl_read.h>
#include <litl_split.h>
#include <litl_timer.h>
#include <litl_tools.h>
#include <litl_write.h>
#include <fut.h>
int use(litl_write_trace_t* trace, litl_read_event_t* read);
int use(litl_write_trace_t* trace, litl_read_event_t* read) {
  litl_t* event;
  int number = 1;
  const double real = 2;
  if (number) litl_write_probe_pack_2(trace, 1, number, real, event); else number = 2;
  litl_read_get_param_1(read, number);
  FUT_DO_PROBE(1, 2);
  return event != 0 && number;
}
"""


def lines_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def check_installed(report, arguments):
    prefix = arguments.workdir / "prefix"
    checks.must_run([arguments.cmake, "--install", arguments.build, "--component", "litl", "--prefix", prefix])
    found = next(prefix.rglob("litl.pc")).parent

    def asked(*words):
        return subprocess.run(["pkg-config", *words, "litl"], env=dict(os.environ, PKG_CONFIG_LIBDIR=str(found)), check=True,
                              capture_output=True, text=True).stdout.split()

    version, flags = asked("--modversion"), asked("--cflags", "--libs")
    report.add("pkg-config knows the version we stand in for", [] if version == ["0.1.9"] else version)
    place = checks.empty_directory(arguments.workdir / "installed")
    checks.must_run([arguments.cc, "-std=c99", HERE / "fxt.c", "-o", place / "program", *flags])
    lines = subprocess.run(["ldd", place / "program"], env=environment(found.parent), check=True, capture_output=True,
                           text=True).stdout.splitlines()
    used = [pathlib.Path(line.split()[2]).resolve() for line in lines if "liblitl" in line]
    report.add("the program is linked with what was installed",
               [] if used == [(found.parent / "liblitl.so.0").resolve()] else lines)
    told(found.parent, [place / "program"], cwd=place)
    report.add("and records", [] if (place / "fxt").stat().st_size > 418 else ["nothing"])
    report.add("the tools are there", [tool for tool in ("litl_print", "litl_merge", "litl_split")
                                       if not os.path.lexists(prefix / "bin" / tool)])


def check(report, arguments):
    texts = [told(None, [compiled(arguments, HERE / "layout.c", headers)]) for headers in ("reference", "ours")]
    report.add(f"{len(texts[0].splitlines())} sizes, places and values are the same", differing_texts(*texts))

    library = arguments.library / "liblitl.so.0"
    found = sorted(line.split()[2] for line in lines_of("nm", "-D", "--defined-only", library))
    wanted = sorted(arguments.symbols.read_text().split())
    report.add(f"{len(wanted)} symbols and no other", [f"{name}" for name in set(found) ^ set(wanted)])
    clock = [line for line in lines_of("nm", "-DS", library) if line.endswith(" litl_get_time")]
    report.add("litl_get_time is data of 8 bytes", [] if " 0000000000000008 D " in clock[0] else clock)
    dynamic = [line.split("[")[1].rstrip("]") for line in lines_of("readelf", "-d", library)
               if "(NEEDED)" in line or "(SONAME)" in line]
    report.add("needs nothing that is not everywhere", [name for name in dynamic if name != "liblitl.so.0"
                                                        and name not in NEEDED and not name.startswith(RUNTIMES)])

    source = arguments.workdir / "any_dialect.c"
    source.write_text(ANY_DIALECT)
    flags = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{arguments.include}", "-c", source, "-o", "/dev/null"]
    for words in (["cc", "-std=c99"], ["cc", "-std=c11", "-DDEBUG"], ["c++", "-std=c++11", "-x", "c++"],
                  ["c++", "-std=c++20", "-DDEBUG", "-x", "c++"]):
        status, errors = checks.run([*words, *flags])
        report.add(f"headers are clean with {' '.join(words)}", checks.complaints(words, status, errors))
    check_installed(report, arguments)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "symbols", "cmake", "build"), check)
