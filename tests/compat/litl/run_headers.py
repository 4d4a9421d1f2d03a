#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what can be seen of the LiTL library from outside: structures and values of its headers, and its symbols.

    run_headers.py --library DIRECTORY --include DIRECTORY --symbols FILE --workdir DIRECTORY
"""
import subprocess

from libraries import HERE, checks, compiled, differing_texts, main, told

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


if __name__ == "__main__":
    main(__doc__, ("library", "include", "symbols"), check)
