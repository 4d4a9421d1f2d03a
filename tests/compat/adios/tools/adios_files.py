# SPDX-License-Identifier: BSD-3-Clause
"""Files that ADIOS and Weft wrote, and Debian's tools and ours to look at them."""
import argparse
import difflib
import pathlib
import resource
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parents[2]
sys.path[:0] = [str(TESTS / "interop"), str(TESTS / "interop" / "bp")]
import checks  # noqa: E402
import run_bp  # noqa: E402

TIMEOUT = 60
# Debian calls one of them by a name of its own.
REFERENCE = {"bpgettime": "bpgettime.openmpi"}
# What shapes.c is called with, before and behind the name of the file.
SHAPES = {"single": ("single",), "groups": ("groups",), "texts": ("texts",), "meshes": ("meshes",), "steps": ("steps", "12"),
          "long": ("steps", "200"), "many": ("many", "200"), "fortran": ("fortran", "3", HERE / "fortran.xml")}
LARGE = ("long", "many")
WEFT_FILES = {"version1": (2, 0, "minmax", 1, "little"), "version2": (1, 0, "full", 2, "little"),
              "big": (2, 0, "full", 3, "big")}


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="directory of our tools")
    parser.add_argument("--writer", type=pathlib.Path, required=True, help="tests/interop/bp/weft_writer")
    parser.add_argument("--workdir", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path)
    options = parser.parse_args()
    options.workdir = checks.empty_directory(options.workdir)
    options.bin = options.bin.resolve()
    return options


class Files:
    """Where they are: NAME.bp in one directory."""

    def __init__(self, options):
        self.directory = checks.empty_directory(options.workdir / "files")
        self.options = options
        self.programs = options.workdir

    def path(self, name):
        return self.directory / f"{name}.bp"

    def write_shapes(self, without=LARGE):
        program = self.programs / "shapes"
        checks.must_run(["gcc", "-std=gnu99", "-O1", "-Wall", "-Wno-unused-function", "-D_NOMPI", HERE / "shapes.c", "-o",
                         program, "-ladios_nompi", *run_bp.COMMON])
        names = [name for name in SHAPES if name not in without]
        for name in names:
            kind, *more = SHAPES[name]
            checks.must_run([*run_bp.LIMIT, program, kind, self.path(name), *more])
        return names

    def write_content(self, *names):
        """Every type in every shape, in the ways of tests/interop/bp."""
        cases = [case for case in run_bp.CASES if case.name in names]
        self.checker = run_bp.Checker(argparse.Namespace(weft=None, writer=None), self.programs)
        self.checker.build()
        for case in cases:
            launch = [*run_bp.LIMIT, *(run_bp.MPIRUN if case.mpi else []),
                      self.checker.parallel if case.mpi else self.checker.serial]
            checks.must_run([*launch, "write", self.path(case.name), case.method, case.parameters, case.statistics,
                             case.transform])
        return [case.name for case in cases]

    def write_with_weft(self):
        for name, how in WEFT_FILES.items():
            checks.must_run([self.options.writer, self.path(name), *how])
        return list(WEFT_FILES)

    def real_file(self):
        """A file of version 1 that a simulation wrote, where it is at hand."""
        file = self.options.data / "bp" / "flow11.bp" if self.options.data else None
        if file is None or not file.exists():
            print("flow11.bp is not there: left out")
            return None
        self.path("flow11").write_bytes(file.read_bytes())
        return self.path("flow11")


def run(program, words, directory=None, stdout=subprocess.PIPE, most_bytes=None):
    """`most_bytes`: no file may become larger, as on a disk that is full."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    return subprocess.run([program, *map(str, words)], cwd=directory, stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=subprocess.PIPE, timeout=TIMEOUT, check=False,
                          preexec_fn=limit if most_bytes is not None else None)


class Tool:
    """One of ours and its original."""

    def __init__(self, options, name):
        self.name, self.ours, self.theirs = name, options.bin / name, REFERENCE.get(name, name)

    def same(self, words, directory=None, change=lambda output: output):
        """What differs in output and exit code."""
        theirs, ours = run(self.theirs, words, directory), run(self.ours, words, directory)
        problems = []
        if theirs.returncode != ours.returncode:
            problems.append(f"{self.name} {words}: exit code {ours.returncode}, not {theirs.returncode}; "
                            f"{ours.stderr[:300]!r}")
        return problems + differences(change(theirs.stdout), change(ours.stdout), f"{self.name} {words}")

    def says(self, words, expected=None, code=0, complaint=None, **options):
        """Ours alone."""
        result = run(self.ours, words, **options)
        text = result.stderr.decode("utf-8", "backslashreplace")
        problems = []
        if result.returncode != code:
            problems.append(f"{self.name} {words}: exit code {result.returncode}, not {code}; {text[:300]!r}")
        if expected is not None:
            problems += differences(expected.encode(), result.stdout, f"{self.name} {words}")
        if complaint and complaint not in text:
            problems.append(f"{self.name} {words}: {complaint!r} is not in {text[:300]!r}")
        return problems


def differences(theirs, ours, what):
    if theirs == ours:
        return []
    lines = [text.decode("utf-8", "backslashreplace").splitlines() for text in (theirs, ours)]
    found = list(difflib.unified_diff(*lines, "theirs", "ours", n=0, lineterm=""))[2:10]
    return [what + "\n" + "\n".join(line[:200] for line in found)]


def damaged(file, directory, count=40):
    """Copies of a file that are cut, or have a byte that is wrong, all over it and more of them near its end."""
    content = file.read_bytes()
    places = sorted({len(content) * i // count for i in range(count)} | {len(content) - 1 - 3 * i for i in range(count)})
    for place in places:
        yield place, "cut", content[:place]
        yield place, "wrong", content[:place] + bytes([content[place] ^ 0xff]) + content[place + 1:]


def check_damage(report, tools, file, directory):
    """`tools`: words to run a tool with, by tool, where None stands for the file. None of them may crash or hang."""
    problems = []
    for place, kind, content in damaged(file, directory):
        broken = directory / "broken.bp"
        broken.write_bytes(content)
        for tool, words in tools:
            result = run(tool.ours, [broken if word is None else word for word in words], stdout=subprocess.DEVNULL)
            if result.returncode < 0:
                problems.append(f"{tool.name}: signal {-result.returncode}, {file.name} {kind} at {place}")
            if kind == "cut" and result.returncode == 0 and place < len(file.read_bytes()) - 56:
                problems.append(f"{tool.name}: has nothing to say of {file.name} cut at {place}")
    report.add(f"{', '.join(tool.name for tool, _ in tools)}: damage of {file.name} is survived", problems)


def main(description, *parts):
    options = arguments(description)
    report = checks.Report()
    files = Files(options)
    try:
        for part in parts:
            part(report, options, files)
    except checks.Stop as stop:
        report.add("the checks can run", [str(stop)])
    report.finish()
