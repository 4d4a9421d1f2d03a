#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tools of the references read what conversions write: they print all that Weft's tools of the same names print.

    run_references.py --weft PROGRAM --workdir DIRECTORY --data DIRECTORY --maker PROGRAM

That Weft reads what was converted is shown by run_pairs.py; so the references read what was converted.
"""
import collections
import itertools
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "interop"))
import checks  # noqa: E402
import run_pairs  # noqa: E402

TOOLS = {"otf2": ("otf2-print", "-A"), "otf": ("otfprint",), "litl": ("litl_print", "-f"), "bp": ("bpls", "-d")}
VARIABLE = re.compile(r"^  \S.*?  (/\S+)\s+(?:scalar|\{[\d, ]+\})\s*$")


def columns(text):
    """Of what bpls prints: the values of each variable. One that has a single value in each block may be called a scalar."""
    found, current = collections.defaultdict(list), None
    for line in text.splitlines():
        if header := VARIABLE.match(line):
            current = found[header[1]]
        elif current is not None:
            current += re.sub(r"^\s*\([\d, ]+\)", "", line).split()
    return [f"{name}: {' '.join(values)}" for name, values in found.items()]


def lines(text):
    return [line for line in text.splitlines() if not line.startswith("processing time")]


def printed(place, program, options, trace):
    """(what a tool prints, problems)"""
    text = place / f"{program.parent.name}-{program.name}.txt"
    status, errors = checks.run([program, *options, trace], stdout=text)
    return text.read_text(errors="backslashreplace"), checks.complaints([program, trace], status, errors)


def check(weft, trace, name, form, place):
    out = place / run_pairs.ENDINGS[form]
    weft.convert(trace, out, form)
    tool, *options = TOOLS[form]
    (theirs, problems), (ours, _) = (printed(place, directory / tool, options, out)
                                     for directory in (pathlib.Path("/usr/bin"), weft.program.parent))
    if name == "every":  # which refers to groups and types as it likes
        problems = []
    elif form == "otf2":
        problems += [f"known too late: {line[:200]}" for line in theirs.splitlines() if "INVALID" in line]
    parts = columns if form == "bp" else lines
    told = parts(theirs)
    if len(told) < 10:
        problems.append(f"{tool} prints {len(told)} lines")
    return problems + [f"{tool}: {a}\n  Weft's: {b}" for a, b in itertools.zip_longest(told, parts(ours)) if a != b]


def main():
    options, workdir, weft, report = run_pairs.begin(__doc__, run_pairs.maker("every kind of record"))
    traces = run_pairs.originals(options, workdir)
    # Within OTF2 files are copied; from BP, all definitions are written anew.
    traces["sane-anew"] = workdir / "anew" / "trace.bp"
    weft.convert(traces["sane"], traces["sane-anew"], "bp")
    for (name, trace), form in itertools.product(traces.items(), TOOLS):
        report.add(f"{name} as {form}", check(weft, trace, name, form, workdir / f"{name}-{form}"))
    report.finish()


if __name__ == "__main__":
    main()
