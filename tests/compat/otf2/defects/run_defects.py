#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Shows that ours does right what the reference does wrong: one case for each defect listed in docs/formats/otf2.md.

    run_defects.py --weft PROGRAM --library DIRECTORY --include DIRECTORY --workdir DIRECTORY

defects.c does what the reference's library fails in, and demands the right answers; run without our library it fails in
every case. For defects of tools it writes an archive, and our tools have to cope with it. Defect 13, a type of group of
long ago, is shown where old records are read: tests/contract/versions_test.cpp.
"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import checks, compiled, environment, main  # noqa: E402

SAMPLES = 4096  # that otf2-snapshots announces


class Tools:
    """Ours, and the archive they work on."""

    def __init__(self, weft, archive):
        self.weft, self.archive = weft.resolve(), archive
        for tool in ("print", "marker", "snapshots"):
            (archive / f"otf2-{tool}").symlink_to(self.weft)

    def run(self, tool, *words):
        """What it prints; it must not have anything to complain about."""
        done = subprocess.run([self.archive / tool, *words, "trace.otf2"], cwd=self.archive, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, text=True, timeout=checks.TIMEOUT)
        if done.returncode:
            raise checks.Stop(f"{tool} {' '.join(words)}: exit code {done.returncode}\n{done.stdout[-1000:]}")
        return done.stdout

    def records(self, name):
        done = subprocess.run([self.weft, "print", "--json", self.archive / "trace.otf2"], stdout=subprocess.PIPE,
                              check=True, timeout=checks.TIMEOUT)
        return [record for record in map(json.loads, done.stdout.splitlines()) if record["record"] == name]


def lacking(text, *wanted):
    return [f"'{words}' is not in\n{text}" for words in wanted if words not in text]


def headers_of_thumbnails(tools):
    return lacking(tools.run("otf2-print", "-T"),
                   'THUMBNAIL_HEADER            0  Name: "name", Description: "text", Type: METRIC, Samples: 2, 2 Metrics: 3, ')


def group_of_markers_removed(tools):
    for group, category in (("a", "b"), ("a", "c"), ("other", "b")):
        tools.run("otf2-marker", "--add-def", group, category, "LOW")
    tools.run("otf2-marker", "--remove-def", "a")
    left = tools.run("otf2-marker")
    return lacking(left, 'Group: "other"') + ([left] if 'Group: "a"' in left else [])


def snapshots(tools):
    tools.run("otf2-snapshots")
    header, = tools.records("ThumbnailHeader")
    found = {"samples announced": (header["numberOfSamples"], SAMPLES),
             "samples": (len(tools.records("ThumbnailSample")), SAMPLES),
             "places to go on from": ([end["contReadPos"] for end in tools.records("SnapshotEnd")], [3])}
    return [f"{what}: {is_}, not {should}" for what, (is_, should) in found.items() if is_ != should]


def mismatching_properties(tools):
    return lacking(tools.run("otf2-print", "-G"), "UINT16, Value: TYPE MISMATCH <4660>\n", "UINT8; TYPE MISMATCH <86>)\n")


def missing_names(tools):
    return lacking(tools.run("otf2-print", "-A"), "SYSTEM_TREE_NODE                       1  Name: INVALID <77>",
                   "File: INVALID <77>, Line Number: 5", "IO_REGULAR_FILE                        0  Name: INVALID <77>",
                   "IO_HANDLE                              1  Name: UNDEFINED", 'Handle: "[')


def nameless_calling_context(tools):
    return lacking(tools.run("otf2-print", "-A"), "CALLING_CONTEXT                        0  Region: ", "CALLING_CONTEXT_ENTER ")


def without_locations(tools):
    return lacking(tools.run("otf2-print", "-A"), 'STRING                                 0  "name"', "=== Events ===")


# What the program does, and what is to be seen of its archive.
CASES = {1: ("thumbnails can be read", headers_of_thumbnails),
         2: ("events can be read backwards", None),
         3: ("a chunk may have one byte left when it is closed", None),
         4: ("what is too large leaves nothing behind", None),
         5: ("events at time 0 may fill several chunks", None),
         6: ("snapshots that begin with attributes are found", None),
         7: ("reading on at the end finds nothing", None),
         8: ("otf2-marker removes a whole group", group_of_markers_removed),
         9: ("otf2-snapshots counts its samples, and survives parameters and a length of 4096", snapshots),
         10: ("otf2-print shows the bits that there are", mismatching_properties),
         11: ("otf2-print survives missing names", missing_names),
         12: ("attributes of one list may be mapped to one", None),
         14: ("otf2-print survives a calling context of a region without name", nameless_calling_context),
         15: ("otf2-print accepts an archive without locations", without_locations),
         16: ("a missing file stays missing", None),
         17: ("no snapshot is found where there is none", None),
         18: ("no time is rewritten before the first event", None),
         19: ("seeks may follow the end of a file", None)}


def check(report, arguments):
    program = compiled(arguments, "defects", HERE / "defects.c")
    for number, (text, seen) in CASES.items():
        directory = checks.empty_directory(arguments.workdir / str(number))
        command = [program, number]
        status, errors = checks.run(command, cwd=directory, env=environment(arguments.library))
        problems = checks.complaints(command, status, errors)
        try:
            if seen and not problems:
                problems = seen(Tools(arguments.weft, directory / "archive"))
        except checks.Stop as stop:
            problems = [str(stop)]
        report.add(f"defect {number}: {text}", problems)


if __name__ == "__main__":
    main(__doc__, ("weft", "library", "include"), check)
