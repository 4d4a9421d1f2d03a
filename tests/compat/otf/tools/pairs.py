# SPDX-License-Identifier: BSD-3-Clause
"""Runs a tool of the reference and ours on copies of the same files, and compares what they say and leave behind."""
import pathlib
import shutil
import subprocess
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[2] / "interop" / "otf")]
from libraries import checks, main  # noqa: E402, F401
import stamp_reference  # noqa: E402

REFERENCE = pathlib.Path("/usr/bin")
INTEROP = HERE.parents[2] / "interop" / "otf"


def content(path):
    """The bytes of a file, or where a link leads; what is invented for every trace is left out."""
    if path.is_symlink():
        return b"-> " + bytes(path.readlink())
    found = path.read_bytes()
    if ".0.def" not in path.name:
        return found
    if path.suffix == ".z":
        found = zlib.decompressobj().decompress(found)
    return b"".join(line for line in found.splitlines(True) if not line.startswith((b"DUI", b"DEFUNIQUEID")))


def first_difference(theirs, ours):
    for number, (a, b) in enumerate(zip(theirs.split(b"\n"), ours.split(b"\n")), 1):
        if a != b:
            return f"line {number}: {a[:200]!r} there, {b[:200]!r} here"
    return f"{len(theirs)} bytes there, {len(ours)} here"


def files_below(directory):
    return {str(path.relative_to(directory)): content(path) for path in directory.rglob("*")
            if path.is_symlink() or path.is_file()}


class Outcome:
    def __init__(self, done, directory):
        self.status, self.errors, self.directory = done.returncode, done.stderr, directory
        self.out = done.stdout.replace(bytes(REFERENCE) + b"/", b"")  # as it was called
        self.files = files_below(directory)


class Pair:
    def __init__(self, tool, weft, workdir, environment=None):
        """`environment` is for the reference alone."""
        self.tool, self.workdir, self.environment = tool, workdir, environment
        self.ours = checks.empty_directory(workdir / "bin") / tool
        self.ours.symlink_to(weft.resolve())

    def run(self, program, who, words, source, **options):
        directory = self.workdir / who
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(source, directory, symlinks=True)
        done = subprocess.run([program, *map(str, words)], cwd=directory, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=60, check=False, **options)
        return Outcome(done, directory)

    def run_ours(self, words, source, **options):
        return self.run(self.ours, "ours", words, source, **options)

    def both(self, words, source):
        theirs = self.run(REFERENCE / self.tool, "reference", words, source, env=self.environment)
        return theirs, self.run_ours(words, source)

    def differences(self, words, source, ignored_errors=False, adjust=lambda files: None):
        """`adjust` takes out of the files of each side what is known to differ."""
        theirs, ours = self.both(words, source)
        adjust(theirs.files)
        adjust(ours.files)
        problems = []
        if theirs.status != ours.status:
            problems.append(f"exit code {ours.status}, not {theirs.status}; {ours.errors[:200]!r}")
        if theirs.out != ours.out:
            problems.append("standard output: " + first_difference(theirs.out, ours.out))
        if theirs.errors != ours.errors and not ignored_errors:
            problems.append("standard error: " + first_difference(theirs.errors, ours.errors))
        problems += [f"{name} is only there" for name in theirs.files.keys() - ours.files.keys()]
        problems += [f"{name} is only here" for name in ours.files.keys() - theirs.files.keys()]
        shared = sorted(theirs.files.keys() & ours.files.keys())
        return problems + [f"{name}: {first_difference(theirs.files[name], ours.files[name])}"
                           for name in shared if theirs.files[name] != ours.files[name]]

    def refused(self, words, source, status, word, **options):
        """Ours ends with this exit code, names what is wrong, and leaves everything as it was."""
        ours = self.run_ours(words, source, **options)
        before = files_below(pathlib.Path(source))
        problems = [] if ours.status == status else [f"exit code {ours.status}, not {status}"]
        problems += [] if word.encode() in ours.errors else [f"standard error has {ours.errors[:300]!r}, not {word!r}"]
        changed = sorted(ours.files.keys() ^ before.keys())
        return problems + ([] if ours.files == before else [f"files changed: {changed}"])


def reference_program(workdir, records, compiler="cc"):
    """The program of the interoperability tests, and the library that lets today's zlib work with the reference."""
    (workdir / "stamped.h").write_text(stamp_reference.stamp(records), encoding="utf-8")
    program, library = workdir / "reference_program", workdir / "reference_zlib.so"
    common = [compiler, "-std=gnu11", "-w", f"-I{workdir}", INTEROP / "reference.c", "-lopen-trace-format", "-lz"]
    checks.must_run([*common, "-o", program])
    checks.must_run([*common, "-shared", "-fPIC", "-o", library])
    return program, library
