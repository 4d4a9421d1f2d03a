#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the same calls on our OTF2 library and on the reference: errors, attributes, id maps, size estimates.

    run_values.py --library DIRECTORY --include DIRECTORY --symbols otf2.symbols --workdir DIRECTORY

The lists of types, enumerations, id spaces and events are made from the headers in --include, so that every function
of these families is called. values_driver.c is compiled once, against those headers, and run with the library in
--library and with the reference; what it prints is compared line by line. Messages are free, their number and kind are
not.
"""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import SONAME, checks, compiled, differing_lines, environment, main, sides  # noqa: E402

FAMILIES = re.compile(r"^OTF2_(Error|AttributeList|AttributeValue|IdMap|EventSizeEstimator)_")
REPORT = re.compile(r"^\[OTF2\] [^:]+:\d+: (error: .+: .+|(?:warning|deprecated|abort): .+)$")
# What Debian's programs call although no header declares it: src/compat/otf2/utils.cpp.
UNDECLARED = {"OTF2_UTILS_Error_Abort", "OTF2_UTILS_Error_FromPosix", "OTF2_UTILS_Error_Handler",
              "OTF2_UTILS_IO_GetWithoutPath", "otf2_python_free"}
EVERYWHERE = re.compile(r"^(libc|libm|libstdc\+\+|libgcc_s|ld-linux-[\w-]+)\.so\.\d+$")


def cases(include):
    """The lists of values_driver.c, one line an entry."""
    def header(name):
        return re.sub(r"\s+", " ", (include / "otf2" / name).read_text())

    lists, values = header("OTF2_AttributeList.h"), header("OTF2_AttributeValue.h")
    enums = " ".join(header(p.name) for p in sorted((include / "otf2").glob("*.h")))
    estimator = header("OTF2_EventSizeEstimator.h")
    union = re.search(r"union OTF2_AttributeValue_union \{(.*?)\}", values)[1]
    members = dict(re.findall(r"(?:OTF2_)?(\w+) (\w+);", union))
    lines = []
    for function, c_type in re.findall(r"OTF2_AttributeList_Add(?!Attribute\()(\w+)\([^,]*,[^,]*, (\w+) \w+\)", lists):
        lines.append(f"VALUE({function}, {members[c_type.removeprefix('OTF2_')]}, {c_type})")
    for name in re.findall(r"OTF2_AttributeValue_Set(\w+)\(", values):
        lines.append(f"ENUMERATION({name})")
        body = re.search(rf"enum OTF2_{name}_enum \{{(.*?)\}}", enums)[1]
        for enumerator in re.findall(r"(OTF2_\w+)[^,=]*=", re.sub(r"/\*.*?\*/", "", body)):
            lines.append(f"ENUMERATOR({name}, {enumerator})")
    lines += [f"NUMBER({name})" for name in re.findall(r"SetNumberOf(\w+)Definitions\(", estimator)]
    for name, count in re.findall(r"GetSizeOf(\w+)Event\([^,)]*(?:, (\w+) \w+)?\)", estimator):
        lines.append(f"COUNTED_EVENT({name}, {count})" if count else f"EVENT({name})")
    return "\n".join(lines) + "\n"


def dynamic_symbols(path, option):
    listing = subprocess.run(["nm", "-D", option, path], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in listing.splitlines()}


def kind_of(line):
    """Of a message: how bad it is. None if it does not look like one."""
    found = REPORT.match(line)
    return found and found[1].split(":")[0]


def check_runs(report, arguments):
    (arguments.workdir / "values_cases.inc").write_text(cases(arguments.include))
    program = compiled(arguments, "values_driver", f"-I{arguments.workdir}", HERE / "values_driver.c")
    printed, kinds = [], []
    for side, library in sides(arguments.library):
        printed.append(arguments.workdir / f"values_{side}.txt")
        status, errors = checks.run([program], stdout=printed[-1], env=environment(library))
        kinds.append([kind_of(line) for line in errors.splitlines()])
        report.add(f"the program runs on {side}", [f"exit code {status}\n{errors[-2000:]}"] if status else [])
    report.add(f"{len(printed[0].read_text().splitlines())} answers are the same", differing_lines(*printed))
    report.add(f"{len(kinds[0])} messages are of the same kind",
               [] if kinds[0] == kinds[1] and None not in kinds[0] else [f"{kinds[0]}\n{kinds[1]}"])
    wanted = {name for name in arguments.symbols.read_text().split() if FAMILIES.match(name)}
    missing = sorted(wanted - dynamic_symbols(program, "--undefined-only"))
    report.add(f"all {len(wanted)} functions are called", missing if len(wanted) > 200 else ["there should be more"])


def check_exports(report, library, symbols):
    """Our library exports what is listed and nothing else, and needs what is everywhere."""
    listed = set(symbols.read_text().split()) | UNDECLARED
    exported = dynamic_symbols(library, "--defined-only")
    report.add("what is listed is exported", sorted(listed - exported))
    report.add("nothing else is exported", sorted(exported - listed))
    if "WEFT_PRELOAD" in os.environ:  # with sanitizers the linker leaves nothing out
        return
    listing = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
    report.add("our library needs what is everywhere",
               [name for name in re.findall(r"\(NEEDED\).*\[(.*)\]", listing) if not EVERYWHERE.match(name)])


def check(report, arguments):
    check_runs(report, arguments)
    check_exports(report, arguments.library / SONAME, arguments.symbols)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "symbols"), check)
