#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the same calls on our OTF2 library and on the reference: errors, attributes, id maps, size estimates.

usage: run_values.py --library DIR --include DIR --workdir DIR [--reference DIR] [--symbols FILE]

The lists of types, enumerations, id spaces and events are made from the headers in --include, so that every function
of these families is called. values_driver.c is compiled once, against those headers, and run with the library in
--library and with the reference; what it prints is compared line by line. Messages are free, their number and kind are
not. Prints "N passed, M failed". Exit code: 0 none failed, 1 some, 2 used wrongly.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = "libopen-trace-format2.so.10"
FAMILIES = re.compile(r"^OTF2_(Error|AttributeList|AttributeValue|IdMap|EventSizeEstimator)_")
REPORT = re.compile(r"^\[OTF2\] [^:]+:\d+: (error: .+: .+|(?:warning|deprecated|abort): .+)$")
# What Debian's programs call although no header declares it: src/compat/otf2/utils.cpp.
UNDECLARED = {"OTF2_UTILS_Error_Abort", "OTF2_UTILS_Error_FromPosix", "OTF2_UTILS_Error_Handler",
              "OTF2_UTILS_IO_GetWithoutPath", "otf2_python_free"}
EVERYWHERE = re.compile(r"^(libc|libm|libstdc\+\+|libgcc_s|ld-linux-[\w-]+)\.so\.\d+$")
SHOWN = 20


class Results:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def expect(self, good, message):
        if good:
            self.passed += 1
            return
        self.failed += 1
        if self.failed <= SHOWN:
            print(message)


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


def reference_directory():
    listing = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    found = re.search(rf"{re.escape(LIBRARY)} .*=> (\S+)", listing)
    return pathlib.Path(found[1]).parent if found else None


def compiled(arguments, reference):
    arguments.workdir.mkdir(parents=True, exist_ok=True)
    (arguments.workdir / "values_cases.inc").write_text(cases(arguments.include))
    program = arguments.workdir / "values_driver"
    subprocess.run(["gcc", "-std=c99", "-O0", "-Wall", "-Wextra", "-Wno-deprecated-declarations", "-Werror",
                    f"-isystem{arguments.include}", f"-I{arguments.workdir}", str(HERE / "values_driver.c"),
                    "-o", str(program), str(reference / LIBRARY)], check=True)
    return program


def run(program, library):
    environment = dict(os.environ, LD_LIBRARY_PATH=str(library))
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


def compare_runs(results, ours, reference):
    results.expect(reference[0] == 0, f"the reference ended with {reference[0]}")
    results.expect(ours[0] == reference[0], f"ours ended with {ours[0]}, the reference with {reference[0]}")
    context = ""
    for number in range(max(len(ours[1]), len(reference[1]))):
        mine, theirs = (run[1][number] if number < len(run[1]) else None for run in (ours, reference))
        results.expect(mine == theirs,
                       f"line {number + 1}, after {context!r}:\n  ours      {mine}\n  reference {theirs}")
        context = theirs
    results.expect(len(ours[2]) == len(reference[2]),
                   f"ours reported {len(ours[2])} errors, the reference {len(reference[2])}: {ours[2]}")
    for mine, theirs in zip(ours[2], reference[2]):
        same = REPORT.match(mine) and REPORT.match(theirs)
        same = same and REPORT.match(mine)[1].split(":")[0] == REPORT.match(theirs)[1].split(":")[0]
        results.expect(same, f"standard error:\n  ours      {mine}\n  reference {theirs}")


def compare_exports(results, library, symbols):
    """Our library exports what is listed and nothing else, and needs what is everywhere."""
    listed = set(symbols.read_text().split()) | UNDECLARED
    exported = dynamic_symbols(library / LIBRARY, "--defined-only")
    for name in sorted(listed | exported):
        results.expect(name in exported, f"{name} is not exported")
        results.expect(name in listed, f"{name} is exported, but should not be")
    listing = subprocess.run(["readelf", "-d", library / LIBRARY], check=True, capture_output=True, text=True).stdout
    for needed in re.findall(r"\(NEEDED\).*\[(.*)\]", listing):
        results.expect(EVERYWHERE.match(needed), f"our library needs {needed}")


def compare_symbols(results, program, symbols):
    wanted = {name for name in symbols.read_text().split() if FAMILIES.match(name)}
    called = dynamic_symbols(program, "--undefined-only")
    for name in sorted(wanted):
        results.expect(name in called, f"{name} is not called by this test")
    results.expect(len(wanted) > 200, f"only {len(wanted)} functions are listed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=pathlib.Path, required=True, help="folder of our " + LIBRARY)
    parser.add_argument("--include", type=pathlib.Path, required=True, help="folder of our otf2/")
    parser.add_argument("--workdir", type=pathlib.Path, required=True)
    parser.add_argument("--reference", type=pathlib.Path, default=None, help="folder of the reference's library")
    parser.add_argument("--symbols", type=pathlib.Path, default=HERE.parents[3] / "docs/formats/otf2.symbols")
    arguments = parser.parse_args()
    reference = arguments.reference or reference_directory()
    if reference is None or not (arguments.library / LIBRARY).exists():
        print("run_values: a library is missing", file=sys.stderr)
        return 2
    results = Results()
    program = compiled(arguments, reference)
    compare_runs(results, run(program, arguments.library), run(program, reference))
    compare_symbols(results, program, arguments.symbols)
    compare_exports(results, arguments.library, arguments.symbols)
    print(f"{results.passed} passed, {results.failed} failed")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
