# SPDX-License-Identifier: BSD-3-Clause
"""Programs run on the reference library and on ours. The loader is told where ours is, so the program is the same file
for both."""
import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "interop"))
import checks  # noqa: E402

SONAME = "libopen-trace-format2.so.10"
SIDES = ("reference", "ours")
TRACE_ID_FROM_END = 3 + 4 + 4 + 8  # end marks, thumbnails, snapshots, trace id


def main(description, needs, check, **more):
    """What every script here is: options that are paths, `needs` and `more` (those with keywords of their own), and
    `check(report, arguments)`. What was left by an earlier run is removed."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    for name in (*needs, "workdir"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--cc", default="cc", help="C compiler")
    for name, keywords in more.items():
        parser.add_argument(f"--{name}", **keywords)
    arguments = parser.parse_args()
    arguments.workdir = checks.empty_directory(arguments.workdir)
    report = checks.Report()
    try:
        check(report, arguments)
    except (checks.Stop, OSError, subprocess.SubprocessError) as stop:
        report.add("the programs build and run", [str(stop)])
    report.finish()


DATA = {"type": pathlib.Path, "help": "directory of real archives; may be absent"}


def compiled(arguments, name, *words):
    """A C program of sources and options, with our headers; linked with the reference, to be run on either library."""
    program = arguments.workdir / name
    checks.must_run([arguments.cc, *checks.C_FLAGS, f"-isystem{arguments.include}", *words, "-o", program,
                     *checks.otf2_config("--ldflags"), *checks.otf2_config("--libs")])
    return program


def interop_tools(arguments):
    """The programs of the interoperability tests, the writer among them."""
    tools = checks.Tools(getattr(arguments, "weft", pathlib.Path("weft")), arguments.records, arguments.cc, arguments.workdir)
    tools.compile_writer()
    return tools


def written_scenarios(arguments, names):
    """(the tools, anchors of archives that the reference wrote)"""
    tools = interop_tools(arguments)
    archives = checks.empty_directory(arguments.workdir / "archives")
    run_on(None, [tools.writer, archives, *names])
    return tools, [archives / name / "trace.otf2" for name in names]


def sides(library):
    """The two libraries by name; the reference needs no directory."""
    return tuple(zip(SIDES, (None, library)))


def environment(library, **more):
    words = {**os.environ, **more}
    if library:
        if not (library / SONAME).exists():  # or the loader would quietly take the reference's
            raise checks.Stop(f"{library} has no {SONAME}")
        words["LD_LIBRARY_PATH"] = str(library.resolve())  # programs run elsewhere
        if "WEFT_PRELOAD" in words:  # the runtime of the sanitizer that our library was built with
            words["LD_PRELOAD"] = words["WEFT_PRELOAD"]
    return words


def run_on(library, command, more=None, **options):
    """Must go well and in silence; `more` is added to the environment."""
    status, errors = checks.run(command, env=environment(library, **(more or {})), **options)
    if status or errors:
        raise checks.Stop(f"{' '.join(map(str, command))}: exit code {status}, {errors}")


def differing_lines(reference, ours):
    return differing_texts(*(path.read_text(errors="replace") for path in (reference, ours)))


def differing_texts(reference, ours):
    lines = reference.splitlines(), ours.splitlines()
    problems = [f"line {i + 1}: the reference says '{a}', ours '{b}'" for i, (a, b) in enumerate(zip(*lines)) if a != b]
    if len(lines[0]) != len(lines[1]):
        problems.append(f"the reference says {len(lines[0])} lines, ours {len(lines[1])}")
    return problems


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


def check_answers(report, arguments, source):
    """A program tells all answers and callbacks, and leaves archives in its directory: both must be the same."""
    program = compiled(arguments, source.stem, source)
    told, left = {}, {}
    for name, library in sides(arguments.library):
        left[name] = checks.empty_directory(arguments.workdir / f"{source.stem}_{name}")
        told[name] = arguments.workdir / f"{source.stem}_{name}.txt"
        run_on(library, [program], stdout=told[name], cwd=left[name])
    problems = differing_lines(told["reference"], told["ours"])
    count = len(told["reference"].read_text().splitlines())
    report.add(f"{source.name}: {count} answers and callbacks are the same", problems)
    report.add(f"{source.name}: what it writes is the same", differing_files(left["reference"], left["ours"]))
