"""Debian's OTF tools and ours on the same traces: what they print, how they end, what they write.

A Pair runs both where it is told; a PairOnCopies on copies of the same files, and compares what they leave behind.
"""
import pathlib
import shutil
import subprocess
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
INTEROP = HERE.parents[2] / "interop" / "otf"
sys.path[:0] = [str(HERE.parent), str(INTEROP)]
from libraries import checks, main  # noqa: E402, F401
import run_otf  # noqa: E402
import stamp_reference  # noqa: E402

REFERENCE = pathlib.Path("/usr/bin")
TIMEOUT = 60
# Traces of every record with edge values: format and size of buffers (see run_otf.py).
VARIANTS = {"short": (0, 0, 1 << 20), "long": (1, 0, 1 << 20), "inline": (2, 0, 400), "compressed": (0, 4, 1 << 20)}


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


def files_below(directory):
    """What files there are and what is in them."""
    return {str(path.relative_to(directory)): content(path) for path in directory.rglob("*")
            if path.is_symlink() or path.is_file()}


def first_difference(theirs, ours):
    for number, (a, b) in enumerate(zip(theirs.split(b"\n"), ours.split(b"\n")), 1):
        if a != b:
            return f"line {number}: {a[:200]!r} there, {b[:200]!r} here"
    return f"{len(theirs)} bytes there, {len(ours)} here"


def differing_files(theirs, ours):
    problems = [f"{name} is only {'there' if name in theirs else 'here'}" for name in sorted(theirs.keys() ^ ours.keys())]
    return problems + [f"{name}: {first_difference(theirs[name], ours[name])}"
                       for name in sorted(theirs.keys() & ours.keys()) if theirs[name] != ours[name]]


def words_text(words):
    return " ".join(word if word and " " not in word else repr(word) for word in map(str, words))


def run(program, words, directory, environment=None, stdout=subprocess.PIPE, **options):
    return subprocess.run([program, *map(str, words)], cwd=directory, stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=subprocess.PIPE, timeout=TIMEOUT, check=False, env=environment, **options)


class Pair:
    """A tool of the reference and ours, which is a link to weft under the same name."""

    def __init__(self, arguments, name, ours=None):
        links = arguments.workdir / "bin"
        links.mkdir(exist_ok=True)
        link = links / (ours or name)
        if not link.exists():
            link.symlink_to(arguments.weft.resolve())
        self.programs = (REFERENCE / name, link)

    @property
    def ours(self):
        return self.programs[1]

    def run(self, words, directories, environment=None):
        return [run(program, words, directory, environment) for program, directory in zip(self.programs, directories)]


def compare(results, outputs=None):
    """Exit codes and output; what is said on standard error is each one's own, but both or none must complain."""
    theirs, ours = results
    problems = []
    if theirs.returncode != ours.returncode:
        problems.append(f"exit code {ours.returncode}, not {theirs.returncode}; {ours.stderr[:300]!r}")
    outputs = outputs or [result.stdout for result in results]
    if outputs[0] != outputs[1]:
        problems.append("standard output: " + first_difference(*outputs))
    if theirs.stderr and not ours.stderr:
        problems.append(f"no complaint; the reference says {theirs.stderr[:200]!r}")
    return problems


def complains(result, *expected, code=1):
    """Our tool alone: it ends with this code and its complaint has these words."""
    text = result.stderr.decode("utf-8", "backslashreplace")
    problems = [] if result.returncode == code else [f"exit code {result.returncode}, not {code}; {text[:300]!r}"]
    return problems + [f"{word!r} is not in {text[:300]!r}" for word in expected if word not in text]


class Outcome:
    def __init__(self, done, directory):
        self.status, self.errors, self.directory = done.returncode, done.stderr, directory
        self.out = done.stdout.replace(bytes(REFERENCE) + b"/", b"")  # as it was called
        self.files = files_below(directory)


class PairOnCopies(Pair):
    def __init__(self, arguments, name, environment=None):
        """`environment` is for the reference alone."""
        super().__init__(arguments, name)
        self.workdir, self.environment = arguments.workdir, environment

    def run_copy(self, program, who, words, source, **options):
        directory = self.workdir / who
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(source, directory, symlinks=True)
        return Outcome(run(program, words, directory, **options), directory)

    def run_ours(self, words, source, **options):
        return self.run_copy(self.ours, "ours", words, source, **options)

    def both(self, words, source):
        theirs = self.run_copy(self.programs[0], "reference", words, source, environment=self.environment)
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
        return problems + differing_files(theirs.files, ours.files)

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


def write_trace(directory, files):
    """Files by what stands behind the stub, as text."""
    directory = checks.empty_directory(directory)
    for suffix, text in files.items():
        (directory / f"t.{suffix}").write_text(text, encoding="latin-1")
    return directory


def sample_traces(arguments):
    """Directories with a trace `t` each, by name: every record, written by the reference, and odd ones by hand."""
    program, _ = reference_program(arguments.workdir, arguments.records, arguments.cc)
    traces = {}
    for name, variant in VARIANTS.items():
        traces[name] = checks.empty_directory(arguments.workdir / "traces" / name)
        checks.must_run([program, "write", traces[name] / "t", *variant])
    for name, files in run_otf.ODD.items():
        traces[name] = write_trace(arguments.workdir / "traces" / name, files)
    return traces
