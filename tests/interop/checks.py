# SPDX-License-Identifier: BSD-3-Clause
"""What the interoperability scripts share: the reference programs, running things, and the checks themselves.

A check returns a list of problems; an empty list is a pass.
"""
import argparse
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
from collections import namedtuple

import compare

HERE = pathlib.Path(__file__).resolve().parent
C_FLAGS = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-deprecated-declarations"]
TIMEOUT = 600


class Weft:
    """The command, which has to end as it should."""

    def __init__(self, program):
        self.program = program

    def __call__(self, *words, status=(0, 1), **options):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, timeout=300, check=False, **options)
        if done.returncode not in status:
            raise Stop(f"weft {' '.join(map(str, words))}: exit {done.returncode}: {done.stderr.decode()[:500]}")
        return done


class Report:
    """Prints what fails, to people also what passes, and counts."""

    SHOWN = 10

    def __init__(self):
        self.passed = self.failed = 0

    def add(self, name, problems):
        if problems:
            self.failed += 1
            print(f"FAIL {name}")
            for problem in problems[:self.SHOWN]:
                print("     " + problem.replace("\n", "\n     "))
            if len(problems) > self.SHOWN:
                print(f"     … and {len(problems) - self.SHOWN} more")
        else:
            self.passed += 1
            if sys.stdout.isatty():
                print(f"PASS {name}")
        sys.stdout.flush()
        return not problems

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(0 if self.passed and not self.failed else 1)


class Stop(Exception):
    """The checks cannot go on: a program of ours does not build or run."""


def run(command, stdout=subprocess.DEVNULL, **options):
    """(exit status, standard error); standard output goes to a file if one is given."""
    if isinstance(stdout, pathlib.Path):
        with open(stdout, "wb") as file:
            return run(command, stdout=file, **options)
    try:
        done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=stdout,
                              stderr=subprocess.PIPE, timeout=TIMEOUT, check=False, **options)
    except subprocess.TimeoutExpired:
        return 124, f"no end after {TIMEOUT} s"
    except OSError as error:
        return 127, str(error)
    return done.returncode, done.stderr.decode("utf-8", "backslashreplace")


def must_run(command, **options):
    status, errors = run(command, **options)
    if status != 0:
        raise Stop(f"{' '.join(map(str, command))}\nended with status {status}\n{errors}")


def complaints(command, status, errors, expected_status=0):
    """What a run that should be quiet and good had to say."""
    words = " ".join(map(str, command))
    problems = [f"{words}: status {status}, not {expected_status}"] if status != expected_status else []
    if errors:
        problems.append(f"{words}: standard error has\n{errors[:1000]}")
    return problems


def options(description):
    """The command line all scripts have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--weft", required=True, type=pathlib.Path, help="the weft program")
    parser.add_argument("--workdir", required=True, type=pathlib.Path,
                        help="directory for everything written; earlier results in it are removed")
    parser.add_argument("--records", required=True, type=pathlib.Path, help="otf2.records.json")
    parser.add_argument("--cc", default="gcc", help="C compiler")
    return parser


def empty_directory(path):
    """For directories that only these scripts write to."""
    if path.exists():
        shutil.rmtree(path)
    path.mkdir(parents=True)
    return path.resolve()


def otf2_config(option):
    try:
        return subprocess.run(["otf2-config", option], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    except (OSError, subprocess.CalledProcessError) as error:
        raise Stop(f"otf2-config {option}: {error}; is libotf2-trace-dev installed?") from error


class Tools:
    """The programs at work: weft, and what we build on the reference library."""

    def __init__(self, weft, records, cc, workdir, known_findings=()):
        """`known_findings`: rules of weft that the traces at hand do break; weft must then say so, and nothing else."""
        self.weft = weft.resolve()
        self.known_findings = known_findings
        self.dump = workdir / "reference_dump"
        self.writer = workdir / "reference_writer"
        self.cc = cc
        self.generated = workdir / "generated"
        must_run([sys.executable, HERE / "reference_gen.py", records, self.generated])
        self.compile(self.dump, [self.generated / "reference_dump.c"])

    def weft_complaints(self, command, status, errors):
        lines = errors.splitlines()
        is_known = [any(line.endswith(f"[{rule}]") for rule in self.known_findings) for line in lines]
        if lines and all(is_known):
            return complaints(command, status, "", 1)
        return complaints(command, status, errors)

    def compile(self, program, sources):
        must_run([self.cc, *C_FLAGS, f"-I{HERE}", *otf2_config("--cppflags"), *sources, "-o", program,
                  *otf2_config("--ldflags"), *otf2_config("--libs"), "-lm"])

    def compile_writer(self):
        self.compile(self.writer, [self.generated / "reference_writer.c", HERE / "writer_support.c",
                                   *sorted(HERE.glob("scenario_*.c"))])


Archive = namedtuple("Archive", "name anchor work thumbnails quiet text unify", defaults=(None, False, True, False))
"""`work` is a directory for results, `thumbnails` the expected thumbnail lines. otf2-print has nothing to complain about
a `quiet` archive, and prints the same `text` each time. `unify` asks for the check of `weft convert --unify`."""


def same_lines(a, b):
    return compare.differences(a, b)[1]


def dumped(tools, anchor, output, *flags):
    """The archive as the reference reads it."""
    command = [tools.dump, *flags, anchor]
    status, errors = run(command, stdout=output)
    return complaints(command, status, errors)


def printed(tools, anchor, output, *flags):
    """The archive as weft reads it."""
    command = [tools.weft, "print", "--json", *flags, anchor]
    status, errors = run(command, stdout=output)
    return tools.weft_complaints(command, status, errors)


def check_print(tools, archive):
    """Weft and the reference read the same. Thumbnails, unreadable to the reference, go to a file of their own."""
    reference, ours = archive.work / "reference.jsonl", archive.work / "weft.jsonl"
    everything, thumbnails = archive.work / "weft.all.jsonl", archive.work / "weft.thumbnails.jsonl"
    problems = dumped(tools, archive.anchor, reference) + printed(tools, archive.anchor, everything)
    with open(everything, "rb") as source, open(ours, "wb") as rest, open(thumbnails, "wb") as apart:
        for line in source:
            (apart if line.startswith(b'{"record":"Thumbnail') else rest).write(line)
    return problems + same_lines(reference, ours)


def check_thumbnails(_tools, archive):
    expected = archive.thumbnails or os.devnull
    return same_lines(expected, archive.work / "weft.thumbnails.jsonl")


def check_by_location(tools, archive):
    reference, ours = archive.work / "reference.local.jsonl", archive.work / "weft.local.jsonl"
    return (dumped(tools, archive.anchor, reference, "--local", "--events")
            + printed(tools, archive.anchor, ours, "--events", "--by-location") + same_lines(reference, ours))


def files_below(directory):
    return {str(p.relative_to(directory)): p for p in sorted(directory.rglob("*")) if p.is_file()}


def archive_files(anchor):
    """The files of an archive, which may share its directory with others."""
    name = anchor.stem
    return {n: p for n, p in files_below(anchor.parent).items() if n.startswith((name + ".", name + "/"))}


def difference_of_files(name, a, b):
    left, right = a.read_bytes(), b.read_bytes()
    if left == right:
        return []
    parts = (i for i, (x, y) in enumerate(itertools.zip_longest(left, right)) if x != y)
    at = next(parts)
    return [f"{name}: {len(left)} and {len(right)} bytes, the first difference at {at}:\n"
            f"  in  … {left[max(0, at - 8):at].hex(' ')} | {left[at:at + 16].hex(' ')}\n"
            f"  out … {right[max(0, at - 8):at].hex(' ')} | {right[at:at + 16].hex(' ')}"]


def converted(tools, archive, name, *flags):
    """(anchor of the copy, problems)"""
    copy = empty_directory(archive.work / name) / archive.anchor.name
    command = [tools.weft, "convert", *flags, archive.anchor, copy]
    status, errors = run(command)
    return copy, tools.weft_complaints(command, status, errors)


def check_convert(tools, archive):
    """A copy is the same, byte by byte and file by file."""
    copy, problems = converted(tools, archive, "copy")
    before, after = archive_files(archive.anchor), files_below(copy.parent)
    problems += [f"{n}: missing in the copy" for n in before.keys() - after.keys()]
    problems += [f"{n}: only in the copy" for n in after.keys() - before.keys()]
    for name in sorted(before.keys() & after.keys()):
        problems += difference_of_files(name, before[name], after[name])
    return problems


def check_copy_reads_the_same(tools, archive):
    output = archive.work / "copy.jsonl"
    problems = dumped(tools, archive.work / "copy" / archive.anchor.name, output)
    return problems + same_lines(archive.work / "reference.jsonl", output)


def check_otf2_print(_tools, archive):
    """otf2-print says the same about the copy, and about a quiet archive no word of complaint."""
    before, after = archive.work / "in.txt", archive.work / "out.txt"
    copy = ["otf2-print", "-A", archive.work / "copy" / archive.anchor.name]
    expected, _ = run(["otf2-print", "-A", archive.anchor], stdout=before)
    status, errors = run(copy, stdout=after)
    problems = complaints(copy, status, errors if archive.quiet else "", expected)
    return problems + (difference_of_files("the text of otf2-print", before, after) if archive.text else [])


def check_unify(tools, archive):
    """Ids and clocks resolved: the events stay as they were delivered, without tables and offsets to do it."""
    events, unified, everything = (archive.work / n for n in ("events.jsonl", "unified.jsonl", "unified.all.jsonl"))
    copy, problems = converted(tools, archive, "unified", "--unify")
    problems += dumped(tools, archive.anchor, events, "--events") + dumped(tools, copy, unified, "--events")
    problems += dumped(tools, copy, everything) + same_lines(events, unified)
    with open(everything, "rb") as lines:
        left = sum(line.startswith((b'{"record":"MappingTable"', b'{"record":"ClockOffset"')) for line in lines)
    return problems + ([f"{left} mapping tables and clock offsets are left"] if left else [])


CHECKS = [
    ("weft print equals the reference", check_print),
    ("thumbnails are as written", check_thumbnails),
    ("weft print --by-location equals the reference", check_by_location),
    ("weft convert keeps every byte", check_convert),
    ("the reference reads the copy alike", check_copy_reads_the_same),
    ("otf2-print says the same of the copy", check_otf2_print),
]


def check_archive(report, tools, archive):
    """All checks on one archive. What passed leaves nothing behind; what failed can be looked at."""
    archive.work.mkdir(parents=True, exist_ok=True)
    checks = CHECKS + ([("weft convert --unify keeps the events", check_unify)] if archive.unify else [])
    good = [report.add(f"{archive.name}: {text}", check(tools, archive)) for text, check in checks]
    if all(good):
        shutil.rmtree(archive.work)
