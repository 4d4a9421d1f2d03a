#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The drop-in ADIOS library, built with sanitizers, under the programs that are compared with ADIOS elsewhere.

    run_sanitized.py --library DIRECTORY --include DIRECTORY --workdir DIRECTORY

Every way to write, every call and every mistake, right and wrong configurations, and all that reading can tell of what was
written. Here programs only have to end well: a sanitizer ends them otherwise, and so does memory that nobody freed.
"""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "write"))
from adios_programs import checks, compiled, main, run_in  # noqa: E402
from run_xml import WRONG  # noqa: E402

WRITE, READ = HERE.parent / "write", HERE.parent / "read"
CONTENT = [["content", "POSIX", "", level, transform] for level, transform in (("0", ""), ("1", "zlib"), ("-1", "bzip2"))]
SCENARIOS = ["modes", "in_turns", "names", "sized_by_attribute", "deletes", "methods", "aggregation", "overflow", "large",
             "read_back", "lent_memory"]


def check(report, arguments):
    runtime = {"LD_PRELOAD": os.environ["WEFT_PRELOAD"]} if "WEFT_PRELOAD" in os.environ else {}

    def program(source):
        return compiled(arguments, source, "ours", flags=["-D_GNU_SOURCE", "-Wno-unused-parameter", f"-I{READ}",
                                                              "-Wl,--allow-shlib-undefined"])

    def runs(what, place, command, status=0):
        try:
            run_in(arguments.workdir / place, command, status=status, **runtime)
            report.add(what, [])
        except checks.Stop as stop:
            report.add(what, [str(stop)])

    outputs, calls, configured = (program(WRITE / f"{name}.c") for name in ("outputs", "calls", "configured"))
    for words in [*CONTENT, *([name] for name in SCENARIOS)]:
        runs(f"writes: {' '.join(words)}", "_".join(words[:1] + words[3:]), [outputs, *words])
    for words in ([], ["mistakes"]):
        runs(f"calls {' '.join(words)}", "calls", [calls, *words])
    runs("a tool looks on", "watched", [program(WRITE / "watched.c")])
    runs("a configuration", "configured", [configured, WRITE / "good.xml"])
    for number, (name, (content, _, _)) in enumerate(WRONG.items()):
        file = arguments.workdir / f"wrong{number}.xml"
        file.write_text(content)
        runs(f"a wrong configuration: {name}", "wrong", [configured, file])
    driver, queries, version1 = (program(READ / f"{name}.c") for name in ("driver", "driver_query", "driver_v1"))
    for place in ("content_0_", "content_1_zlib"):
        file = arguments.workdir / place / "content.bp"
        for how in ("file", "stream", "misuse"):
            runs(f"reads {place} as {how}", "read", [driver, how, file])
        runs(f"reads {place} with version 1", "read", [version1, file])
        runs(f"queries {place}", "read", [queries, file])


if __name__ == "__main__":
    main(__doc__, ("library", "include"), check)
