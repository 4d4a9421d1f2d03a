#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Calls the reference library and ours at random, with the same calls, and compares everything they say and write.

    run_sequences.py --library DIRECTORY --include DIRECTORY --records otf2.records.json --workdir DIRECTORY
                     [--first NUMBER] [--count NUMBER]

DIRECTORY holds our libopen-trace-format2.so.10. The driver is compiled once and run on both libraries. What the
reference does not survive, ours must survive; there is nothing to compare then, and it must be rare.
"""
import concurrent.futures
import pathlib
import re
import shutil
import sys
from collections import namedtuple

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from two_libraries import checks, compiled, differing_files, main, run_on, sides, written_scenarios  # noqa: E402

# Archives to read besides those that a sequence writes itself; their locations are among those that the driver knows.
PREPARED = ["all", "chunks", "skew", "rewind"]
LOST_AT_MOST = 0.02  # of all sequences
SMALLEST_CHUNK = 256 * 1024  # of the driver's

Sequence = namedtuple("Sequence", "lines signal code calls callbacks")
END = re.compile(rb"== sequence (\d+): signal (\d+), exit code (\d+), (\d+) calls, (\d+) callbacks\n")


def sequences(path):
    """What was said, by the number of the sequence."""
    parts = END.split(path.read_bytes())
    return {int(number): Sequence(text, *map(int, ended))
            for text, number, *ended in zip(*(parts[i::6] for i in range(6)))}


def compile_driver(arguments):
    generated = arguments.workdir / "generated_driver"
    checks.must_run([sys.executable, HERE / "sequences_gen.py", arguments.records, generated])
    return compiled(arguments, "driver", f"-I{HERE}", f"-I{checks.HERE}", *sorted(HERE.glob("*.c")),
                    generated / "records.c", "-lm")


def run_driver(driver, anchors, arguments):
    """Both libraries at once: (what they said, what they left), by side."""
    said, left = {}, {}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        runs = []
        for side, library in sides(arguments.library):
            left[side] = checks.empty_directory(arguments.workdir / f"sequences_{side}")
            said[side] = arguments.workdir / f"sequences_{side}.txt"
            command = [driver, arguments.first, arguments.count, *anchors]
            runs.append(pool.submit(run_on, library, command, stdout=said[side], cwd=left[side]))
        for run in runs:
            run.result()
    return {side: sequences(path) for side, path in said.items()}, left


def differing_sequence(number, reference, ours):
    """The first line that differs, and what was said just before."""
    a, b = (s.lines.decode(errors="replace").splitlines() + ["(the end)"] for s in (reference, ours))
    at = next(i for i in range(max(len(a), len(b))) if a[i:i + 1] != b[i:i + 1])
    before = "\n".join(a[max(0, at - 4):at])
    return f"sequence {number}, line {at + 1}, after\n{before}\nthe reference says '{a[at]}', ours '{b[at]}'"


def is_written_ahead(reference, ours, name):
    """Ours writes full chunks before it is asked to, so a program that ends without closing its archive leaves some."""
    was_closed = ours.joinpath(name).parents[1].joinpath("t.otf2").exists()
    size = ours.joinpath(name).stat().st_size if ours.joinpath(name).exists() else 0
    return not was_closed and not reference.joinpath(name).exists() and size >= SMALLEST_CHUNK


def compare(report, said, left):
    reference, ours = said["reference"], said["ours"]
    ended_badly = {n for n, s in reference.items() if s.signal or s.code}
    problems = [f"sequence {n}: signal {s.signal}, exit code {s.code}" for n, s in ours.items() if s.signal or s.code]
    report.add(f"{len(ours)} sequences: ours survives all, the reference all but {len(ended_badly)}", problems)
    report.add(f"at most {LOST_AT_MOST:.0%} of the sequences are lost to comparison",
               [str(sorted(ended_badly))] if len(ended_badly) > LOST_AT_MOST * len(reference) else [])
    compared = sorted(reference.keys() - ended_badly)
    calls, callbacks = (sum(getattr(reference[n], what) for n in compared) for what in ("calls", "callbacks"))
    problems = [differing_sequence(n, reference[n], ours[n]) for n in compared if reference[n].lines != ours[n].lines]
    report.add(f"{calls} calls and {callbacks} callbacks in {len(compared)} sequences are the same", problems)
    files = [name for name in differing_files(left["reference"], left["ours"])
             if int(pathlib.Path(name).parts[0]) not in ended_badly
             and not is_written_ahead(left["reference"], left["ours"], name)]
    report.add("what they write is the same", files)


def check(report, arguments):
    driver, (_, anchors) = compile_driver(arguments), written_scenarios(arguments, PREPARED)
    said, left = run_driver(driver, anchors, arguments)
    compare(report, said, left)
    if report.failed == 0:
        for directory in left.values():
            shutil.rmtree(directory)


if __name__ == "__main__":
    main(__doc__, ("library", "include", "records"), check, first={"type": int, "default": 1},
         count={"type": int, "default": 2000})
