# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the drop-in library share: one program run on the reference library and on ours, and whether both
left the same.

The loader takes the library from LD_LIBRARY_PATH, so the program is the same file for both.
"""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "interop"))
import checks  # noqa: E402

SONAME = "libopen-trace-format2.so.10"
SIDES = ("reference", "ours")
TRACE_ID_FROM_END = 3 + 4 + 4 + 8  # end marks, thumbnails, snapshots, trace id


def environment(library, **more):
    """For programs on our library; on the reference's if there is none."""
    words = {**os.environ, **more}
    if library:
        if not (library / SONAME).exists():  # or the loader would quietly take the reference's
            raise checks.Stop(f"{library} has no {SONAME}")
        words["LD_LIBRARY_PATH"] = str(library)
    return words


def run_on(library, command, more=None, **options):
    """Must go well and in silence."""
    status, errors = checks.run(command, env=environment(library, **(more or {})), **options)
    if status or errors:
        raise checks.Stop(f"{' '.join(map(str, command))}: exit code {status}, {errors}")


def without_trace_id(path):
    content = path.read_bytes()
    if path.suffix != ".otf2":
        return content
    at = len(content) - TRACE_ID_FROM_END
    return content[:at] + content[at + 8:]


def differing_files(reference, ours):
    """Files that only one side has, or that differ by more than the number that is invented for each trace."""
    names = {p.relative_to(root) for root in (reference, ours) for p in root.rglob("*") if p.is_file()}
    return [str(name) for name in sorted(names)
            if not (reference / name).is_file() or not (ours / name).is_file()
            or without_trace_id(reference / name) != without_trace_id(ours / name)]


def first_difference(reference, ours):
    """Of two texts, as a list of problems."""
    lines = reference.splitlines(), ours.splitlines()
    for number, (a, b) in enumerate(zip(*lines), 1):
        if a != b:
            return [f"line {number}: the reference says '{a}', ours '{b}'"]
    if len(lines[0]) != len(lines[1]):
        return [f"the reference says {len(lines[0])} lines, ours {len(lines[1])}"]
    return []
